import type { ModelStep } from './loop-judge.ts';
import { recordedCall, success } from './model-step-parts.ts';
import type { OpenAiAgentsItem } from './openai-agents-items.ts';
import { resultSeen } from './openai-agents-items.ts';
import type { GuardedCall } from './step.ts';

/** What one reply of the model led to: a result for each call of a function tool. */
export type OpenAiAgentsToolResult = {
  readonly type: string;
  readonly tool: { readonly name?: string };
  readonly output?: unknown;
  readonly runItem: { readonly rawItem?: unknown };
};

type RecordedRun = {
  /** The calls that started since the latest step, by id: an id may be that of several. */
  readonly calls: Map<unknown, GuardedCall[]>;
  readonly steps: ModelStep[];
};

/**
 * What happens in the runs of one agent, each known by its context. The results of tools come without the arguments, so
 * the calls are noted when their tools start.
 */
export class OpenAiAgentsRuns {
  readonly #runs = new WeakMap<object, RecordedRun>();

  noteCall(context: object, callId: unknown, call: GuardedCall): void {
    const { calls } = this.#runOf(context);
    calls.set(callId, [...(calls.get(callId) ?? []), call]);
  }

  /** Adds the step that these results complete, and returns the steps of the run so far. */
  addStep(context: object, results: readonly OpenAiAgentsToolResult[]): readonly ModelStep[] {
    const { calls, steps } = this.#runOf(context);
    const outputs = results.filter(({ type }) => type === 'function_output');
    steps.push({
      calls: outputs.map((result) => {
        const callId = rawItemOf(result).callId;
        // A call that was not seen to start is like no other.
        const unseen = { callId, step: steps.length + 1 };
        return calls.get(callId)?.shift() ?? recordedCall(nameOf(result), unseen);
      }),
      observations: outputs.map((result) => {
        // The item holds what the model sees, as the record of the run does.
        const { output = result.output } = rawItemOf(result);
        return success(nameOf(result), resultSeen(output));
      }),
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

function rawItemOf({ runItem }: OpenAiAgentsToolResult): OpenAiAgentsItem {
  const { rawItem } = runItem;
  return typeof rawItem === 'object' && rawItem !== null ? rawItem : {};
}
