import { isJournalError } from '@loopwright/agent-run';
import type { SessionOptions } from './session-options.ts';

/** What a store or a session refused and what can be done about it, in one sentence that holds no password. */
export function explainSessionError(error: unknown, { store, session }: SessionOptions): string {
  const sentence = isJournalError(error)
    ? explainCode(error.code, session, error)
    : explainStore(error);
  return secretsOf(store).reduce((shown, it) => shown.replaceAll(it, '[redacted]'), sentence);
}

/** Only an address can hold a password; the name of a file is shown. Shorter texts stand in other places, too. */
function secretsOf(store: string): string[] {
  if (store.startsWith('sqlite:')) return [];
  const password = URL.canParse(store) ? new URL(store).password : '';
  return [store, password].filter((text) => text.length > 3);
}

function explainCode(code: string, session: string, error: Error): string {
  switch (code) {
    case 'in_use':
      return `Another process holds session ${session}: wait until it has ended, or name another --session.`;
    case 'stamp_mismatch':
      return `Session ${session} was begun with other options: give the --format, --max-steps, --timeout-ms, --provider and --model of its beginning, or name another --session.`;
    case 'replay_mismatch':
      return `Session ${session} holds other steps than this run asks for: it was written by another version of the demo; name another --session.`;
    case 'newer_format':
      return `Session ${session} or its store was written by a newer version and was left as it is: use that version, or name another --store.`;
    case 'fenced':
      return `Another process has taken session ${session} over; this one stored nothing more.`;
    case 'not_stored':
      return `The store did not take a step of session ${session} (${messages(error)}): give the same command again to go on.`;
    default:
      return `Session ${session} or its store cannot be used: ${error.message}.`;
  }
}

function explainStore(error: unknown): string {
  const text = messages(error);
  if (text.includes('ioredis')) {
    return 'A store in Redis needs its client ioredis, which is not installed: `npx pnpm install` in this repository brings it, or name --store sqlite:FILE.';
  }
  if (text.includes('needs Node')) {
    return `A store in SQLite needs Node 24 or newer, and this is ${process.versions.node}: name --store redis://HOST:PORT, or take another Node.`;
  }
  if (text.includes('max retries')) {
    return 'Nobody answers at the address of --store: start Redis there, or name another address.';
  }
  if (/^(?:NOAUTH|WRONGPASS)/.test(text)) {
    return 'Redis refuses the password in the address of --store, or wants one: redis://:PASSWORD@HOST:PORT.';
  }
  return `The store cannot be used: ${text}`;
}

/** The error and what caused it, on one line. */
function messages(error: unknown): string {
  const { message, cause } = Object(error) as { message?: unknown; cause?: unknown };
  const own = String(message ?? error).replaceAll(/\s+/g, ' ');
  return cause === undefined ? own : `${own}: ${messages(cause)}`;
}
