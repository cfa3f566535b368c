import type { ErrorClass } from './observation.ts';
import { errorClasses } from './observation.ts';
import { readProperty } from './read-property.ts';

const transientCodes = new Set([
  'ETIMEDOUT',
  'ESOCKETTIMEDOUT',
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ENETDOWN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'EBUSY',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_SOCKET',
]);
const permanentCodes = new Set(['ENOENT', 'EACCES', 'EPERM', 'EEXIST', 'ENOTDIR', 'EISDIR']);
const transientStatuses = new Set([408, 409, 425, 429]);
/** Not implemented and version not supported stay so, although they are server errors. */
const permanentStatuses = new Set([501, 505]);

const transientWords = [
  'timeout',
  'timed out',
  'temporarily',
  'rate limit',
  'too many requests',
  'service unavailable',
];
const permanentWords = ['not found', 'does not exist', 'no such'];
const fixableWords = ['invalid'];

/** Longer chains of causes are cut: a chain may be a circle. */
const maxCauses = 5;

/**
 * The class of anything thrown: what it says itself, then its code, its HTTP status, its causes, and only then words in
 * its message. Digits in a message are never a status. `unknown` when nothing tells.
 */
export function classifyError(thrown: unknown, message: string): ErrorClass {
  let link: unknown = thrown;
  for (let depth = 0; depth <= maxCauses && link !== undefined && link !== null; depth++) {
    const found = classByStructure(link);
    if (found !== undefined) return found;
    link = readProperty(link, 'cause') ?? firstOf(readProperty(link, 'errors'));
  }
  return classByWords(message);
}

function classByStructure(error: unknown): ErrorClass | undefined {
  const declared = readProperty(error, 'class');
  if (errorClasses.includes(declared as ErrorClass)) return declared as ErrorClass;
  const retryable = readProperty(error, 'retryable') ?? readProperty(error, 'isRetryable');
  if (typeof retryable === 'boolean') return retryable ? 'transient' : 'permanent';
  return classByCode(error) ?? classByStatus(error) ?? classByName(error);
}

function classByCode(error: unknown): ErrorClass | undefined {
  const code = readProperty(error, 'code');
  if (typeof code !== 'string') return undefined;
  if (transientCodes.has(code)) return 'transient';
  return permanentCodes.has(code) ? 'permanent' : undefined;
}

function classByStatus(error: unknown): ErrorClass | undefined {
  const status =
    readProperty(error, 'status') ??
    readProperty(error, 'statusCode') ??
    readProperty(readProperty(error, 'response'), 'status');
  if (typeof status !== 'number' || !(status >= 400 && status <= 599)) return undefined;
  if (transientStatuses.has(status)) return 'transient';
  if (status === 402) return 'quota';
  if (status === 422) return 'fixable_by_model';
  return status >= 500 && !permanentStatuses.has(status) ? 'transient' : 'permanent';
}

function classByName(error: unknown): ErrorClass | undefined {
  const name = readProperty(error, 'name');
  if (name === 'TimeoutError') return 'transient';
  return name === 'AbortError' ? 'aborted' : undefined;
}

function classByWords(message: string): ErrorClass {
  const text = message.toLowerCase();
  const mentions = (words: readonly string[]) => words.some((word) => text.includes(word));
  if (mentions(transientWords)) return 'transient';
  if (mentions(permanentWords)) return 'permanent';
  return mentions(fixableWords) ? 'fixable_by_model' : 'unknown';
}

function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined;
}
