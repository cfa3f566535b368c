import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRunLog, replayableEvents } from '@loopwright/telemetry/run-log';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readArguments } from '../src/read-arguments.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

function demo(...args: string[]) {
  return demoInto('pipe', ...args);
}

function demoInto(stdout: 'pipe' | number, ...args: string[]) {
  return demoWith({ stdout }, ...args);
}

function demoIn(variables: NodeJS.ProcessEnv, ...args: string[]) {
  return demoWith({ stdout: 'pipe', variables }, ...args);
}

function demoWith(
  { stdout, variables = {} }: { stdout: 'pipe' | number; variables?: NodeJS.ProcessEnv },
  ...args: string[]
) {
  const { NODE_OPTIONS: _, ...ours } = process.env;
  const env = { ...ours, ...variables };
  const argv = ['--conditions=@loopwright/source', main, ...args];
  const stdio = ['ignore', stdout, 'pipe'] as const;
  return spawnSync(process.execPath, argv, { encoding: 'utf8', env, stdio: [...stdio] });
}

const notice = /^No language model was called/;

describe('the story', () => {
  it('E1, E2: without options both scenarios are told and end as expected', () => {
    const { status, stdout, stderr } = demo();
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toMatch(notice);
    expect(stdout).toMatch(/SOLVED +564 million USD/);
    expect(stdout).toMatch(/DEGRADED +The model says: The share price of this moment is not known/);
    expect(stdout.indexOf('satellite')).toBeLessThan(stdout.indexOf('── outage'));
    expect(stdout).not.toContain('\u001b');
    for (const label of ['Thought', 'Action', 'Observation', 'Critique', 'Counts', 'Bounds']) {
      expect(stdout).toContain(label);
    }
    expect(stdout).toContain(
      '5 steps · model calls: actor 5, critic 4 · tool calls: 3 ok, 1 failed',
    );
  });

  it('R8: with too few steps it says MAX_STEPS, what was found, and ends with 1', () => {
    const { status, stdout } = demo('--scenario', 'satellite', '--max-steps', '2');
    expect(status).toBe(1);
    expect(stdout).toMatch(/MAX_STEPS +Found .*47/);
    expect(stdout).toContain('should be SOLVED with 564 million USD');
  });
});

it.skipIf(!existsSync('/dev/full')).each([[[]], [['--json']], [['--help']]])(
  'a full device ends with 1 and says so: %j',
  (args: string[]) => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = demoInto(full, '--scenario', 'outage', ...args);
    closeSync(full);
    expect(status).toBe(1);
    expect(stderr).toContain('The output could not be written: ENOSPC');
  },
);

describe('--json', () => {
  it('E1, E2, E11: all scenarios are one document of whole results', () => {
    const { status, stdout, stderr } = demo('--scenario', 'all', '--json');
    expect(status).toBe(0);
    expect(stderr).toMatch(notice);
    const { modelKind, scenarios } = JSON.parse(stdout);
    expect(modelKind).toBe('policy');
    expect(
      scenarios.map(({ scenario, status, answer, asExpected }: Record<string, unknown>) => [
        scenario,
        status,
        answer,
        asExpected,
      ]),
    ).toEqual([
      ['satellite', 'solved', '564 million USD', true],
      ['outage', 'degraded', undefined, true],
      ['satellite-other-facts', 'solved', '152 million USD', true],
      ['outage-backend-up', 'solved', '83.20 USD', true],
    ]);
    for (const scenario of scenarios) {
      expect(scenario.steps.length).toBeLessThanOrEqual(6);
      expect(scenario.counts.modelCalls.actor).toBe(scenario.steps.length);
      expect(scenario.partial.text).not.toBe('');
      expect(scenario).toHaveProperty('bounds');
    }
    expect(JSON.stringify(scenarios[2])).not.toContain('564');
  });
});

