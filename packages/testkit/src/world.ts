import { canonicalJson, type Json } from '@loopwright/core-parser';

/** The outside world of a test: it keeps what really happened, whatever a run says about it. */
export type World = {
  /** How often a tool was started. */
  readonly starts: number;
  /** What happened, in order, in the words of {@link worldLabel}. */
  readonly commits: readonly string[];
  start(): void;
  /** Something happens, each time it is asked for. */
  commit(tool: string, args: unknown): void;
  /** Something happens once for a key, however often it is asked for. */
  commitForKey(tool: string, args: unknown, key: string): void;
  /** How often this happened. */
  countOf(tool: string, args: unknown): number;
  /** Whether something happened under this key; undefined for a tool whose effects have no keys. */
  hasKey(tool: string, key: string): boolean | undefined;
};

export function createWorld(): World {
  let starts = 0;
  const commits: string[] = [];
  const keys = new Map<string, Set<string>>();
  return {
    get starts() {
      return starts;
    },
    commits,
    start: () => {
      starts += 1;
    },
    commit: (tool, args) => void commits.push(worldLabel(tool, args)),
    commitForKey(tool, args, key) {
      const known = keys.get(tool) ?? new Set();
      keys.set(tool, known);
      if (known.has(key)) return;
      known.add(key);
      commits.push(worldLabel(tool, args));
    },
    countOf(tool, args) {
      const label = worldLabel(tool, args);
      return commits.filter((commit) => commit === label).length;
    },
    hasKey: (tool, key) => keys.get(tool)?.has(key),
  };
}

/** How the world names what happened. */
export function worldLabel(tool: string, args: unknown): string {
  return `${tool} ${canonicalJson(args as Json)}`;
}
