import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readArguments } from '../src/read-arguments.ts';
import { useFakeProvider } from './fake-provider.ts';
import { runDemo, startDemo, useFolder } from './run-demo.ts';

const folder = useFolder();
const startProvider = useFakeProvider();

const stored = () => ['--session', 's', '--store', `sqlite:${folder.file('runs.db')}`];
const satellite = () => ['--scenario', 'satellite', ...stored()];
const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  runDemo(args, { cwd: folder.path, env });

/** A model whose third reply waits: a test finds a process that has stored two steps and is in the middle of the next. */
function useSlowModel() {
  let replies: string[] = [];
  let isHolding = true;
  let arrive = () => {};
  let letGo = () => {};
  let asked: Promise<void>;
  let gate: Promise<void>;
  beforeEach(() => {
    replies = [];
    isHolding = true;
    asked = new Promise((resolve) => {
      arrive = resolve;
    });
    gate = new Promise((resolve) => {
      letGo = resolve;
    });
  });
  afterEach(() => letGo());
  const reword = async (text: string) => {
    replies.push(text);
    if (replies.length === 3 && isHolding) {
      arrive();
      await gate;
    }
    return text;
  };
  return {
    /** Starts it; gives the options that name it. */
    async start(): Promise<string[]> {
      const { url } = await startProvider(reword);
      return ['--provider', 'ollama', '--base-url', `${url}/v1`, '--model', 'm'];
    },
    /** Resolves when the third reply is waited for. */
    asked: () => asked,
    letGo: () => letGo(),
    /** The replies that were asked for, as thoughts. */
    thoughts: () => replies.map((text) => /Thought: (.*)/.exec(text)![1]!),
  };
}

const model = useSlowModel();

/** What the actor is asked for in one whole run, the third reply twice: once in each process. */
const eachOnce = [
  'I need the fact satellites_launched.',
  'I need the fact cost_per_satellite_musd.',
  'Which unit is the cost in?',
  'Which unit is the cost in?',
  'The number of satellites times the cost of one.',
  'The product is the answer, in the unit of the cost.',
];

describe('a run with a session', { timeout: 60_000 }, () => {
  it('goes on after SIGKILL when the same command is given again, and asks for nothing that is stored', async () => {
    const command = [...satellite(), ...(await model.start())];
    const first = startDemo(command, { cwd: folder.path });
    await model.asked();
    first.child.kill('SIGKILL');
    await first.ended;
    const { status, stdout } = await run(command);
    expect(stdout).toMatch(/SOLVED +564 million USD/);
    expect(stdout).toContain(
      's/satellite · 4 of 9 model calls were stored before and not made again',
    );
    // The whole story is told, with what the critic said before the kill.
    expect(stdout).toMatch(
      /1 {2}Thought +I need the fact satellites_launched\.\n(.*\n){2}.*on track/,
    );
    expect(status).toBe(0);
    expect(model.thoughts()).toEqual(eachOnce);
  });

  it('is left on SIGTERM, says how to go on, and goes on', async () => {
    const command = [...satellite(), ...(await model.start())];
    const first = startDemo(command, { cwd: folder.path });
    await model.asked();
    first.child.kill('SIGTERM');
    const left = await first.ended;
    expect(left).toMatchObject({ status: 3, stderr: '' });
    expect(left.stdout).toMatch(/DETACHED +Found .*47/);
    expect(left.stdout).not.toContain('UNEXPECTED');
    expect(left.stdout).toContain(
      'Left. Every step that was done is stored: give the same command again',
    );
    const { status, stdout } = await run(command);
    expect(stdout).toMatch(/SOLVED +564 million USD/);
    expect(status).toBe(0);
    expect(model.thoughts()).toEqual(eachOnce);
  });

  it('that is left on SIGINT is one JSON document, and the scenarios behind it do not begin', async () => {
    const command = ['--json', ...stored(), ...(await model.start())];
    const first = startDemo(command, { cwd: folder.path });
    await model.asked();
    first.child.kill('SIGINT');
    const { status, stdout, stderr } = await first.ended;
    expect(status).toBe(3);
    expect(stderr).toContain('give the same command again to go on');
    expect(JSON.parse(stdout).scenarios).toMatchObject([
      { scenario: 'satellite', status: 'suspended', stopReason: 'detached', asExpected: false },
    ]);
  });

  it('that is finished is told again without its model', async () => {
    const { url, close } = await startProvider();
    const command = [
      '--scenario',
      'satellite',
      ...stored(),
      '--provider',
      'ollama',
      '--model',
      'm',
    ];
    const at = [...command, '--base-url', `${url}/v1`];
    const first = await run(at);
    await close();
    const trace = folder.file('trace.jsonl');
    const second = await run([...at, '--trace', trace, '--record', folder.file('told.md')]);
    expect(second.status).toBe(0);
    expect(second.stdout).toContain('s/satellite · told from the store, no model was asked');
    expect(second.stdout).toMatch(/SOLVED +564 million USD/);
    expect(second.stderr).toBe('satellite: a finished session has no events to trace\n');
    expect(readFileSync(folder.file('told.md'), 'utf8')).toContain('564 million USD');
    expect(readdirSync(folder.path)).not.toContain('trace.jsonl');
    expect(first.stdout).toContain('s/satellite · every step is stored');
  });

  it('is a session for each scenario, which can be finished one by one', async () => {
    await run(satellite());
    const { status, stdout } = await run([...stored(), '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout).scenarios).toMatchObject([
      { status: 'solved', session: { id: 's/satellite', requestsNow: 0, requestsBefore: 9 } },
      { status: 'degraded', session: { id: 's/outage', requestsNow: 7, requestsBefore: 0 } },
    ]);
  });

  it('works over a wire, with a trace and a recording that do not name the store', async () => {
    const files = ['--trace', folder.file('trace.jsonl'), '--record', folder.file('told.md')];
    const { status } = await run([...satellite(), ...files, '--wire', 'openai']);
    expect(status).toBe(0);
    expect(readFileSync(folder.file('trace.jsonl'), 'utf8')).toContain('"sessionId":"s/satellite"');
    const told = readFileSync(folder.file('told.md'), 'utf8');
    expect(told).toContain('--session s --store STORE --trace FILE');
    expect(told).not.toContain('runs.db');
  });

  it('E9: does not store the key that a provider repeats', async () => {
    const key = 'nvapi-invented-0123456789';
    const { url } = await startProvider((text) => text.replace('Thought: ', `Thought: ${key} `));
    const env = { NVIDIA_API_KEY: key, NVIDIA_BASE_URL: `${url}/v1` };
    const { status } = await run([...satellite(), '--provider', 'nim'], env);
    expect(status).toBe(0);
    const files = readdirSync(folder.path).map((name) => readFileSync(folder.file(name), 'latin1'));
    expect(files.join('')).toContain('[redacted]');
    expect(files.join('')).not.toContain(key);
  });
});

