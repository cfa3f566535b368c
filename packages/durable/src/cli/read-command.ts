import { parseArgs } from 'node:util';
import { storeForms } from '../open-store.ts';

export const usage = `Usage: loopwright-durable COMMAND --store STORE

  sessions                           all sessions: status, stored steps, what they wait for
  show SESSION                       one session: its steps by key and size, and its result
  approve SESSION KEY [--deny]       decides a call that a session waits for
          [--note TEXT]
  resume SESSION --with MODULE       goes on with a session; the module exports a function
         [--new]                     resume({ runtime, detach }) that starts the same run again,
                                     and its codec, if there is one; --new begins a session
STORE is ${storeForms}.

Ends with 0; with 2 when the command line is wrong; with 3 when a resumed run waits or was left; otherwise with 1.
SIGTERM and SIGINT leave a resumed run as it is stored.`;

export type Command =
  | { name: 'sessions'; store: string }
  | { name: 'show'; store: string; sessionId: string }
  | {
      name: 'approve';
      store: string;
      sessionId: string;
      key: string;
      approved: boolean;
      note?: string;
    }
  | { name: 'resume'; store: string; sessionId: string; module: string; isNew: boolean };

/** Reads the command line. @throws Error that says what is wrong. */
export function readCommand(args: string[]): Command | 'help' {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      store: { type: 'string' },
      deny: { type: 'boolean', default: false },
      note: { type: 'string' },
      with: { type: 'string' },
      new: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  const [name, sessionId, key, ...more] = positionals;
  const { store, note, deny, with: module } = values;
  if (store === undefined) throw new Error(`--store is missing: ${storeForms}`);
  if (more.length > 0) throw new Error(`"${more.join(' ')}" is too much`);
  if (name === 'sessions') {
    if (sessionId !== undefined) throw new Error(`"${sessionId}" is too much: sessions lists all`);
    return { name, store };
  }
  if (name !== 'show' && name !== 'approve' && name !== 'resume') {
    throw new Error(`There is no command "${name ?? ''}": sessions, show, approve or resume`);
  }
  if (sessionId === undefined) throw new Error(`${name} needs the name of a session`);
  if (name === 'show') return { name, store, sessionId };
  if (name === 'resume') {
    if (module === undefined) throw new Error('resume needs --with MODULE');
    return { name, store, sessionId, module, isNew: values.new };
  }
  if (key === undefined)
    throw new Error('approve needs the key of the call; show SESSION names it');
  return { name, store, sessionId, key, approved: !deny, ...(note === undefined ? {} : { note }) };
}
