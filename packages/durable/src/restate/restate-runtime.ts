import {
  createMemoryJournal,
  isJournalError,
  JournalError,
  type RuntimeStep,
  type StepRuntime,
} from '@loopwright/agent-run';
import { checkNames, hasFunctions, isObject, mustBe } from '@loopwright/agent-run/option-checks';
import { RestatePromise, RetryableError, type WorkflowContext } from '@restatedev/restate-sdk';
import { checkCodecOption } from '../check-runtime-options.ts';
import { type Codec, plainCodec } from '../codec.ts';
import { readDecision } from '../decision.ts';
import { headerKey } from '../records.ts';
import { createCodedSteps } from './coded-steps.ts';
import { isCancelled, isEngineError } from './engine-errors.ts';
import { texts } from './texts.ts';

/** Options of {@link restateRuntime}. */
export type RestateRuntimeOptions = {
  /** Default: texts are stored as they are. It does not see what the handler is called with and gives back. */
  codec?: Codec | undefined;
};

/**
 * A runtime for one run in the `run` handler of a Restate workflow: the key of the workflow is the session, every step is a
 * named action in the engine's journal, and a decision is a promise of the workflow that {@link decide} resolves. The
 * engine starts the handler again wherever and as often as it must, and no stored step runs again.
 *
 * What rejects a run, and so the handler: `JournalError` `stamp_mismatch`, `replay_mismatch`, `duplicate_key`,
 * `newer_format`, `corrupt_journal`, which the engine tries again, since other code may be what is missing; the errors of the
 * engine itself, such as `CancelledError`; and `RetryableError` for a run that was left (`detach`), so that the handler
 * cannot return what has not come to an end.
 *
 * @throws ConfigurationError `invalid_option`
 */
export function restateRuntime(
  ctx: WorkflowContext,
  options: RestateRuntimeOptions = {},
): StepRuntime {
  checkOptions(ctx, options);
  const sessionId = ctx.key;
  const coded = createCodedSteps(sessionId, options.codec ?? plainCodec);
  const asked = new Set<string>();
  let isOver = false;

  const journalled = (step: RuntimeStep<unknown>): RestatePromise<string> => {
    if (asked.has(step.key)) {
      throw new JournalError('duplicate_key', step.key, `Two steps have the key ${step.key}`);
    }
    asked.add(step.key);
    return ctx.run(step.key, () => coded.perform(step), { serde: texts });
  };
  /** A run that an error ends has come to an end, and is not one that was left. */
  const untilError = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    try {
      return await work();
    } catch (error) {
      isOver = true;
      throw error;
    }
  };

  return {
    sessionId,
    open: (given) =>
      untilError(async () => {
        const { stamp, text } = await coded.encodeStamp(given);
        const stored = await coded.decodeStamp(
          await ctx.run(headerKey, () => text, { serde: texts }),
        );
        return createMemoryJournal({ sessionId, stamp: stored }).open(stamp);
      }),
    step: (step) => untilError(async () => coded.decode(step, await journalled(step))),
    all: <Value>(steps: readonly RuntimeStep<Value>[]) =>
      untilError(async () => {
        if (steps.length === 0) return [];
        // One promise of the engine at a time: several that were awaited at once would be asked for in no fixed order.
        const settled = await RestatePromise.allSettled(steps.map(journalled));
        const values: Value[] = [];
        for (const [index, each] of settled.entries()) {
          if (each.status === 'rejected') throw each.reason;
          values.push(await coded.decode(steps[index]!, each.value));
        }
        return values;
      }),
    waitAll: (asks) =>
      untilError(async () => {
        if (asks.length === 0) return [];
        const settled = await RestatePromise.allSettled(
          asks.map(({ key }) => ctx.promise(key, texts).get()),
        );
        return settled.map((each) => {
          if (each.status === 'fulfilled') return readDecision(each.value);
          // Somebody has rejected the promise, which is a no; that the run is cancelled is none.
          if (isCancelled(each.reason)) throw each.reason;
          return { approved: false, note: (each.reason as Error).message };
        });
      }),
    isControl: (error) => isJournalError(error) || isEngineError(error),
    async close() {
      isOver = true;
    },
    release() {
      if (isOver) return;
      throw new RetryableError(
        `The run of session ${sessionId} was left before it ended; the engine goes on with it`,
      );
    },
  };
}

function checkOptions(ctx: WorkflowContext, options: RestateRuntimeOptions): void {
  const isContext = hasFunctions('run', 'promise')(ctx) && typeof ctx.key === 'string';
  mustBe(isContext, 'ctx', 'the context of the run handler of a Restate workflow', ctx);
  mustBe(isObject(options), 'The options', 'an object, such as { codec }', options);
  checkNames(options, ['codec']);
  checkCodecOption(options.codec);
}
