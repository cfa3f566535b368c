import { storeForms } from '@loopwright/durable/open-store';

/** A run that is stored: where, and under which name. */
export type SessionOptions = { readonly store: string; readonly session: string };

const longestName = 100;

/** Reads `--session` and `--store`, which only make sense together. @throws Error that says what is wrong. */
export function readSessionOptions(values: {
  session?: string | undefined;
  store?: string | undefined;
}): SessionOptions | undefined {
  const { session, store } = values;
  if (session === undefined && store === undefined) return undefined;
  if (store === undefined) {
    throw new Error(`--session needs --store, where its steps are kept: ${storeForms}`);
  }
  if (session === undefined) {
    throw new Error('--store needs --session, the name under which the run can go on');
  }
  if (!/^[\w.:-]+$/.test(session) || session.length > longestName) {
    throw new Error(
      `--session must be 1 to ${longestName} letters, digits and . _ : -, not "${session.slice(0, longestName)}"`,
    );
  }
  if (/^sqlite:(?:|:memory:)$/.test(store)) {
    throw new Error(
      `--store must outlive the process: name ${storeForms}, with a file or an address`,
    );
  }
  return { store, session };
}
