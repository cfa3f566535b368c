import type { Rules } from './rules.ts';
import {
  hasKey,
  type Key,
  outside,
  type State,
  stepsOf,
  type Worker,
  type World,
} from './state.ts';
import { claim, deliver, invariants, release, renew } from './store-moves.ts';

/** One thing that may happen next. `broken` names the invariant that it breaks. */
export type Move = { name: string; state: State; broken?: string | undefined };

/** Everything that may happen next, in any order: that is what covers pauses, delays and deaths. */
export function movesOf(state: State, rules: Rules): Move[] {
  const moves: Move[] = [];
  const { session, workers } = state;
  if (session.isLeased) moves.push({ name: 'the lease expires', state: expire(state) });
  for (const [index, worker] of workers.entries()) {
    const name = `worker ${index + 1}`;
    const put = (change: Partial<State>, next: Worker): State => ({
      ...state,
      ...change,
      workers: workers.map((other, at) => (at === index ? next : other)),
    });
    const found =
      worker.at === 'out'
        ? startMoves(state, worker, rules, put)
        : [...workMoves(state, worker, rules, put), ...endMoves(state, worker, rules, put)];
    if (worker.orphan) {
      const { session, broken } = deliver(state, worker.orphan, rules);
      const next = { ...worker, orphan: undefined };
      found.push({
        name: 'append of an earlier life arrives',
        state: put({ session }, next),
        broken,
      });
    }
    moves.push(...found.map((move) => ({ ...move, name: `${name}: ${move.name}` })));
  }
  return moves;
}

type Put = (change: Partial<State>, next: Worker) => State;

/** Nobody is told that a lease has ended; its holder's own clock says that it may have. */
function expire(state: State): State {
  const { session, workers } = state;
  return {
    ...state,
    session: { ...session, isLeased: false },
    workers: workers.map((worker) =>
      worker.at !== 'out' && worker.epoch === session.epoch ? late(worker) : worker,
    ),
  };
}

function late(worker: Worker): Worker {
  const answer = worker.answer === 'none' ? 'none' : 'old';
  return { ...worker, mayBeLate: true, answer };
}

function startMoves(state: State, worker: Worker, rules: Rules, put: Put): Move[] {
  if (worker.livesLeft === 0) return [];
  if (!rules.claimReadsAfterLocking && !worker.readEarly) {
    const readEarly = state.session.records;
    return [{ name: 'reads', state: put({}, { ...worker, readEarly }) }];
  }
  const claimed = claim(state, rules);
  if (!claimed) return [];
  const { session, epoch, broken } = claimed;
  const livesLeft = worker.livesLeft - 1;
  const claims = state.claims + 1;
  const left = outside({ livesLeft, orphan: worker.orphan });
  if (session.isFinished) {
    const given = { session: { ...session, isLeased: false }, claims };
    return [{ name: 'claims, is given the result', state: put(given, left), broken }];
  }
  const held: Worker = {
    ...left,
    at: 'between',
    epoch,
    claim: claims,
    known: worker.readEarly ?? session.records,
    storedAtClaim: session.records.map(({ key }) => key),
  };
  const moves = [{ name: `claims epoch ${epoch}`, state: put({ session, claims }, held), broken }];
  if (rules.damageEndsSession) return moves;
  const skips = session.records.map(({ key }) => {
    const known = held.known.filter((record) => record.key !== key);
    const name = `claims epoch ${epoch}, skips ${key}, which is damaged`;
    return { name, state: put({ session, claims }, { ...held, known }), broken };
  });
  return [...moves, ...skips];
}

function workMoves(state: State, worker: Worker, rules: Rules, put: Put): Move[] {
  const { session } = state;
  const key = stepsOf(rules).find((step) => !hasKey(worker.known, step));
  if (worker.at === 'between') {
    if (key) return [checkMove(state, worker, key, rules, put)];
    const ord = session.records.length;
    const { epoch, claim } = worker;
    const message = { epoch, claim, ord, key: 'the result', value: 'done' } as const;
    return [{ name: 'sends the result', state: put({}, { ...worker, at: 'sent', message }) }];
  }
  if (worker.at === 'checked') return [runMove(state, worker, key!, rules, put)];
  if (worker.at === 'ran') {
    // The number goes on from what was stored, also where a record was skipped.
    const ord = Math.max(worker.known.length, worker.storedAtClaim.length + ownRecords(worker));
    const { epoch, claim, value } = worker;
    const message = { epoch, claim, ord, key: key!, value };
    return [{ name: `sends ${key}`, state: put({}, { ...worker, at: 'sent', message }) }];
  }
  return [arriveMove(state, worker, rules, put), ...payEarly(state, worker, rules, put)];
}

function ownRecords({ known, claim }: Worker): number {
  return known.filter((record) => record.claim === claim).length;
}

