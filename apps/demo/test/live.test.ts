import { expect, it } from 'vitest';
import { useFakeProvider } from './fake-provider.ts';
import { runDemo, useFolder } from './run-demo.ts';

const folder = useFolder();
const startProvider = useFakeProvider();

function live(env: NodeJS.ProcessEnv) {
  return runDemo([], { cwd: folder.path, env, program: './live/main.ts' });
}

const skipped = {
  nim: 'skipped nim: NVIDIA_API_KEY is not set',
  openai: 'skipped openai: OPENAI_API_KEY is not set',
  anthropic: 'skipped anthropic: ANTHROPIC_API_KEY is not set',
  ollama: 'skipped ollama: OLLAMA_BASE_URL is not set',
  lmstudio: 'skipped lmstudio: LMSTUDIO_BASE_URL is not set',
  vllm: 'skipped vllm: VLLM_BASE_URL is not set',
};

it('E3: without a key and without an address every provider is named as skipped', async () => {
  const { status, stdout, stderr } = await live({ OPENAI_API_KEY: '' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout.trimEnd().split('\n')).toEqual([
    ...Object.values(skipped),
    'Nothing was asked: no key and no address of a local server is set.',
  ]);
});

it('E3: with a key both scenarios are asked, text and native', { timeout: 60_000 }, async () => {
  const provider = await startProvider();
  const env = { NVIDIA_API_KEY: 'invented-key', NVIDIA_BASE_URL: `${provider.url}/v1` };
  const { status, stdout } = await live(env);
  const { nim: _, ...others } = skipped;
  const told =
    'meta/llama-3.1-8b-instruct: satellite solved (564 million USD); outage degraded (ERROR[web_search]';
  expect(stdout).toContain(`ok nim, text format: ${told}`);
  expect(stdout).toContain(`ok nim, native format: ${told}`);
  for (const line of Object.values(others)) expect(stdout).toContain(`${line}\n`);
  expect(stdout).toMatch(/\n2 of 2 ended as they should\.\n$/);
  expect(status).toBe(0);
  expect(provider.refusals).toEqual([]);
});

it('E3: a failure is named, and the suite ends with 1', { timeout: 60_000 }, async () => {
  const { status, stdout } = await live({ VLLM_BASE_URL: 'http://127.0.0.1:9/v1' });
  expect(status).toBe(1);
  expect(stdout).toContain('FAILED vllm, text format: --provider vllm needs a model: name it with');
  expect(stdout).toMatch(/\n0 of 2 ended as they should\.\n$/);
});
