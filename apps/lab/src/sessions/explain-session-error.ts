import { isJournalError, type JournalError } from '@loopwright/agent-run';

/**
 * What a store or a session refused and what can be done about it, in one sentence. It holds no password, because neither
 * stores nor sessions repeat an address.
 */
export function explainSessionError(error: unknown, session: string): string {
  return isJournalError(error) ? explainRefusal(error, session) : explainStore(error);
}

/** How a session was begun otherwise, by the key of a `stamp_mismatch`. */
const beginnings: Readonly<Record<string, string>> = {
  strategy: 'by another strategy',
  version: 'by another version of its strategy',
  codec: 'with another codec',
  startFrom: 'from another start',
};

function explainRefusal(error: JournalError, session: string): string {
  switch (error.code) {
    case 'in_use':
      return `Another process holds session ${session}: wait until it has ended, or name another --session.`;
    case 'stamp_mismatch':
      if (Object.hasOwn(beginnings, error.key)) {
        return `Session ${session} was begun ${beginnings[error.key]}: use the program that began it, or name another --session.`;
      }
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
  const text = messageOf(error);
  if (text.includes('npm install ioredis')) {
    return 'A store in Redis needs its client ioredis, which is not installed: `npx pnpm install` in this repository brings it, or name --store sqlite:FILE.';
  }
  if (text.includes('needs Node')) {
    return `A store in SQLite needs Node 24 or newer, and this is ${process.versions.node}: name --store redis://HOST:PORT, or take another Node.`;
  }
  return `The store cannot be used: ${text}.`;
}

/** The error and what caused it. */
function messages(error: unknown): string {
  const { cause } = Object(error) as { cause?: unknown };
  return cause === undefined ? messageOf(error) : `${messageOf(error)}: ${messages(cause)}`;
}

/** On one line. */
function messageOf(error: unknown): string {
  const { message } = Object(error) as { message?: unknown };
  return String(message ?? error).replaceAll(/\s+/g, ' ');
}
