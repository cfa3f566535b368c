import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { startWireServer } from '@loopwright/testkit/wire';
import { describe, expect, it } from 'vitest';
import { errorServer, useFakeProvider } from './fake-provider.ts';
import { runDemo, useFolder } from './run-demo.ts';

const key = 'invented-key-1234567890';
const longKey = Array.from({ length: 41 }, (_, at) => `Z${at + 100}`).join('');
const folder = useFolder();
const startProvider = useFakeProvider();

function demo(args: readonly string[], env: NodeJS.ProcessEnv) {
  return runDemo(args, { cwd: folder.path, env });
}

describe('a provider with a key', () => {
  it('E3, E8: is asked through its SDK, judged by the figure, and its key stands nowhere', async () => {
    const reword = (text: string) => text.replace('564 million USD', `$564,000,000 (${key})`);
    const provider = await startProvider(reword);
    const files = ['--trace', folder.file('trace'), '--record', folder.file('record.md')];
    const args = ['--provider', 'nim', '--base-url', `${provider.url}/v1`, ...files];
    const other = { OPENAI_API_KEY: 'other', OPENAI_ORG_ID: 'other', OPENAI_LOG: 'debug' };
    const headers = { OPENAI_CUSTOM_HEADERS: 'x-token: other' };
    const ran = await demo(args, { NVIDIA_API_KEY: key, ...other, ...headers });
    expect(ran.stderr).toMatch(/^(?:Run log: \S+\n){2}$/);
    expect(ran.status).toBe(0);
    const { host } = new URL(provider.url);
    const notice = `Language model: meta/llama-3.1-8b-instruct of nim at ${host}, format text.`;
    expect(ran.stdout.split('\n', 1)).toEqual([notice]);
    expect(ran.stdout).not.toContain('chat/completions');
    expect(ran.stdout).toContain('SOLVED        $564,000,000 ([redacted])');
    const trace = readFileSync(folder.file('trace-satellite'), 'utf8');
    const recording = readFileSync(folder.file('record.md'), 'utf8');
    for (const text of [ran.stdout, trace, recording]) {
      expect(text).toContain('$564,000,000');
      expect(text).not.toContain(key);
    }
    expect(recording).toContain(`**${notice}**`);
    expect(recording).toMatch(/^\| date \| \d{4}-\d\d-\d\dT/m);
    for (const { headers, model } of provider.requests) {
      expect(headers.authorization).toBe(`Bearer ${key}`);
      expect(JSON.stringify(headers)).not.toContain('other');
      expect(model).toBe('meta/llama-3.1-8b-instruct');
    }
  });

  it('E3, E9: takes key and model from .env; the environment wins, and the SDK finds nothing else', async () => {
    const provider = await startProvider();
    const lines = [`ANTHROPIC_API_KEY=${key}`, 'ANTHROPIC_MODEL=from-env-file'];
    const headers = 'ANTHROPIC_CUSTOM_HEADERS="x-token: other"';
    writeFileSync(folder.file('.env'), [...lines, headers].join('\n'));
    const args = ['--provider', 'anthropic', '--base-url', provider.url, '--stream', '--json'];
    const others = { ANTHROPIC_AUTH_TOKEN: 'other', ANTHROPIC_PROFILE: 'other' };
    const ran = await demo(args, { ANTHROPIC_MODEL: 'from-environment', ...others });
    expect(ran.stderr).toMatch(
      /^Language model: from-environment of anthropic at .* native, streamed/,
    );
    expect(ran.status).toBe(0);
    const { modelKind, provider: name, model, scenarios } = JSON.parse(ran.stdout);
    expect({ modelKind, name, model }).toEqual({
      ...{ modelKind: 'language model', name: 'anthropic', model: 'from-environment' },
    });
    expect(scenarios.map(({ status }: { status: string }) => status)).toEqual([
      'solved',
      'degraded',
    ]);
    expect(provider.requests.every(({ stream }) => stream)).toBe(true);
    for (const { headers } of provider.requests) {
      expect(JSON.stringify(headers)).toContain(key);
      expect(JSON.stringify(headers)).not.toContain('other');
    }
  });

  it('E3: a key that is longer than a line stands nowhere, in one piece or in several', async () => {
    const echo = `564 million USD for ${longKey} and "${longKey}"`;
    const provider = await startProvider((text) => text.replace('564 million USD', echo));
    const files = ['--trace', folder.file('trace'), '--record', folder.file('record.md')];
    const args = ['--base-url', `${provider.url}/v1`, '--scenario', 'satellite', ...files];
    const ran = await demo(['--provider', 'nim', ...args], { NVIDIA_API_KEY: longKey });
    const json = await demo(['--provider', 'nim', ...args.slice(0, 4), '--json'], {
      NVIDIA_API_KEY: longKey,
    });
    expect(ran.stdout).toContain('564 million USD for [redacted] and "[redacted]"');
    const trace = readFileSync(folder.file('trace'), 'utf8');
    const recording = readFileSync(folder.file('record.md'), 'utf8');
    for (const text of [ran.stdout, trace, recording, json.stdout]) {
      expect(text).toContain('[redacted]');
      expect(text).not.toMatch(/Z1\d\dZ1/);
    }
  });

  it('E3: a wrong figure ends with 1', async () => {
    const { url } = await startProvider((text) => text.replace('564', '600'));
    const args = ['--provider', 'vllm', '--model', 'm', '--scenario', 'satellite'];
    const { status, stdout } = await demo(args, { VLLM_BASE_URL: `${url}/v1` });
    expect(status).toBe(1);
    expect(stdout).toContain('UNEXPECTED    should be SOLVED with 564 million USD');
  });
});

