import { invariants } from './invariants.ts';
import type { Rules } from './rules.ts';
import type { Append, Message, Session, State } from './state.ts';

/** What the store makes of a message. */
type Delivered = { session: Session; isOk: boolean; broken?: string | undefined };

/** Any message, also of a life that has ended. */
export function deliver(state: State, message: Message, rules: Rules): Delivered {
  if (message.kind === 'append') return append(state, message, rules);
  const { session } = state;
  if (message.kind === 'renewal') return renew(session, message.epoch, rules);
  return { session: release(session, message.epoch, rules), isOk: true };
}

/** `append` and `finish`. */
export function append(state: State, message: Append, rules: Rules): Delivered {
  const { session } = state;
  const { epoch, claim, ord, key } = message;
  const isOwn = epoch === session.epoch || !rules.appendComparesEpoch;
  const isHeld = session.hold !== 'free' || !rules.releaseEndsAppends;
  const isResult = key === 'the result';
  const isNext = isResult || (session.count === ord && !session.keys.includes(key));
  if (!isOwn || !isHeld || session.isFinished || !isNext) return { session, isOk: false };
  const stored = isResult
    ? { ...session, isFinished: true }
    : {
        ...session,
        keys: [...session.keys, key],
        count: session.count + 1,
        lastWriter: Math.max(session.lastWriter, claim),
      };
  return { session: stored, isOk: true, broken: judgeAppend(state, message) };
}

function judgeAppend({ session, world, claims }: State, { claim, key, value }: Append) {
  if (session.lastWriter > claim) return invariants.oneWriter;
  if (claim < claims) return invariants.fenced;
  if (session.hold === 'free') return invariants.givenBack;
  const isFalse =
    (value === 'done' && world.paid === 0) || (value === 'not_started' && world.paid > 0);
  return key === 'pay' && isFalse ? invariants.honest : undefined;
}

/** `renew`: not ok when the epoch is no longer its holder's. */
export function renew(session: Session, epoch: number, rules: Rules): Delivered {
  if (session.epoch !== epoch) return { session, isOk: !rules.renewComparesEpoch };
  const isFree = session.hold === 'free';
  if (isFree && rules.releaseEndsRenewals) return { session, isOk: false };
  const broken = isFree ? invariants.givenBack : undefined;
  return { session: { ...session, hold: 'leased' }, isOk: true, broken };
}

/** `release`: changes nothing when another has claimed the session. */
function release(session: Session, epoch: number, rules: Rules): Session {
  const isOwn = session.epoch === epoch || !rules.releaseComparesEpoch;
  return isOwn ? { ...session, hold: 'free' } : session;
}

/** What the store answers to a claim. */
type Claimed =
  | { kind: 'held'; broken?: string | undefined }
  | { kind: 'finished' }
  | { kind: 'claimed'; session: Session; epoch: number; broken?: string | undefined };

export function claim({ session, claims }: State, rules: Rules): Claimed {
  if (session.isFinished && rules.finishedTakesNoLease) return { kind: 'finished' };
  if (session.hold === 'leased' && rules.claimWaitsForLease) {
    return { kind: 'held', broken: session.isFinished ? invariants.unblocked : undefined };
  }
  const epoch = session.epoch + (rules.claimRaisesEpoch ? 1 : 0);
  const broken = epoch <= claims ? invariants.epoch : undefined;
  return { kind: 'claimed', session: { ...session, epoch, hold: 'leased' }, epoch, broken };
}
