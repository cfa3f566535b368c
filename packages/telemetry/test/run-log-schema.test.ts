import { readFileSync } from 'node:fs';
import {
  createMemoryJournal,
  type DurableEvent,
  ends,
  finishReasons,
  modelErrorKinds,
} from '@loopwright/agent-run';
import { errorClasses, toolErrorCodes } from '@loopwright/tool-registry';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import {
  action,
  final,
  logAgain,
  logged,
  plan,
  planExecute,
  react,
  rewoo,
} from './run-log-support.ts';

const schema = JSON.parse(
  readFileSync(new URL('../schema/run-log.schema.json', import.meta.url), 'utf8'),
);
const check = new Ajv2020({ strict: false }).compile(schema);

type Run = Parameters<typeof react>[0];

/** What an event may leave out. Any other field that a run tells is required. */
const optional = ['model', 'effect', 'inputDigest'];

/** Every type of event has a definition of its own. A new type does not compile until it stands here. */
const types = {
  started: true,
  model: true,
  asked: true,
  answered: true,
  intent: true,
  tool: true,
  io: true,
  step: true,
  flag: true,
  note: true,
  finished: true,
} as const satisfies Record<DurableEvent['type'], true>;

const find = action('find', { q: 'x' });
const ioGuard = () => ({
  name: 'io',
  io: true as const,
  judge: async () => ({ kind: 'flag' as const, text: 'seen', data: [1] }),
});

/** Runs of every strategy that end in all ways. */
const runs: ((run: Run) => Promise<unknown>)[] = [
  (run) => react(run),
  (run) => rewoo(run),
  (run) => planExecute(run),
  (run) => planExecute(run, [plan(['E1', 'scan']), plan(['E1', 'find', { q: 'x' }])]),
  (run) => planExecute(run, [plan(['E1', 'scan'])], { maxReplans: 0 }),
  (run) => rewoo(run, [plan(['E1', 'scan']), final('none')]),
  (run) => rewoo(run, ['no plan']),
  (run) =>
    react(run, [
      'Hm.',
      'Action: give_up\nAction Input: {"reason": "no", "partial_answer": "some"}',
    ]),
  (run) => react(run, [find, find, find, find, find]),
  (run) => react(run, [find, find], { limits: { maxSteps: 2 } }),
  (run) =>
    react(run, [
      Object.assign(new Error('full'), {
        kind: 'quota',
        status: 402,
        requestId: 'r',
        retryAfterMs: 1,
      }),
    ]),
  (run) => react(run, [{ text: '', finish: 'refusal' }]),
  (run) => react(run, [find, final('a')], { cancel: AbortSignal.abort() }),
  (run) => react(run, [find, final('a')], { guards: [ioGuard] }),
  (run) => react(run, [find], { goal: () => ({ answer: 'there' }) }),
  (run) =>
    react(run, [action('sell', { book: 'x' }), final('a')], {
      approve: async () => [{ approved: false, note: 'no' }],
    }),
  (run) =>
    react({ ...run, runtime: createMemoryJournal() }, [action('sell', { book: 'x' })], {
      approve: undefined,
    }),
  (run) =>
    react(run, [final('a')], {
      limits: { maxTokens: 1 },
      prices: { scripted: { inputPerMillionUsd: 1, outputPerMillionUsd: 1 } },
    }),
  (run) => react(run, [action('scan', {}), action('scan', {}), action('scan', {}), final('a')]),
  (run) => react(run, [action('burn', { a: '\u0000\ud800"\u2028' }), final('\ufeff')]),
];

async function validate(run: (run: Run) => Promise<unknown>) {
  const { events } = await logged(run);
  for (const level of ['quiet', 'normal', 'verbose'] as const) {
    for (const redact of [true, false, () => null, () => 5, () => ['x']]) {
      const { lines } = await logAgain(events, { level, redact });
      for (const line of lines) {
        const isRight = check(JSON.parse(line));
        expect(isRight, isRight ? '' : `${line}\n${JSON.stringify(errorsOf(line))}`).toBe(true);
      }
    }
  }
  return events;
}

function errorsOf(line: string) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  const { type } = JSON.parse(line);
  const only = ajv.compile({
    ...schema,
    oneOf: [{ $ref: `#/$defs/${type === 'log' ? 'header' : type}` }],
  });
  only(JSON.parse(line));
  return only.errors;
}

