import type { JournalRecord } from '@loopwright/agent-run';
import {
  checkCount,
  checkFunctions,
  checkNames,
  hasFunctions,
  isObject,
  mustBe,
} from '@loopwright/agent-run/option-checks';
import type { Codec } from './codec.ts';
import type { JournalRuntimeOptions } from './journal-runtime.ts';
import { headerKey } from './records.ts';

const storeMethods = [
  ...['claim', 'renew', 'append', 'finish', 'release', 'signal', 'signals'],
  ...['load', 'list', 'sweep', 'close'],
];

/** @throws ConfigurationError `invalid_option` */
export function checkRuntimeOptions(options: JournalRuntimeOptions): void {
  mustBe(isObject(options), 'The options', 'an object with a store and a sessionId', options);
  checkNames(options, ['store', 'sessionId', 'codec', 'ttlMs', 'keepMs', 'startFrom', 'now']);
  const { store, sessionId, codec, startFrom } = options;
  const isStore = hasFunctions(...storeMethods)(store);
  mustBe(isStore, 'store', 'a JournalStore, such as createMemoryStore()', store);
  const isId = typeof sessionId === 'string' && sessionId.trim() !== '';
  mustBe(isId, 'sessionId', 'a text that is not empty', sessionId);
  checkCodecOption(codec);
  checkCount(options, 'ttlMs', 10);
  checkCount(options, 'keepMs', 0);
  checkFunctions(options, ['now']);
  if (startFrom !== undefined) checkStartFrom(startFrom, sessionId);
}

function checkStartFrom(startFrom: JournalRecord, sessionId: string): void {
  mustBe(isObject(startFrom), 'startFrom', whatStarts, startFrom);
  const isSame = startFrom.sessionId === sessionId;
  mustBe(isSame, 'startFrom.sessionId', `the sessionId ${sessionId}`, startFrom.sessionId);
  const { entries, answers, forkOf } = startFrom;
  const keys = new Set([headerKey]);
  const areEntries = Array.isArray(entries) && entries.every((entry) => isNewEntry(entry, keys));
  mustBe(areEntries, 'startFrom.entries', whatStarts, entries);
  const areAnswers = isObject(answers) && Object.values(answers).every(isAnswer);
  mustBe(areAnswers, 'startFrom.answers', whatStarts, answers);
  const isFork = forkOf === undefined || (isObject(forkOf) && Array.isArray(forkOf.effects));
  mustBe(isFork, 'startFrom.forkOf', whatStarts, forkOf);
}

const whatStarts = 'what journalFromEvents gives';

function isNewEntry(entry: unknown, keys: Set<string>): boolean {
  const { key, value } = Object(entry) as { key?: unknown; value?: unknown };
  if (typeof key !== 'string' || keys.has(key) || !isJsonText(value)) return false;
  keys.add(key);
  return true;
}

function isJsonText(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

function isAnswer(answer: unknown): boolean {
  return isObject(answer) && typeof answer.approved === 'boolean';
}

/** @throws ConfigurationError `invalid_option` */
export function checkCodecOption(codec: Codec | undefined): void {
  const isCodec =
    codec === undefined ||
    (hasFunctions('encode', 'decode')(codec) && typeof codec.id === 'string' && codec.id !== '');
  mustBe(isCodec, 'codec', 'an object with an id, encode and decode', codec);
}
