import type { GuardedStep } from '@loopwright/loop-detector';

/** A run of some agent as it was recorded, ready to be judged step by step. */
export type RecordedRun = {
  id: string;
  /** Which kind of agent and task it was. */
  family: string;
  task: string;
  /** Unknown when the record holds no reward. */
  outcome: 'success' | 'failure' | 'unknown';
  /** True when the record says that nothing was repeated in it. */
  isClean: boolean;
  steps: GuardedStep[];
};

type RunRecord = {
  id: string;
  source: string;
  task: string;
  reward?: number | null;
  loop?: { label?: string };
  steps: {
    tool: string;
    args: GuardedStep['calls'][number]['args'];
    ok: boolean | null;
    obs: string;
    thought?: string;
  }[];
};

/** Tools by which an agent says that it is done; as the last step of a run that is its end and not an action. */
const closingTools = new Set(['finish', 'submit', 'final']);

/** True for a record of a run: `id`, `source`, `task` and `steps` of `tool`, `args`, `ok` and `obs`. */
export function isRunRecord(record: unknown): record is RunRecord {
  const { id, source, task, steps } = (record ?? {}) as Partial<RunRecord>;
  return [id, source, task].every((each) => typeof each === 'string') && Array.isArray(steps);
}

/** A reward of 1 or more is a success. A result of which is not known whether it failed counts as one that did not. */
export function recordedRunOf({ id, source, task, reward, loop, steps }: RunRecord): RecordedRun {
  return {
    id,
    family: familyOf(source),
    task,
    outcome: typeof reward !== 'number' ? 'unknown' : reward >= 1 ? 'success' : 'failure',
    isClean: loop?.label === 'clean',
    steps: steps.map(({ tool, args, ok, obs, thought = '' }, at) => {
      const isEnd = at === steps.length - 1 && closingTools.has(tool.toLowerCase());
      return {
        n: at + 1,
        kind: isEnd ? 'final' : 'act',
        thought,
        calls: isEnd ? [] : [{ tool, args }],
        observations: isEnd ? [] : [{ tool, ok: ok !== false, text: obs }],
        verdicts: [],
      };
    }),
  };
}

/** The repository of a source, with the part of its path that names the kind of task, when one does. */
function familyOf(source: string): string {
  const [repository = '', path = ''] = source.split(':');
  const name = repository.split('/').at(-1) ?? repository;
  const part =
    /results\/([^/]+)\//.exec(path) ??
    /([^/]+)\.ipynb$/.exec(path) ??
    /([A-Za-z]+)_[^/]*\.jsonl$/.exec(path);
  return part === null ? name : `${name} ${part[1]}`;
}
