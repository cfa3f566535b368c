import type { Move, Turn } from './moves.ts';
import { type Message, outside, type State } from './state.ts';
import { renew } from './store-moves.ts';

/** Death and leaving, possible at any time, and what the timer does meanwhile. */
export function endMoves(turn: Turn): Move[] {
  const { worker, put } = turn;
  const moves: Move[] = [{ name: 'dies', state: put(outside) }];
  if (worker.at === 'claimed') return moves;
  const { message } = worker;
  if (worker.at === 'sent' && hasRoom(turn, 1)) {
    moves.push({ name: 'dies, its append is on the way', state: leave(turn, [message!], false) });
  }
  if (worker.at === 'sent' || worker.at === 'stored') {
    moves.push({ name: `does not hear of ${message!.key}, and leaves`, state: leave(turn) });
  }
  if (worker.at === 'sent' && hasRoom(turn, 2)) {
    const name = 'leaves, its append is on the way';
    moves.push({ name, state: leave(turn, [message!]) });
  }
  if (worker.at === 'between') {
    moves.push({ name: 'leaves', state: leave(turn) });
    if (hasRoom(turn, 2)) {
      const renewal: Message = { kind: 'renewal', epoch: worker.epoch };
      moves.push({ name: 'leaves, its renewal is on the way', state: leave(turn, [renewal]) });
    }
  }
  return [...moves, ...renewalMoves(turn)];
}

/** Ends a life that gives its session back, and leaves messages on the way; where there is no room for them it dies. */
export function leave(
  { state, worker, bounds, put }: Turn,
  more: Message[] = [],
  gives = true,
): State {
  const release: Message[] = gives ? [{ kind: 'release', epoch: worker.epoch }] : [];
  const late = [...state.late, ...more, ...release];
  return put(outside, late.length > bounds.late ? {} : { late });
}

function hasRoom({ state, bounds }: Turn, messages: number): boolean {
  return state.late.length + messages <= bounds.late;
}

/**
 * A renewal in vain is one that fences the next step: nothing else asks. An answer is heard between steps only, where it is
 * looked at.
 */
function renewalMoves({ state, worker, rules, put }: Turn): Move[] {
  const { session, isOk, broken } = renew(state.session, worker.epoch, rules);
  const isOf = worker.mayBeLate || state.session.hold !== 'leased';
  const moves: Move[] = [];
  if (isOk && worker.answer === 'none' && isOf) {
    moves.push({ name: 'renews', state: put({ ...worker, answer: 'fresh' }, { session }), broken });
  }
  if (worker.answer !== 'none' && worker.at === 'between') {
    const isBelieved = worker.answer === 'fresh' || !rules.renewalsAreDated;
    const mayBeLate = isBelieved ? false : worker.mayBeLate;
    const name = isBelieved ? 'hears that it renewed' : 'hears too late that it renewed';
    moves.push({ name, state: put({ ...worker, mayBeLate, answer: 'none' }) });
  }
  return moves;
}
