import type { Rules } from './rules.ts';
import type { Message, Session, State } from './state.ts';

/** What may not be; the names of the invariants. */
export const invariants = {
  once: 'a once effect happens at most once',
  idempotent: 'an idempotent effect happens once, however often it is made',
  stored: 'a step that was stored when its worker claimed the session does not run again',
  fenced: 'a fenced worker stores nothing',
  oneWriter: 'two holders never both append',
  epoch: 'epochs rise',
  own: 'a worker lets no step start in a session that another has claimed',
  honest: 'an effect that happened is told as done or as unknown, and done only by who made it',
} as const;

/** `append` and `finish`: what the store makes of a message. */
export function deliver(
  state: State,
  message: Message,
  rules: Rules,
): { session: Session; isStored: boolean; broken?: string } {
  const { session } = state;
  const { epoch, claim, ord, key, value } = message;
  const isOwn = epoch === session.epoch || !rules.appendComparesEpoch;
  const isNext = key === 'the result' || session.records.length === ord;
  const isTaken = session.records.some((record) => record.key === key);
  if (!isOwn || session.isFinished || !isNext || isTaken) return { session, isStored: false };
  const broken = judgeAppend(state, message);
  const stored =
    key === 'the result'
      ? { ...session, isFinished: true }
      : { ...session, records: [...session.records, { key, value, claim }] };
  return { session: stored, isStored: true, ...(broken ? { broken } : {}) };
}

function judgeAppend({ session, world, claims }: State, { claim, key, value }: Message) {
  if (session.records.some((record) => record.claim > claim)) return invariants.oneWriter;
  if (claim < claims) return invariants.fenced;
  const isFalse =
    (value === 'done' && world.paid === 0) || (value === 'not_started' && world.paid > 0);
  return key === 'pay' && isFalse ? invariants.honest : undefined;
}

/** `claim`: undefined while somebody else's lease runs. */
export function claim(
  { session, claims }: State,
  rules: Rules,
): { session: Session; epoch: number; broken?: string } | undefined {
  if (session.isLeased && rules.claimWaitsForLease) return undefined;
  const epoch = session.epoch + (rules.claimRaisesEpoch ? 1 : 0);
  const broken = epoch <= claims ? { broken: invariants.epoch } : {};
  return { session: { ...session, epoch, isLeased: true }, epoch, ...broken };
}

/** `renew`: undefined when the epoch is no longer the session's. */
export function renew(session: Session, epoch: number, rules: Rules): Session | undefined {
  if (session.epoch === epoch) return { ...session, isLeased: true };
  return rules.renewComparesEpoch ? undefined : session;
}

export function release(session: Session, epoch: number, rules: Rules): Session {
  const isOwn = session.epoch === epoch || !rules.releaseComparesEpoch;
  return isOwn ? { ...session, isLeased: false } : session;
}
