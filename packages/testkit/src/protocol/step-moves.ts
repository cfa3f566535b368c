import { invariants } from './invariants.ts';
import type { Move, Turn } from './moves.ts';
import { type Append, type Key, outside, stepsOf, type Value, type World } from './state.ts';
import { append, renew } from './store-moves.ts';

/** What a worker that holds a session does next: checks its lease, runs a step, sends its record, hears of it. */
export function stepMoves(turn: Turn): Move[] {
  const { worker, rules } = turn;
  const key = stepsOf(rules).find((step) => !worker.known.includes(step));
  if (worker.at === 'between') return key ? checkMoves(turn, key) : [send(turn, 'the result')];
  if (worker.at === 'checked') return [runMove(turn, key!)];
  const early = payEarly(turn);
  if (worker.at === 'stored') return [hearAppend(turn), ...early];
  return [arriveMove(turn), ...early, ...(rules.lostAnswerEndsLife ? [] : [takeForStored(turn)])];
}

/**
 * A worker whose lease may have ended starts nothing until it has heard otherwise; that it asks, and hears, are the moves of
 * its renewal, and that it gives up is that it leaves.
 */
function checkMoves(turn: Turn, key: Key): Move[] {
  const { state, worker, rules, put } = turn;
  const isFirst = worker.next === worker.storedAtClaim.length;
  const isChecked = rules.leaseIsChecked && (rules.lateClaimIsChecked || !isFirst);
  const moves: Move[] = [];
  if (rules.leaseIsChecked && !renew(state.session, worker.epoch, rules).isOk) {
    moves.push({ name: `is fenced before ${key} starts`, state: put(outside) });
  }
  if (worker.mayBeLate && isChecked) return moves;
  const isStored = worker.known.every((known) => state.session.keys.includes(known));
  const broken =
    state.claims > worker.claim
      ? invariants.own
      : isStored || state.session.hasLost
        ? undefined
        : invariants.answered;
  moves.push({ name: `may start ${key}`, state: put({ ...worker, at: 'checked' }), broken });
  return moves;
}

/** The step runs, and its record is sent: nobody sees what is between the two. */
function runMove(turn: Turn, key: Key): Move {
  const { state, worker } = turn;
  const { value, world } = run(turn, key);
  const isRepeated = worker.storedAtClaim.includes(key);
  const isUntold = key === 'pay' && value === 'not_started' && world.paid > 0;
  const broken =
    judgeWorld(world) ??
    (isRepeated ? invariants.stored : isUntold ? invariants.honest : undefined);
  const { state: sent } = send(turn, key, value);
  const name = value === 'done' ? `runs ${key}` : `says that ${key} is ${value}`;
  return { name, state: world === state.world ? sent : { ...sent, world }, broken };
}

function run({ state, worker, rules }: Turn, key: Key): { value: Value; world: World } {
  const { world } = state;
  if (key === 'put') {
    const idempotencyKey = rules.keyNamesStepOnly ? key : `${key} ${worker.epoch}`;
    const put = [...new Set([...world.put, idempotencyKey])];
    return { value: 'done', world: { ...world, put } };
  }
  if (key !== 'pay' || worker.hasPaidEarly) return { value: 'done', world };
  const intent = 'pay/intent';
  const isOpenIntent = worker.known.includes(intent) && worker.storedAtClaim.includes(intent);
  if (isOpenIntent && rules.openIntent !== 'run') return { value: rules.openIntent, world };
  return { value: 'done', world: { ...world, paid: world.paid + 1 } };
}

function judgeWorld({ paid, put }: World): string | undefined {
  if (paid > 1) return invariants.once;
  return put.length > 1 ? invariants.idempotent : undefined;
}

function send({ worker, put }: Turn, key: Append['key'], value: Value = 'done'): Move {
  const { epoch, claim, next: ord } = worker;
  const message: Append = { kind: 'append', epoch, claim, ord, key, value };
  return { name: `sends ${key}`, state: put({ ...worker, at: 'sent', message }) };
}

/** That nothing was stored is so for ever, and may be heard at once; that something was is heard later, or never. */
function arriveMove({ state, worker, rules, put }: Turn): Move {
  const message = worker.message!;
  const { session, isOk, broken } = append(state, message, rules);
  if (!isOk) return { name: `is fenced: ${message.key} is not stored`, state: put(outside) };
  const next = put({ ...worker, at: 'stored' }, { session });
  return { name: `${message.key} is stored`, state: next, broken };
}

function hearAppend({ worker, put }: Turn): Move {
  const { key } = worker.message!;
  const name = `hears that ${key} is stored`;
  if (key === 'the result') return { name, state: put(outside) };
  const known = [...worker.known, key];
  const next = {
    ...worker,
    at: 'between',
    known,
    next: worker.next + 1,
    message: undefined,
  } as const;
  return { name, state: put(next) };
}

/** Only where that rule is broken: the record never arrived. */
function takeForStored(turn: Turn): Move {
  const { key } = turn.worker.message!;
  return { ...hearAppend(turn), name: `takes ${key} for stored` };
}

/** Only where the intent is not awaited: the effect happens while the intent is on its way. */
function payEarly({ state, worker, rules, put }: Turn): Move[] {
  const isEarly = rules.intent === 'not awaited' && worker.message?.key === 'pay/intent';
  if (!isEarly || worker.hasPaidEarly) return [];
  const world = { ...state.world, paid: state.world.paid + 1 };
  const next = put({ ...worker, hasPaidEarly: true }, { world });
  return [{ name: 'runs pay', state: next, broken: judgeWorld(world) }];
}
