import type { Bounds, Loss } from './bounds.ts';
import { claimMoves, hearClaim } from './claim-moves.ts';
import { endMoves } from './end-moves.ts';
import type { Rules } from './rules.ts';
import type { Message, State, Worker } from './state.ts';
import { stepMoves } from './step-moves.ts';
import { deliver } from './store-moves.ts';

/** One thing that may happen next. `broken` names the invariant that it breaks. */
export type Move = { name: string; state: State; broken?: string | undefined };

/** Where a worker stands, and the state after a move of its own. */
export type Turn = {
  state: State;
  worker: Worker;
  rules: Rules;
  bounds: Bounds;
  put(next: Worker, change?: Partial<State>): State;
};

/** Everything that may happen next, in any order: that is what covers pauses, delays and deaths. */
export function movesOf(state: State, rules: Rules, bounds: Bounds): Move[] {
  const moves: Move[] = [];
  const { session, workers, late } = state;
  if (session.hold === 'leased') moves.push({ name: 'the lease expires', state: expire(state) });
  if (!session.hasLost) moves.push(...bounds.losses.flatMap((loss) => lossMoves(state, loss)));
  for (const [index, message] of late.entries()) {
    const { session, broken } = deliver(state, message, rules);
    const name = `${nameOf(message)} of an earlier life arrives`;
    moves.push({ name, state: { ...state, session, late: late.toSpliced(index, 1) }, broken });
  }
  for (const [index, worker] of workers.entries()) {
    const put: Turn['put'] = (next, change) => ({
      ...state,
      ...change,
      workers: workers.with(index, next),
    });
    const turn = { state, worker, rules, bounds, put };
    for (const move of workerMoves(turn)) {
      moves.push({ ...move, name: `worker ${index + 1}: ${move.name}` });
    }
  }
  return moves;
}

function workerMoves(turn: Turn): Move[] {
  const { at } = turn.worker;
  if (at === 'out') return claimMoves(turn);
  if (at === 'claimed') return [hearClaim(turn), ...endMoves(turn)];
  return [...stepMoves(turn), ...endMoves(turn)];
}

function nameOf(message: Message): string {
  if (message.kind !== 'append') return `a ${message.kind}`;
  return message.key === 'the result' ? 'a result' : 'an append';
}

/** Nobody is told that a lease has ended; its holder's own clock says that it may have. */
function expire(state: State): State {
  const { session, workers } = state;
  return {
    ...state,
    session: { ...session, hold: 'expired' },
    workers: workers.map((worker) =>
      worker.at !== 'out' && worker.epoch === session.epoch
        ? { ...worker, mayBeLate: true, answer: worker.answer === 'none' ? 'none' : 'old' }
        : worker,
    ),
  };
}

/** Any number of the last records may be lost. */
function lossMoves(state: State, loss: Loss): Move[] {
  const { session } = state;
  return session.keys.map((_, left) => {
    const keys = session.keys.slice(0, left);
    const count = loss === 'records' ? session.count : left;
    const name = `the store loses its last ${loss}`;
    return { name, state: { ...state, session: { ...session, keys, count, hasLost: true } } };
  });
}
