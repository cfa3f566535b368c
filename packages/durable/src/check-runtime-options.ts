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
  if (startFrom === undefined) return;
  const isRecord = isObject(startFrom) && Array.isArray(startFrom.entries);
  mustBe(isRecord, 'startFrom', 'what journalFromEvents gives', startFrom);
  const isSame = startFrom.sessionId === sessionId;
  mustBe(isSame, 'startFrom.sessionId', `the sessionId ${sessionId}`, startFrom.sessionId);
}

/** @throws ConfigurationError `invalid_option` */
export function checkCodecOption(codec: Codec | undefined): void {
  const isCodec =
    codec === undefined ||
    (hasFunctions('encode', 'decode')(codec) && typeof codec.id === 'string' && codec.id !== '');
  mustBe(isCodec, 'codec', 'an object with an id, encode and decode', codec);
}
