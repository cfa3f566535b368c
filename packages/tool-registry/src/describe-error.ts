import { maskSecretValues } from '@loopwright/core-parser';
import { classifyError } from './classify-error.ts';
import { maxErrorMessageChars } from './defaults.ts';
import { hideTexts } from './leaf-texts.ts';
import { maskPaths } from './mask-paths.ts';
import type { ErrorClass } from './observation.ts';
import { oneLine } from './one-line.ts';
import { readProperty } from './read-property.ts';
import { isToolFailure } from './tool-failure.ts';

/** Anything thrown, as data that a model may read. */
export type ErrorDescription = {
  /** The class of the error, as far as it says; otherwise `Error`. */
  type: string;
  /** One bounded line without stack, credentials and directories. */
  message: string;
  class: ErrorClass;
  /** Milliseconds to wait before another attempt. */
  retryAfterMs?: number;
};

/**
 * Describes any thrown value and never throws itself. Only name, message, code and status are read, so request
 * headers and the like that a client hangs on its errors stay out.
 */
export function describeError(thrown: unknown): ErrorDescription {
  return describeErrorWithout(thrown, []);
}

/** {@link describeError}, with certain texts hidden: the sensitive arguments of the call that failed. */
export function describeErrorWithout(
  thrown: unknown,
  textsToHide: readonly string[],
): ErrorDescription {
  try {
    const raw = hideTexts(rawMessage(thrown), textsToHide);
    const safe = maskSecretValues(oneLine(raw, maxErrorMessageChars));
    // Whoever makes a tool failure wrote its text for the model; an error of a library mentions directories by chance.
    const message = isToolFailure(thrown) ? safe : maskPaths(safe);
    const retryAfterMs = readProperty(thrown, 'retryAfterMs');
    return {
      type: typeName(thrown),
      message: withCode(thrown, message) || 'no message',
      class: classifyError(thrown, raw.slice(0, maxErrorMessageChars)),
      ...(typeof retryAfterMs === 'number' && retryAfterMs >= 0 && retryAfterMs < Infinity
        ? { retryAfterMs }
        : {}),
    };
  } catch {
    return { type: 'Error', message: 'an error that cannot be described', class: 'unknown' };
  }
}

/** The message of an error on one bounded line, without credentials, directories and certain texts. */
export function safeErrorText(message: string, textsToHide: readonly string[]): string {
  return maskPaths(
    maskSecretValues(oneLine(hideTexts(message, textsToHide), maxErrorMessageChars)),
  );
}

function rawMessage(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown;
  if (thrown === undefined || thrown === null) return `${thrown} was thrown`;
  if (typeof thrown === 'object' || typeof thrown === 'function') {
    const message = readProperty(thrown, 'message');
    return typeof message === 'string' ? message : '';
  }
  return String(thrown);
}

function typeName(thrown: unknown): string {
  const name = readProperty(thrown, 'name');
  if (isTypeName(name) && name !== 'Error') return name;
  if (typeof thrown !== 'object') return 'Error';
  const className = readProperty(readProperty(thrown, 'constructor'), 'name');
  return isTypeName(className) && className !== 'Object' ? className : 'Error';
}

function isTypeName(name: unknown): name is string {
  return typeof name === 'string' && name.length <= 64 && /^[A-Za-z_$][\w$.]*$/.test(name);
}

/** "fetch failed" alone helps nobody; the code of the error or of its cause says what happened. */
function withCode(thrown: unknown, message: string): string {
  const code = codeOf(thrown) ?? codeOf(readProperty(thrown, 'cause'));
  if (code === undefined || message.includes(code)) return message;
  return message === '' ? code : `${message} (${code})`;
}

function codeOf(error: unknown): string | undefined {
  if (isToolFailure(error)) return undefined;
  const code = readProperty(error, 'code');
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,40}$/.test(code) ? code : undefined;
}