describe('--trace', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'loopwright-demo-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('O2: writes a run log of each run, which can be read and replayed', () => {
    const { status, stderr } = demo('--trace', path.join(folder, 'trace.jsonl'));
    expect(status).toBe(0);
    expect(stderr).toMatch(
      /^Run log: \S+trace-satellite\.jsonl\nRun log: \S+trace-outage\.jsonl\n$/,
    );
    expect(readdirSync(folder)).toEqual(['trace-outage.jsonl', 'trace-satellite.jsonl']);
    const statuses = ['satellite', 'outage'].map((name) => {
      const log = readRunLog(readFileSync(path.join(folder, `trace-${name}.jsonl`), 'utf8'));
      expect(log.header).toMatchObject({ level: 'verbose', redacted: true });
      const end = replayableEvents(log).at(-1);
      return end?.type === 'finished' && end.result.status;
    });
    expect(statuses).toEqual(['solved', 'degraded']);
  });

  it('with LOOPWRIGHT_DEBUG=1 prompts and raw replies are printed, and the output is the same', () => {
    const told = demoIn({ LOOPWRIGHT_DEBUG: '1' }, '--scenario', 'satellite', '--json');
    expect(told.stderr).toContain('--- prompt 1 of ');
    expect(told.stderr).toMatch(/--- completion 1 of [\s\S]*knowledge_lookup/);
    expect(JSON.parse(told.stdout).scenarios[0].status).toBe('solved');
    const story = demoIn({ LOOPWRIGHT_DEBUG: '1' }, '--scenario', 'france', '--mode', 'react');
    expect(story.stderr).toBe('LOOPWRIGHT_DEBUG prints nothing of the models of a story.\n');
  });

  it('a file that exists ends with 2 before anything ran, and stays as it is', () => {
    const file = path.join(folder, 'trace.jsonl');
    writeFileSync(file, 'kept');
    const { status, stdout, stderr } = demo('--scenario', 'satellite', '--trace', file);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(
      `--trace needs a new file that can be written: EEXIST: file already exists`,
    );
    expect(readFileSync(file, 'utf8')).toBe('kept');
  });

  it('is not left behind when the recording cannot be opened', () => {
    const file = path.join(folder, 'trace.jsonl');
    const record = path.join(folder, 'no', 'record.md');
    const { status, stderr } = demo('--trace', file, '--record', record);
    expect(status).toBe(2);
    expect(stderr).toContain('--record needs a new file that can be written: ENOENT');
    expect(existsSync(file)).toBe(false);
  });

  it('a file that cannot be written ends with 2 before anything ran', () => {
    const { status, stdout, stderr } = demo('--trace', path.join(folder, 'no', 'trace.jsonl'));
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('--trace needs a new file that can be written: ENOENT');
  });
});

describe('wrong options', () => {
  it('end with 2, run nothing and show what is allowed', () => {
    const { status, stdout, stderr } = demo('--scenario', 'nowhere');
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('There is no scenario "nowhere"; choose one of satellite, outage,');
    expect(stderr).toContain('Usage: npm run demo');
  });

  it.each([
    [['--max-steps', '0'], '--max-steps must be a whole number from 1, not "0"'],
    [['--max-steps', '2.5'], '--max-steps must be a whole number from 1, not "2.5"'],
    [['--max-steps', 'six'], '--max-steps must be a whole number from 1, not "six"'],
    [['--max-steps', ''], '--max-steps must be a whole number from 1, not ""'],
    [['--max-steps=-1'], '--max-steps must be a whole number from 1, not "-1"'],
    [['--max-steps', '9'.repeat(20)], '--max-steps must be a whole number from 1'],
    [['--scenario', ''], 'There is no scenario ""'],
    [['--scenario', 'constructor'], 'There is no scenario "constructor"'],
    [['--speed'], "Unknown option '--speed'"],
    [['satellite'], "Unexpected argument 'satellite'"],
    [['--trace'], "'--trace <value>' argument missing"],
  ])('%j: %s', (args, problem) => {
    expect(() => readArguments(args)).toThrow(problem);
  });

  it('--help shows what is allowed, touches no file and ends with 0', () => {
    const file = path.join(tmpdir(), `loopwright-demo-help-${process.pid}.jsonl`);
    const { status, stdout } = demo('--help', '--trace', file);
    expect(status).toBe(0);
    expect(stdout).toContain('Usage: npm run demo');
    expect(existsSync(file)).toBe(false);
  });
});
