import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  chooseProvider,
  type ProviderName,
  providerNames,
  readModelOptions,
  variablesOf,
} from '../../src/providers/index.ts';

function choose(provider: ProviderName, options: object, environment: NodeJS.ProcessEnv) {
  const read = readModelOptions({ provider, ...options });
  return chooseProvider({ ...read, provider }, environment);
}

it.each([
  ['nim', 'NVIDIA_API_KEY'],
  ['openai', 'OPENAI_API_KEY'],
  ['anthropic', 'ANTHROPIC_API_KEY'],
] as const)('E3, E9: %s without %s is refused with where to set it', async (provider, variable) => {
  const needs = `--provider ${provider} needs a key: set ${variable} in the environment or in a file .env`;
  for (const environment of [
    {},
    { [variable]: '' },
    { [variable]: '  ' },
    { OTHER_API_KEY: 'k' },
  ]) {
    await expect(choose(provider, { model: 'm' }, environment)).rejects.toThrow(needs);
  }
  const { apiKey } = await choose(provider, { model: 'm' }, { [variable]: ' key-1\n' });
  expect(apiKey).toBe('key-1');
});

it.each(['ollama', 'lmstudio', 'vllm'] as const)(
  'E3: %s needs no key, and takes one',
  async (provider) => {
    const chosen = await choose(provider, { model: 'm' }, {});
    expect(chosen).toMatchObject({ apiKey: undefined });
    expect(new URL(chosen.baseUrl).hostname).toBe('127.0.0.1');
    const { key } = variablesOf(provider);
    expect(await choose(provider, { model: 'm' }, { [key]: 'k' })).toMatchObject({ apiKey: 'k' });
  },
);

it('E3: without a model only a provider with one to begin with is asked', async () => {
  const { model } = await choose('nim', {}, { NVIDIA_API_KEY: 'k' });
  expect(model).toBe('meta/llama-3.1-8b-instruct');
  await expect(choose('ollama', {}, {})).rejects.toThrow(
    '--provider ollama needs a model: name it with --model or OLLAMA_MODEL',
  );
});

it('E9: an option wins over the environment, the environment over the usual address', async () => {
  const environment = {
    ...{ OPENAI_API_KEY: 'k', OPENAI_MODEL: 'm-1' },
    OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
  };
  expect(await choose('openai', {}, environment)).toMatchObject({
    ...{ model: 'm-1', baseUrl: 'http://127.0.0.1:1/v1' },
  });
  const options = { model: 'm-2', 'base-url': 'http://127.0.0.1:2/v1' };
  expect(await choose('openai', options, environment)).toMatchObject({
    ...{ model: 'm-2', baseUrl: 'http://127.0.0.1:2/v1' },
  });
  expect(await choose('openai', {}, { ...environment, OPENAI_BASE_URL: '' })).toMatchObject({
    baseUrl: 'https://api.openai.com/v1',
  });
});

it('E9: an address in the environment that cannot be one is refused by its name', async () => {
  const environment = { OPENAI_API_KEY: 'k', OPENAI_MODEL: 'm', OPENAI_BASE_URL: 'nowhere' };
  await expect(choose('openai', {}, environment)).rejects.toThrow('OPENAI_BASE_URL must be');
});

it.each(['invented–key', 'invented\nkey', 'schlüssel', 'key\u0000'])(
  'E3, E9: a key that no header can carry is refused by its name: %j',
  async (key) => {
    const chosen = choose('openai', { model: 'm' }, { OPENAI_API_KEY: key });
    const refused = expect(chosen).rejects;
    await refused.toThrow('The key in OPENAI_API_KEY holds characters that no header can carry');
    await expect(choose('vllm', { model: 'm' }, { VLLM_API_KEY: key })).rejects.toThrow(
      /^(?!.*(?:invented|schl)).*VLLM_API_KEY/s,
    );
  },
);

it('E9: .env.example lists every variable, and sets none', () => {
  const example = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8');
  const lines = example.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const all = providerNames.flatMap((name) =>
    name === 'policy' ? [] : Object.values(variablesOf(name)).map((variable) => `${variable}=`),
  );
  expect(lines.toSorted()).toEqual(all.toSorted());
});
