import { type Fields, listOf, textOf } from '../shared/fields.ts';
import { givenCalls } from './read-completion.ts';

/** Longest waits for the end of a stream behind a finish reason, in milliseconds. */
const maxWaitMs = { sure: 1_000, doubtful: 5_000 };

/** Watches the pieces of a reply for its end. */
export type FinishWatch = {
  /** True when a finish reason has come, and nothing was said behind it. */
  readonly isOver: boolean;
  /** The last finish reason. */
  readonly rawFinish: string | undefined;
  take(piece: Fields, finish: string): void;
  /** Waits no longer. */
  end(): void;
};

/**
 * Behind a finish reason only the usage can come, which is not worth the wait for a whole reply: `endRequest` is called
 * after a second, or half of `idleMs`. But some servers write a finish reason into every chunk. One that comes beside
 * words is waited behind for five times as long; one before any words, and any after one that words came behind, is
 * believed at the end of the stream alone.
 */
export function createFinishWatch(endRequest: () => void, idleMs: number): FinishWatch {
  let rawFinish: string | undefined;
  let isOver = false;
  let hasSaid = false;
  let isKnownEarly = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const stopWaiting = () => {
    clearTimeout(waiting);
    waiting = undefined;
  };
  return {
    get isOver() {
      return isOver;
    },
    get rawFinish() {
      return rawFinish;
    },
    take(piece, finish) {
      const says = saysAnything(piece);
      if (says) {
        stopWaiting();
        isKnownEarly ||= isOver;
        isOver = false;
      }
      hasSaid ||= says;
      if (finish === '') return;
      rawFinish = finish;
      isOver = true;
      if (!hasSaid || isKnownEarly) return;
      const mostMs = says ? maxWaitMs.doubtful : maxWaitMs.sure;
      waiting ??= setTimeout(endRequest, Math.min(idleMs / 2, mostMs));
    },
    end: stopWaiting,
  };
}

/** Texts of whatever name, also of reasoning, and calls; not the role. */
function saysAnything({ role: _, ...said }: Fields): boolean {
  return (
    Object.values(said).some((value) => textOf(value) !== '') ||
    listOf(said.content).length > 0 ||
    givenCalls(said).length > 0
  );
}
