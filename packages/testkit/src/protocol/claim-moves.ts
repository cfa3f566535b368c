import { leave } from './end-moves.ts';
import { invariants } from './invariants.ts';
import type { Move, Turn } from './moves.ts';
import { outside, type Worker } from './state.ts';
import { claim } from './store-moves.ts';

/**
 * The store makes a claim at once; its answer comes later, or never. A question that is on its way needs no state: until it
 * arrives it is a worker that has not asked, and the time of the question only makes its lease end earlier.
 */
export function claimMoves(turn: Turn): Move[] {
  const { state, worker, rules, bounds, put } = turn;
  if (!rules.claimReadsAfterLocking && !worker.readEarly) {
    return [{ name: 'reads', state: put({ ...worker, readEarly: state.session.keys }) }];
  }
  const answer = claim(state, rules);
  if (answer.kind === 'held') {
    return answer.broken ? [{ name: 'is kept waiting', state, broken: answer.broken }] : [];
  }
  if (answer.kind === 'finished') return [giveResult(turn)];
  if (state.claims === bounds.claims) return [];
  const { session, epoch, broken } = answer;
  const claims = state.claims + 1;
  const held: Worker = {
    ...outside,
    at: 'claimed',
    epoch,
    claim: claims,
    known: worker.readEarly ?? session.keys,
    storedAtClaim: session.keys,
    next: session.keys.length,
    isShort: session.keys.length !== session.count,
    readsBehindLoss: session.hasLost,
  };
  const name = `claims epoch ${epoch}`;
  const moves = [{ name, state: put(held, { session, claims }), broken }];
  if (rules.damageEndsSession) return moves;
  const skips = session.keys.map((damaged) => {
    const known = held.known.filter((key) => key !== damaged);
    const state = put({ ...held, known }, { session, claims });
    return { name: `${name}, skips ${damaged}, which is damaged`, state, broken };
  });
  return [...moves, ...skips];
}

function giveResult({ state, rules, put }: Turn): Move {
  const { keys, count, hasLost } = state.session;
  if (rules.countIsChecked && keys.length !== count) {
    return { name: 'is refused the result: records are missing', state: put(outside) };
  }
  const broken = hasLost ? invariants.lost : undefined;
  return { name: 'is given the result', state: put(outside), broken };
}

/** The answer to the claim comes, however late it is. */
export function hearClaim(turn: Turn): Move {
  const { state, worker, rules, put } = turn;
  if (worker.isShort && rules.countIsChecked) {
    return { name: 'is refused the session: records are missing', state: leave(turn) };
  }
  if (state.session.isFinished && !rules.finishedTakesNoLease) {
    return { name: 'is given the result', state: put(outside) };
  }
  const mayBeLate = rules.claimsAreDated ? worker.mayBeLate : false;
  const broken = worker.readsBehindLoss ? invariants.lost : undefined;
  const name = worker.mayBeLate ? 'hears late that it claimed' : 'hears that it claimed';
  return { name, state: put({ ...worker, at: 'between', mayBeLate }), broken };
}
