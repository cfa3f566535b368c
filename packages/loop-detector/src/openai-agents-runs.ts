import type { ModelStep } from './loop-judge.ts';
import { recordedCall, success } from './model-step-parts.ts';
import type { GuardedCall } from './step.ts';

/** What one reply of the model led to: a result for each call of a function tool. */
export type OpenAiAgentsToolResult = {
  readonly type: string;
  readonly tool: { readonly name?: string };
  readonly output?: unknown;
  readonly runItem: { readonly rawItem?: unknown };
};

type RecordedRun = { readonly calls: Map<unknown, GuardedCall>; readonly steps: ModelStep[] };

/**
 * What happens in the runs of one agent, each known by its context. The results of tools come without the arguments, so
 * the calls are noted when their tools start.
 */
export class OpenAiAgentsRuns {
  readonly #runs = new WeakMap<object, RecordedRun>();

  noteCall(context: object, callId: unknown, call: GuardedCall): void {
    this.#runOf(context).calls.set(callId, call);
  }

  /** Adds the step that these results complete, and returns the steps of the run so far. */
  addStep(context: object, results: readonly OpenAiAgentsToolResult[]): readonly ModelStep[] {
    const { calls, steps } = this.#runOf(context);
    const outputs = results.filter(({ type }) => type === 'function_output');
    steps.push({
      calls: outputs.map((result) => {
        const callId = callIdOf(result);
        // A call that was not seen to start is like no other.
        return calls.get(callId) ?? recordedCall(nameOf(result), { callId });
      }),
      observations: outputs.map((result) => success(nameOf(result), result.output)),
    });
    calls.clear();
    return steps;
  }

  #runOf(context: object): RecordedRun {
    const known = this.#runs.get(context);
    if (known !== undefined) return known;
    const run = { calls: new Map(), steps: [] };
    this.#runs.set(context, run);
    return run;
  }
}

function nameOf({ tool }: OpenAiAgentsToolResult): string {
  return tool.name ?? '';
}

function callIdOf({ runItem }: OpenAiAgentsToolResult): unknown {
  const { rawItem } = runItem;
  return typeof rawItem === 'object' && rawItem !== null && 'callId' in rawItem
    ? rawItem.callId
    : undefined;
}
