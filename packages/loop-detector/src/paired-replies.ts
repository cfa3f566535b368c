import type { ModelStep } from './loop-judge.ts';
import { withoutResult } from './model-step-parts.ts';
import type { GuardedCall, GuardedObservation } from './step.ts';

/** The replies of a model in a run, each with its calls, and what came back for each call. */
export type PairedReplies = {
  /** The calls that follow belong to a reply of their own. */
  startReply(): void;
  /** A call of the latest reply, under the id that its result will name. */
  addCall(id: unknown, call: GuardedCall): void;
  /** What came back for a call, given the name of its tool. */
  addResult(id: unknown, observationOf: (tool: string) => GuardedObservation): void;
  /** The replies so far, as steps. */
  steps(): ModelStep[];
};

type PairedCall = { readonly call: GuardedCall; observation?: GuardedObservation };

/**
 * Pairs results with calls in the order in which both were recorded. Ids may repeat or be missing: a result belongs to
 * the latest reply with an unanswered call of its id, and there to the first such call. A result that finds none is a
 * later result of the call that was answered last under its id, as of a tool that streams.
 */
export function createPairedReplies(): PairedReplies {
  const replies: PairedCall[][] = [];
  /** By id, the unanswered calls of each reply, the latest reply last. */
  const unanswered = new Map<unknown, { reply: PairedCall[]; calls: PairedCall[] }[]>();
  const answered = new Map<unknown, PairedCall>();
  const takeUnanswered = (id: unknown): PairedCall | undefined => {
    const byReply = unanswered.get(id);
    const latest = byReply?.at(-1);
    const call = latest?.calls.shift();
    if (latest?.calls.length === 0) byReply?.pop();
    return call;
  };
  return {
    startReply() {
      replies.push([]);
    },
    addCall(id, call) {
      const reply = replies.at(-1)!;
      const paired = { call };
      reply.push(paired);
      const byReply = unanswered.get(id) ?? [];
      const latest = byReply.at(-1);
      if (latest?.reply === reply) latest.calls.push(paired);
      else byReply.push({ reply, calls: [paired] });
      unanswered.set(id, byReply);
    },
    addResult(id, observationOf) {
      const paired = takeUnanswered(id) ?? answered.get(id);
      if (paired === undefined) return;
      paired.observation = observationOf(paired.call.tool);
      answered.set(id, paired);
    },
    steps: () =>
      replies.map((reply) => ({
        calls: reply.map(({ call }) => call),
        observations: reply.map(({ call, observation }) => observation ?? withoutResult(call.tool)),
      })),
  };
}