describe('a provider that cannot be asked', () => {
  const failing = async (status: number, message: string) => {
    const server = await errorServer(status, { error: { message, type: 'error' } });
    const args = ['--provider', 'openai', '--model', 'm', '--base-url', `${server.url}/v1`];
    const ran = await demo(args, { OPENAI_API_KEY: key });
    await server.close();
    expect(server.hits).toBe(1);
    expect(ran.status).toBe(1);
    expect(ran.stdout.trim()).toMatch(
      /^Language model: m of openai at 127.0.0.1:\d+, format native\.$/,
    );
    expect(ran.stderr).not.toMatch(/\n\s*at |invented-key/);
    return ran.stderr;
  };

  it('E3: a refused key is one sentence, also where the server repeats it', async () => {
    const said = await failing(401, `Incorrect API key provided: ${key}`);
    expect(said).toMatch(/^openai at 127\.0\.0\.1:\d+ refused the key in OPENAI_API_KEY: .*\.\n$/);
  });

  it('E3: an unknown model is one sentence', async () => {
    expect(await failing(404, 'no such model')).toMatch(
      / does not know m: choose another --model,.*\n$/,
    );
  });

  it('E3: what the server says of a bad request is shown without the key', async () => {
    expect(await failing(400, `bad: ${key}`)).toMatch(
      /\(bad_request\): HTTP 400.*\[redacted\].*\n$/,
    );
  });

  it('E3: what is shown of a long error has no part of the key, also where it is cut', async () => {
    const server = await errorServer(400, { error: { message: `${'x'.repeat(200)} ${longKey}` } });
    const args = ['--provider', 'openai', '--model', 'm', '--base-url', `${server.url}/v1`];
    const { stderr } = await demo(args, { OPENAI_API_KEY: longKey });
    await server.close();
    expect(stderr).toContain('[redacted]');
    expect(stderr).not.toContain('Z100Z101');
  });

  it('E3, E8: where nothing could be told no recording stands in the way of the next try', async () => {
    const server = await errorServer(401, { error: { message: 'no', type: 'error' } });
    const args = ['--provider', 'openai', '--model', 'm', '--base-url', `${server.url}/v1`];
    const record = ['--record', folder.file('record.md')];
    const { status, stderr } = await demo([...args, ...record], { OPENAI_API_KEY: key });
    await server.close();
    expect(status).toBe(1);
    expect(stderr).toContain('refused the key');
    expect(existsSync(folder.file('record.md'))).toBe(false);
  });

  it('E3: nobody there is one sentence, and no other provider stands in', async () => {
    const server = await errorServer(500, {});
    await server.close();
    const args = [
      '--provider',
      'ollama',
      '--model',
      'm',
      '--base-url',
      `${server.url}/v1`,
      '--json',
    ];
    const { status, stdout, stderr } = await demo(args, {});
    expect(status).toBe(1);
    expect(stderr).toContain(`Nobody answers at ${server.url}/v1: start ollama there`);
    const { scenarios } = JSON.parse(stdout);
    expect(scenarios).toMatchObject([
      { scenario: 'satellite', status: 'failed', asExpected: false },
    ]);
  });

  it('E3: silence ends in time', async () => {
    const server = await startWireServer({ answer: () => new Promise(() => {}) });
    const args = ['--provider', 'vllm', '--model', 'm', '--base-url', `${server.url}/v1`];
    const { status, stderr } = await demo([...args, '--timeout-ms', '50'], {});
    await server.close();
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^m at .* did not answer in time: try again, or allow more with --timeout-ms\.\n$/,
    );
  });

  it('E3, E9: without its key nothing is asked, and it ends with 2', async () => {
    const { status, stdout, stderr } = await demo(['--provider', 'nim'], { OPENAI_API_KEY: key });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^--provider nim needs a key: set NVIDIA_API_KEY .*\n$/);
  });

  it('E3, E9: a key that no header can carry is said to be one, and not shown', async () => {
    const env = { NVIDIA_API_KEY: 'invented–key–1234567890' };
    const { status, stdout, stderr } = await demo(['--provider', 'nim'], env);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^The key in NVIDIA_API_KEY holds characters .*\n$/);
    expect(stderr).not.toContain('invented');
  });

  it('E9: an .env that cannot be read is said to be', async () => {
    mkdirSync(folder.file('.env'));
    const { status, stdout, stderr } = await demo(['--provider', 'nim'], { NVIDIA_API_KEY: key });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^The file \.env cannot be read: .*\n$/);
  });
});