function checkMove(state: State, worker: Worker, key: Key, rules: Rules, put: Put): Move {
  const { session } = state;
  const asks = rules.leaseIsChecked && worker.mayBeLate && !worker.isLost;
  const renewed = asks ? renew(session, worker.epoch, rules) : session;
  if (rules.leaseIsChecked && (worker.isLost || !renewed)) {
    return { name: `is fenced before ${key} starts`, state: put({}, outside(worker)) };
  }
  const isOwn = state.claims === worker.claim;
  const next: Worker = { ...worker, at: 'checked', mayBeLate: asks ? false : worker.mayBeLate };
  return {
    name: `may start ${key}`,
    state: put({ session: renewed! }, next),
    broken: isOwn ? undefined : invariants.own,
  };
}

function runMove(state: State, worker: Worker, key: Key, rules: Rules, put: Put): Move {
  const { value, world } = run(state.world, worker, key, rules);
  const next: Worker = {
    ...worker,
    at: 'ran',
    value,
    hasIntended: worker.hasIntended || key === 'pay/intent',
    hasPaid: worker.hasPaid || world.paid > state.world.paid,
  };
  const isRepeated = worker.storedAtClaim.includes(key);
  const isUntold = key === 'pay' && value === 'not_started' && world.paid > 0;
  const name = key === 'pay' && value !== 'done' ? `says that pay is ${value}` : `runs ${key}`;
  const broken =
    judgeWorld(world) ??
    (isRepeated ? invariants.stored : isUntold ? invariants.honest : undefined);
  return { name, state: put({ world }, next), broken };
}

function run(
  world: World,
  worker: Worker,
  key: Key,
  rules: Rules,
): Pick<Worker, 'value'> & { world: World } {
  const value = 'done';
  if (key === 'put') {
    const idempotencyKey = rules.keyNamesStepOnly ? key : `${key} ${worker.epoch}`;
    return { value, world: { ...world, put: [...new Set([...world.put, idempotencyKey])] } };
  }
  if (key !== 'pay' || worker.hasPaid) return { value, world };
  const isOpenIntent = hasKey(worker.known, 'pay/intent') && !worker.hasIntended;
  if (isOpenIntent && rules.openIntent !== 'run') return { value: rules.openIntent, world };
  return { value, world: { ...world, paid: world.paid + 1 } };
}

function judgeWorld({ paid, put }: World): string | undefined {
  if (paid > 1) return invariants.once;
  return put.length > 1 ? invariants.idempotent : undefined;
}

function arriveMove(state: State, worker: Worker, rules: Rules, put: Put): Move {
  const message = worker.message!;
  const { session, isStored, broken } = deliver(state, message, rules);
  if (!isStored)
    return { name: `is fenced: ${message.key} is not stored`, state: put({}, outside(worker)) };
  const name = `${message.key} is stored`;
  if (message.key === 'the result')
    return { name, state: put({ session }, outside(worker)), broken };
  const { key, value, claim } = message;
  const known = [...worker.known, { key, value, claim }];
  const next: Worker = { ...worker, at: 'between', known, message: undefined, value: 'done' };
  return { name, state: put({ session }, next), broken };
}

/** Only where the intent is not awaited: the effect happens while the intent is on its way. */
function payEarly(state: State, worker: Worker, rules: Rules, put: Put): Move[] {
  const isEarly = rules.intent === 'not awaited' && worker.message?.key === 'pay/intent';
  if (!isEarly || worker.hasPaid) return [];
  const world = { ...state.world, paid: state.world.paid + 1 };
  const next = { ...worker, hasPaid: true };
  return [{ name: 'runs pay', state: put({ world }, next), broken: judgeWorld(world) }];
}

/** The timer, leaving, and death: possible at any time. */
function endMoves(state: State, worker: Worker, rules: Rules, put: Put): Move[] {
  const { session } = state;
  const moves: Move[] = [{ name: 'dies', state: put({}, outside(worker)) }];
  if (worker.message && !worker.orphan) {
    const left = outside({ ...worker, orphan: worker.message });
    moves.push({ name: 'dies, its append is on the way', state: put({}, left) });
  }
  if (worker.at === 'between' && !worker.isLost) {
    const released = release(session, worker.epoch, rules);
    moves.push({ name: 'leaves and releases', state: put({ session: released }, outside(worker)) });
  }
  const renewed = renew(session, worker.epoch, rules);
  if (!renewed && !worker.isLost) {
    moves.push({ name: 'renews in vain', state: put({}, { ...worker, isLost: true }) });
  } else if (renewed && worker.answer === 'none' && (worker.mayBeLate || !session.isLeased)) {
    const next: Worker = { ...worker, answer: 'fresh' };
    moves.push({ name: 'renews', state: put({ session: renewed }, next) });
  }
  if (worker.answer !== 'none') {
    const isBelieved = worker.answer === 'fresh' || !rules.answersAreDated;
    const mayBeLate = isBelieved ? false : worker.mayBeLate;
    const next: Worker = { ...worker, mayBeLate, answer: 'none' };
    moves.push({ name: 'hears that it renewed', state: put({}, next) });
  }
  return moves;
}
