import { runReact } from '@loopwright/react-loop';
import {
  blockRepeatedFailures,
  emptyLessonStore,
  escalationGuard,
  type RepeatedFailureOptions,
  recallLessons,
  reflectOnFailure,
  rememberLessons,
  reportSession,
} from '@loopwright/reflection';
import { describe, expect, it } from 'vitest';
import {
  actionText,
  conversationOf,
  createFakeClock,
  createWorld,
  cutEverywhere,
  finalText,
  type Life,
  pureModel,
  turnModel,
} from '../src/index.ts';
import { registryOf } from './encyclopedia.ts';
import { call, turns } from './support.ts';

const atlantis = { entity: 'atlantis' };
const limits = { retryDelayMs: 0 };
const base = { task: 'Find Atlantis.', limits, errorLimit: false } as const;

function blockedRun(texts: readonly string[], options?: RepeatedFailureOptions) {
  const world = createWorld();
  const { tools, guard } = blockRepeatedFailures(registryOf(world), options);
  const result = runReact({
    task: 'Find Atlantis.',
    model: turnModel(texts),
    tools,
    guards: [guard],
    errorLimit: false,
    loop: false,
    progress: false,
    limits,
  });
  return { world, result };
}

describe('a run that refuses repeated failures', () => {
  it('F3: the same failing call is made once; the model reads why it is not made again', async () => {
    const asked = turns(...Array.from({ length: 4 }, () => call('lookup', atlantis)));
    const { world, result } = blockedRun(asked);
    const { status, steps, counts, flags } = await result;
    expect(status).toBe('solved');
    expect(world.starts).toBe(1);
    expect(counts.toolCalls).toEqual({ ok: 0, failed: 1, refused: 3, reused: 0 });
    expect(steps[1]?.observations[0]).toMatchObject({
      ok: false,
      text: 'ERROR[lookup]: RepeatedFailure: the call was not made: the same call failed in step 1 (not_found) and would fail again; change the arguments or use another tool',
      error: { class: 'policy', code: 'repeat_refused' },
    });
    expect(flags.filter((flag) => flag.startsWith('repeated_failures'))).toHaveLength(3);
  });

  it('F4: what was not found twice is not looked up with other arguments either', async () => {
    const about = ['area', 'capital', 'flag'].map((attribute) =>
      call('lookup', { ...atlantis, attribute }),
    );
    const { world, result } = blockedRun(turns(...about));
    const { steps } = await result;
    expect(world.starts).toBe(2);
    expect(steps[2]?.observations[0]?.text).toContain('found nothing for this entity twice');
  });

  it('F1: a failure that may pass is retried once, then refused for as long as it is remembered', async () => {
    const asked = Array.from({ length: 5 }, () => call('ask', atlantis));
    const { world, result } = blockedRun(turns(...asked), { transientSteps: 2 });
    const { steps } = await result;
    // Steps 1 and 2 are made, 3 and 4 refused, 5 is made again.
    expect(world.starts).toBe(3);
    expect(
      steps.map(({ observations }) => observations[0]?.ok === false && observations[0].error.code),
    ).toEqual(['failed', 'failed', 'repeat_refused', 'repeat_refused', 'failed', false]);
    expect(steps[2]?.observations[0]?.text).toContain('asks to wait 2 seconds');
  });

  it('F3: a tool with an effect changes what can be found', async () => {
    const { world, result } = blockedRun(
      turns(call('lookup', atlantis), call('write', atlantis), call('lookup', atlantis)),
    );
    expect((await result).steps[2]?.observations[0]?.ok).toBe(true);
    expect(world.starts).toBe(2);
  });

  it('F3: nobody is asked to approve a call that is refused', async () => {
    const { tools, guard } = blockRepeatedFailures(registryOf());
    let asked = 0;
    await runReact({
      task: 'Pay.',
      model: turnModel(turns(call('pay'), call('pay'), call('pay'))),
      tools,
      guards: [guard],
      errorLimit: false,
      approve: async (pending) => {
        asked += 1;
        return pending.map(() => true);
      },
      limits,
    });
    expect(asked).toBe(1);
  });

  it('F3: a run that is cut anywhere and resumed refuses the same calls', async () => {
    const asked = [
      call('lookup', atlantis),
      call('lookup', atlantis),
      call('write', atlantis),
      call('ask'),
      call('ask'),
      call('ask'),
      call('lookup', atlantis),
    ];
    const run = ({ runtime, world, onEvent }: Life) => {
      const { tools, guard } = blockRepeatedFailures(registryOf(world));
      return runReact<unknown>({
        task: 'Find Atlantis.',
        model: turnModel(turns(...asked)),
        tools,
        guards: [guard],
        advisors: [reflectOnFailure()],
        errorLimit: false,
        progress: false,
        limits,
        now: createFakeClock().now,
        runtime,
        onEvent,
      });
    };
    const report = await cutEverywhere({ name: 'refusals', run });
    expect(report.faults).toEqual([]);
    expect(report.result.counts.toolCalls).toMatchObject({ refused: 2 });
    expect(report.cuts).toBeGreaterThan(10);
  });

  it('F3: what one run learnt, the next one reads from a store, in its note and in what it refuses', async () => {
    const now = 1;
    const first = await runReact({
      ...base,
      model: turnModel(turns(call('lookup', atlantis), call('lookup', { ...atlantis, n: 2 }))),
      tools: registryOf(),
    });
    const { lessons: learnt } = reportSession(first.steps);
    const store = rememberLessons(emptyLessonStore, learnt, { now });
    const lessons = recallLessons(JSON.parse(JSON.stringify(store)), { now });
    const world = createWorld();
    const again = async (refuseOnLessons: boolean) => {
      const options = { lessons, refuseOnLessons };
      const { tools, guard } = blockRepeatedFailures(registryOf(world), options);
      const asked = [
        call('search', { q: 'x' }),
        call('lookup', atlantis),
        call('lookup', atlantis),
      ];
      return runReact({
        ...base,
        model: turnModel(turns(...asked)),
        tools,
        guards: [guard],
        advisors: [reflectOnFailure({ lessons })],
      });
    };
    const strict = await again(true);
    expect(strict.steps[0]?.notes).toEqual([
      'lessons of earlier runs: Entity does not exist: lookup found nothing for atlantis (2 times).',
    ]);
    expect(world.starts).toBe(0);
    const refusal = 'found nothing for this entity twice';
    expect(strict.steps[1]?.observations[0]?.text).toContain(refusal);
    // Without being asked to, an earlier run costs one call before it refuses.
    const second = await again(false);
    expect(world.starts).toBe(1);
    expect(second.steps[1]?.observations[0]?.text).not.toContain(refusal);
    expect(second.steps[2]?.observations[0]?.text).toContain(refusal);
  });

  it('F7: refused repeats alone do not end a run as long as another way is left', async () => {
    const { tools, guard } = blockRepeatedFailures(registryOf());
    const described = [...tools.tools.values()];
    const result = await runReact({
      ...base,
      model: pureModel((request) => {
        const text = conversationOf(request);
        return text.includes('RepeatedFailure')
          ? finalText('a myth')
          : actionText('lookup', atlantis);
      }),
      tools,
      guards: [guard, escalationGuard({ tools: described })],
      advisors: [reflectOnFailure({ tools: described })],
    });
    expect(result.stopReason).toBe('final');
    expect(result.steps[1]?.notes[0]).toBe(
      'lesson: lookup failed for this before and was not called. Next: try search, for instance with {"q":"atlantis"}.',
    );
  });
});
