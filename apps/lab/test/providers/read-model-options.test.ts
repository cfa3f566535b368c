import { expect, it } from 'vitest';
import { providerNames, readModelOptions } from '../../src/providers/index.ts';

it('E3: without options policies answer, in the JSON form', () => {
  expect(readModelOptions({})).toMatchObject({ provider: 'policy', format: 'json', stream: false });
});

it('E3: the format is what most models of a provider can do, unless it is named', () => {
  const formats = providerNames.map((provider) => [
    provider,
    readModelOptions({ provider }).format,
  ]);
  expect(Object.fromEntries(formats)).toEqual({
    ...{ policy: 'json', openai: 'native', anthropic: 'native' },
    ...{ nim: 'text', ollama: 'text', lmstudio: 'text', vllm: 'text' },
  });
  expect(readModelOptions({ provider: 'nim', format: 'native' }).format).toBe('native');
});

it.each([
  [{ provider: 'gpt' }, 'There is no provider "gpt"; choose one of policy, nim, openai,'],
  [{ provider: '' }, 'There is no provider ""'],
  [{ wire: 'http' }, 'There is no wire "http"; choose one of openai, anthropic'],
  [{ format: 'xml' }, 'There is no format "xml"; choose one of text, json, native'],
  [{ model: 'x' }, '--model needs a provider of language models: --provider nim, openai,'],
  [{ 'base-url': 'http://127.0.0.1/v1' }, '--base-url needs a provider of language models'],
  [{ provider: 'policy', model: 'x' }, '--model needs a provider of language models'],
  [{ stream: true }, '--stream needs --wire or a provider of language models'],
  [{ 'timeout-ms': '5' }, '--timeout-ms needs --wire or a provider of language models'],
  [{ wire: 'openai', model: 'x' }, '--model needs a provider of language models'],
  [{ wire: 'openai', provider: 'nim' }, '--wire asks policies; it cannot be used with'],
  [{ provider: 'nim', model: ' ' }, '--model must not be empty'],
  [{ provider: 'nim', 'base-url': 'localhost:8000' }, '--base-url must be an address with http'],
  [{ provider: 'nim', 'base-url': 'file:///etc' }, '--base-url must be an address with http'],
  [{ provider: 'nim', 'base-url': 'http://ann:pw-1@host/v1' }, '--base-url must hold no user'],
  [{ provider: 'nim', 'base-url': 'http://host/v1?key=pw-1' }, '--base-url must hold no user'],
  [{ provider: 'nim', 'base-url': 'http://host/v1#pw-1' }, '--base-url must hold no user'],
  [{ provider: 'nim', 'timeout-ms': '0' }, '--timeout-ms must be a whole number from 1'],
  [{ provider: 'nim', 'timeout-ms': '1e3' }, '--timeout-ms must be a whole number from 1'],
  [{ provider: 'nim', 'timeout-ms': '3600001' }, '--timeout-ms must be a whole number from 1'],
])('E3: %j: %s', (values, problem) => {
  expect(() => readModelOptions(values)).toThrow(problem);
  expect(() => readModelOptions(values)).not.toThrow('pw-1');
});

it('E3: what belongs together is taken', () => {
  const values = { provider: 'vllm', model: 'm', 'base-url': 'http://10.0.0.2:8000/v1' };
  expect(readModelOptions({ ...values, stream: true, 'timeout-ms': '5' })).toEqual({
    ...{ provider: 'vllm', model: 'm', baseUrl: 'http://10.0.0.2:8000/v1', format: 'text' },
    ...{ wire: undefined, stream: true, timeoutMs: 5 },
  });
  const wire = { wire: 'anthropic', format: 'native', stream: true };
  expect(readModelOptions(wire)).toMatchObject({ provider: 'policy', ...wire });
});
