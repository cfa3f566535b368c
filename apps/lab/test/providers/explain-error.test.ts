import { type ModelError, modelErrorKinds } from '@loopwright/agent-run';
import { expect, it } from 'vitest';
import { explainError, type ProviderChoice } from '../../src/providers/index.ts';

const choice: ProviderChoice = {
  ...{ provider: 'nim', baseUrl: 'https://api.example.com/v1', model: 'some/model' },
  ...{ apiKey: 'key-1', keyVariable: 'NVIDIA_API_KEY', capabilities: undefined },
};
const local: ProviderChoice = {
  ...{ provider: 'vllm', baseUrl: 'http://127.0.0.1:8000/v1', model: 'm' },
  ...{ apiKey: undefined, keyVariable: 'VLLM_API_KEY', capabilities: undefined },
};

function explain(error: Partial<ModelError>, of = choice): string {
  return explainError({ kind: 'unknown', message: 'broken', retryable: false, ...error }, of);
}

it('E3: each kind of failure is one sentence that says what to do', () => {
  expect(explain({ kind: 'auth', status: 401 })).toContain('refused the key in NVIDIA_API_KEY');
  expect(explain({ kind: 'auth', status: 401 }, local)).toContain(
    'wants a key: check VLLM_API_KEY',
  );
  expect(explain({ kind: 'bad_request', status: 404 })).toContain('does not know some/model');
  expect(explain({ kind: 'bad_request', status: 404 })).toContain('--model');
  expect(explain({ kind: 'transient' }, local)).toBe(
    'Nobody answers at http://127.0.0.1:8000/v1: start vllm there, or say with --base-url where it is.',
  );
  expect(explain({ kind: 'transient' })).toContain('check the network');
  expect(explain({ kind: 'timeout' })).toContain('--timeout-ms');
  expect(explain({ kind: 'quota' })).toContain('nothing left');
  expect(explain({ kind: 'rate_limit' })).toContain('try again later');
});

it('E3: a server that answers with a failure of its own is quoted', () => {
  expect(explain({ kind: 'transient', status: 500, message: 'HTTP 500: no GPU' })).toBe(
    'some/model at api.example.com could not be asked (transient): HTTP 500: no GPU',
  );
});

it('E3: of a page that stands for a reply the beginning is shown, in one line', () => {
  const sentence = explain({ message: '<html>\n'.repeat(1_000) });
  expect(sentence).toMatch(/^some\/model at .* <html> <html> .* …$/);
  expect(sentence.length).toBeLessThan(400);
});

it('E3: every kind has a sentence of one line that names where it happened', () => {
  for (const kind of modelErrorKinds) {
    const sentence = explain({ kind });
    expect(sentence).toMatch(/^[^\n]+$/);
    expect(sentence).toMatch(/api\.example\.com/);
    expect(sentence).not.toContain('key-1');
  }
});