it('without a session SIGTERM ends the demo as it does any program', async () => {
  const command = ['--scenario', 'satellite', ...(await model.start())];
  const { child, ended } = startDemo(command, { cwd: folder.path });
  await model.asked();
  child.kill('SIGTERM');
  await ended;
  expect(child.signalCode).toBe('SIGTERM');
});

describe('what cannot be is said in one sentence, and ends with 2', { timeout: 60_000 }, () => {
  const refused = async (args: readonly string[], sentence: string, env?: NodeJS.ProcessEnv) => {
    const { status, stderr } = await run(args, env);
    expect(stderr).toContain(sentence);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(status).toBe(2);
  };

  it('a session that was begun with other options', async () => {
    await run(satellite());
    const sentence = 'Session s/satellite was begun with other options: give the --format,';
    await refused([...satellite(), '--max-steps', '5'], sentence);
  });

  it('a store that is named as none', async () => {
    await refused(
      ['--session', 's', '--store', 'runs.db'],
      'The store cannot be used: A store is named sqlite:FILE or redis://HOST:PORT.',
    );
    await refused(
      ['--session', 's', '--store', 'redis://127.0.0.1:1'],
      'server cannot be used: it does not answer',
    );
  });

  it('Redis without its client, and SQLite on a Node that has none', async () => {
    const preload = (code: string) => ({
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}`,
    });
    const noClient = `import { registerHooks } from 'node:module';
      registerHooks({ resolve(name, context, next) {
        if (name === 'ioredis') throw new Error('not found');
        return next(name, context);
      } });`;
    await refused(
      ['--session', 's', '--store', 'redis://127.0.0.1:1'],
      'needs its client ioredis, which is not installed',
      preload(noClient),
    );
    const oldNode = `Object.defineProperty(process, 'versions', {
      value: { ...process.versions, node: '22.18.0' } });`;
    const sentence = 'needs Node 24 or newer, and this is 22.18.0: name --store redis://HOST:PORT';
    await refused(satellite(), sentence, preload(oldNode));
    await refused(['--scenario', 'transfer'], sentence, preload(oldNode));
  });

  it.each([
    [['--session', 's'], '--session needs --store, where its steps are kept: sqlite:FILE or redis'],
    [['--store', 'sqlite:f'], '--store needs --session, the name under which the run can go on'],
    [['--session', '', '--store', 'sqlite:f'], '--session must be 1 to 100 letters, digits'],
    [['--session', 'a b', '--store', 'sqlite:f'], 'and . _ : -, not "a b"'],
    [['--session', 'a/b', '--store', 'sqlite:f'], 'and . _ : -, not "a/b"'],
    [['--session', 'a'.repeat(101), '--store', 'sqlite:f'], '--session must be 1 to 100'],
    [['--session', 's', '--store', 'sqlite:'], '--store must outlive the process'],
    [['--session', 's', '--store', 'sqlite::memory:'], '--store must outlive the process'],
    [
      ['--scenario', 'fees', '--session', 's', '--store', 'sqlite:f'],
      '--session and --store cannot be used with the story "fees"',
    ],
    [['--scenario', 'transfer', '--session', 's'], '--session needs --store'],
    [
      ['--scenario', 'transfer', '--trace', 'f'],
      '--trace cannot be used with the story "transfer"',
    ],
  ])('%j: %s', (args, problem) => {
    expect(() => readArguments(args)).toThrow(problem);
  });
});
