import type { Message, State, Worker } from './state.ts';

/**
 * A text that two states share when nothing can tell them apart: the two workers may change places, and so may the messages
 * on the way.
 */
export function keyOf({ session, workers, late, world, claims }: State): string {
  const { epoch, hold, keys, count, lastWriter, isFinished, hasLost } = session;
  const [first, second] = workers.map(workerKey) as [string, string];
  const both = first < second ? `${first}|${second}` : `${second}|${first}`;
  const onTheWay = late.length > 1 ? late.map(messageKey).sort().join() : late.map(messageKey)[0];
  return (
    `${epoch}${hold[0]}${keys.join()};${count}${lastWriter}${flag(isFinished)}${flag(hasLost)}` +
    `|${both}|${onTheWay ?? ''}|${world.paid}${world.put.join()};${claims}`
  );
}

function workerKey(worker: Worker): string {
  if (worker.at === 'out' && !worker.readEarly) return '';
  const { at, epoch, claim, known, readEarly, storedAtClaim, next, message } = worker;
  const flags =
    flag(worker.isShort) +
    flag(worker.readsBehindLoss) +
    flag(worker.mayBeLate) +
    flag(worker.hasPaidEarly);
  return (
    `${at}${epoch}${claim}${next}${flags}${worker.answer}${known.join()};${storedAtClaim.join()};` +
    `${readEarly ? `[${readEarly.join()}]` : ''}${message ? messageKey(message) : ''}`
  );
}

function messageKey(message: Message): string {
  if (message.kind !== 'append') return message.kind + message.epoch;
  const { epoch, claim, ord, key, value } = message;
  return `${epoch}${claim}${ord}${key}${value}`;
}

function flag(isSet: boolean): string {
  return isSet ? '1' : '0';
}
