import { describe, expect, it } from 'vitest';
import type { Model, Outcome, Run, StepRuntime } from '../src/index.ts';
import { createMemoryJournal, isJournalError, runStrategy, startStrategy } from '../src/index.ts';
import {
  ask,
  call,
  done,
  guard,
  payTool,
  rejectionOf,
  type SpecOptions,
  scripted,
  specOf,
  stepWith,
} from './support.ts';

const stamp = { strategy: 's', version: 1, config: 'c' };

async function payAndAnswer(run: Run): Promise<Outcome> {
  await stepWith(run, call('pay'));
  const { text } = await run.think(ask('go'), 'actor');
  return { stopReason: 'final', answer: text };
}

/** A model that answers when it is told, and a promise that it was asked. */
function heldModel() {
  let answer = (_: { text: string }) => {};
  let tell = () => {};
  const asked = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const model: Model = {
    id: 'scripted',
    generate: () => {
      tell();
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
  };
  return { model, asked, answer: () => answer({ text: 'four' }) };
}

describe('a journal that a run holds', () => {
  it('refuses a second run until the first is over, and what is stored is of the first alone', async () => {
    const runtime = createMemoryJournal();
    const { pay, paid } = payTool();
    const { model, asked, answer } = heldModel();
    const spec = specOf({ runtime, tools: [pay], model });
    const first = runStrategy(spec, payAndAnswer);
    await asked;
    for (const options of [{}, { task: 'Another task.' }] satisfies SpecOptions[]) {
      const second = runStrategy({ ...spec, ...options }, payAndAnswer);
      expect(await rejectionOf(second)).toMatchObject({ name: 'JournalError', code: 'in_use' });
    }
    answer();
    const result = await first;
    expect(result).toMatchObject({ status: 'solved', answer: 'four' });
    expect(paid).toHaveLength(1);
    const keys = runtime.record().entries.map(({ key }) => key);
    expect(keys).toEqual(['started', 'act:0:0/intent', 'act:0:0', 'actor:0']);
    expect(await runStrategy(spec, payAndAnswer)).toEqual(result);
  });

  it('is not let go of by a run that never opened it', async () => {
    const runtime = createMemoryJournal();
    await runtime.open(stamp);
    const broken = () => {
      throw new Error('no guard');
    };
    await rejectionOf(runStrategy(specOf({ runtime, guards: [broken] }), async () => done));
    await rejectionOf(runStrategy(specOf({ runtime }), async () => done));
    expect(await rejectionOf(runtime.open(stamp))).toMatchObject({ code: 'in_use' });
  });

  it('is free after a run that was suspended, left or cancelled', async () => {
    const { pay } = payTool({ approval: true });
    const waiting = createMemoryJournal();
    const wait = () => runStrategy(specOf({ runtime: waiting, tools: [pay] }), payAndAnswer);
    expect([(await wait()).stopReason, (await wait()).stopReason]).toEqual([
      'awaiting_approval',
      'awaiting_approval',
    ]);
    const left = createMemoryJournal();
    const { model, asked } = heldModel();
    const handle = startStrategy(
      specOf({ runtime: left, tools: [payTool().pay], model }),
      payAndAnswer,
    );
    await asked;
    handle.detach();
    expect((await handle.result).stopReason).toBe('detached');
    const resumed = specOf({ runtime: left, tools: [payTool().pay], model: scripted(['four']) });
    expect(await runStrategy(resumed, payAndAnswer)).toMatchObject({ answer: 'four' });
  });

  it('is free after a run that rejected, in its first step or a later one', async () => {
    for (const failing of [1, 2]) {
      let appended = 0;
      const append = () => {
        appended += 1;
        if (appended === failing) throw new Error('disk full');
      };
      const runtime = createMemoryJournal({}, { append });
      const { pay } = payTool();
      const go = () =>
        runStrategy(specOf({ runtime, tools: [pay], model: scripted(['four']) }), payAndAnswer);
      expect(await rejectionOf(go())).toMatchObject({ code: 'not_stored' });
      expect(await go()).toMatchObject({ status: 'solved' });
    }
    const runtime = createMemoryJournal();
    const now = () => Number.NaN;
    expect(
      await rejectionOf(runStrategy(specOf({ runtime, now }), async () => done)),
    ).toMatchObject({ code: 'invalid_option' });
    expect(await runStrategy(specOf({ runtime }), async () => done)).toMatchObject({
      status: 'solved',
    });
  });

  it('is free after it refused a run under another configuration', async () => {
    const runtime = createMemoryJournal();
    const { pay } = payTool({ approval: true });
    const spec = specOf({ runtime, tools: [pay] });
    await runStrategy(spec, payAndAnswer);
    const other = runStrategy({ ...spec, task: 'Another task.' }, payAndAnswer);
    expect(await rejectionOf(other)).toMatchObject({ code: 'stamp_mismatch' });
    expect(await runStrategy(spec, payAndAnswer)).toMatchObject({ status: 'suspended' });
  });

  it('does not store what ends after the run that started it, with or without another run', async () => {
    for (const isOpenedAgain of [true, false]) {
      const journal = createMemoryJournal();
      let finish = (_: string) => {};
      await journal.open(stamp);
      const late = journal.step({
        key: 'a',
        run: () =>
          new Promise<string>((resolve) => {
            finish = resolve;
          }),
      });
      journal.release?.();
      if (isOpenedAgain) {
        await journal.open(stamp);
        expect(await journal.step({ key: 'a', run: async () => 'second' })).toBe('second');
      }
      finish('first');
      const error = await rejectionOf(late);
      expect(isJournalError(error) && error.code).toBe('in_use');
      expect(journal.record().entries.map(({ value }) => value)).toEqual(
        isOpenedAgain ? ['"second"'] : [],
      );
    }
  });

  it('a runtime with methods on its prototype is called as it is', async () => {
    class Engine implements StepRuntime {
      readonly sessionId = 'engine';
      readonly #journal = createMemoryJournal({ sessionId: 'engine' });
      released = 0;
      open: StepRuntime['open'] = (given) => this.#journal.open(given);
      step: StepRuntime['step'] = (step) => this.#journal.step(step);
      all: StepRuntime['all'] = (steps) => this.#journal.all(steps);
      waitAll: StepRuntime['waitAll'] = (asks) => this.#journal.waitAll(asks);
      isControl(error: unknown) {
        return this.#journal.isControl(error);
      }
      close: StepRuntime['close'] = (result) => this.#journal.close(result);
      release() {
        this.released += 1;
      }
    }
    const runtime = new Engine();
    const spec = specOf({ runtime, guards: [guard(() => undefined)] });
    expect(
      await runStrategy(spec, (run) => stepWith(run, call('echo')).then(() => done)),
    ).toMatchObject({ status: 'solved' });
    expect(runtime.released).toBe(1);
  });
});

describe('a decision given to a journal', () => {
  it('R9: may be a boolean', async () => {
    for (const approved of [true, false]) {
      const runtime = createMemoryJournal();
      runtime.answer('act:0:0', approved);
      const { pay, paid } = payTool({ approval: true });
      const model = scripted(['four']);
      await runStrategy(specOf({ runtime, tools: [pay], model }), payAndAnswer);
      expect(paid).toHaveLength(approved ? 1 : 0);
    }
  });

  it.each([undefined, null, 'yes', 1, {}, { approved: 'yes' }, [true]])(
    'that says neither yes nor no is refused: %j',
    (given) => {
      const journal = createMemoryJournal();
      expect(() => journal.answer('act:0:0', given as unknown as boolean)).toThrow(TypeError);
      expect(journal.record().answers).toEqual({});
    },
  );
});