describe('the schema of run logs', () => {
  it('O2: holds for every line of runs that end in all ways, at every level', async () => {
    const told = new Set<string>();
    const reasons = new Set<string>();
    for (const run of runs) {
      for (const event of await validate(run)) {
        told.add(event.type);
        if (event.type === 'finished') reasons.add(event.result.status);
      }
    }
    expect([...told].sort()).toEqual(Object.keys(types).sort());
    expect([...reasons].sort()).toEqual(['degraded', 'failed', 'solved', 'stopped']);
  });

  it('O2: holds for forks of forks', async () => {
    const { events } = await logged((run) => react(run), { level: 'verbose' });
    const forkOf = {
      sessionId: 'a',
      seq: 2,
      effects: [
        {
          id: 'a/b/c/0',
          tool: 't',
          args: [1],
          status: 'committed' as const,
          stepKeys: ['act:0:0'],
        },
      ],
    };
    const forked = events.map((event) =>
      event.type === 'started' ? { ...event, forkOf: { ...forkOf, forkOf } } : event,
    );
    for (const line of (await logAgain(forked, { level: 'verbose' })).lines) {
      expect(check(JSON.parse(line))).toBe(true);
    }
  });

  it('O2: has a definition for every type of event, and lists every word that the code does', () => {
    expect(schema.oneOf.map(({ $ref }: { $ref: string }) => $ref.split('/').at(-1))).toEqual([
      'header',
      ...Object.keys(types),
    ]);
    const { toolError, modelError, modelReply, result, verdict } = schema.$defs;
    expect(toolError.properties.class.enum).toEqual(errorClasses);
    expect(toolError.properties.code.enum).toEqual(toolErrorCodes);
    expect(modelError.properties.kind.enum).toEqual(modelErrorKinds);
    expect(modelReply.properties.finish.enum).toEqual(finishReasons);
    const listed = result.oneOf.flatMap(
      ({
        properties,
      }: {
        properties: { status: { const: string }; stopReason: { enum: string[] } };
      }) => properties.stopReason.enum.map((reason) => [reason, properties.status.const]),
    );
    expect(Object.fromEntries(listed)).toEqual(ends);
    const stops = Object.entries(ends).filter(([, status]) =>
      ['stopped', 'degraded', 'failed'].includes(status),
    );
    expect([...verdict.properties.stopReason.enum].sort()).toEqual(
      stops.map(([reason]) => reason).sort(),
    );
  });

  it('O2: refuses a line from which anything is missing that every level tells', async () => {
    const { lines } = await logged(react, { level: 'quiet' });
    const { lines: calls } = await logged(react, { level: 'normal' });
    for (const line of [...lines, ...calls]) {
      const whole = JSON.parse(line);
      for (const name of Object.keys(whole)) {
        if (optional.includes(name)) continue;
        const { [name]: _, ...rest } = whole;
        expect(check(rest), `${whole.type} without ${name}`).toBe(false);
      }
    }
  });

  it('O2: refuses broken lines', async () => {
    const { lines } = await logged(runs[13]!, { level: 'verbose' });
    const told = lines.map((line) => JSON.parse(line));
    const of = (type: string) => told.find((line) => line.type === type);
    const broken = [
      null,
      [],
      {},
      { ...of('log'), level: 'loud' },
      { ...of('log'), format: { major: 2, minor: 0 } },
      { ...of('flag'), seq: -1 },
      { ...of('flag'), v: 2 },
      { ...of('flag'), type: 'weather' },
      { ...of('started'), at: 'yesterday' },
      { ...of('started'), tools: [{ name: 'x', effect: 'twice' }] },
      { ...of('model'), role: 'king' },
      { ...of('model'), error: { kind: 'quota', message: '', retryable: false } },
      { ...of('model'), reply: undefined },
      { ...of('tool'), observation: { tool: 'x', ok: false, text: '' } },
      { ...of('step'), step: { ...of('step').step, kind: 'dance' } },
      { ...of('step'), step: { ...of('step').step, observations: [{ tool: 'x', ok: true }] } },
      {
        ...of('step'),
        step: { ...of('step').step, verdicts: [{ guard: 'g', kind: 'stop', text: '' }] },
      },
      { ...of('finished'), result: { ...of('finished').result, status: 'stopped' } },
      { ...of('finished'), result: { ...of('finished').result, stopReason: 'bored' } },
      {
        ...of('finished'),
        result: { ...of('finished').result, partial: { text: '', found: [], missing: [] } },
      },
    ];
    for (const line of told) expect(check(line)).toBe(true);
    for (const line of broken) {
      const text = JSON.stringify(line);
      expect(check(JSON.parse(text)), text).toBe(false);
    }
  });
});
