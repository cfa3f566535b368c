const name = 'SessionRefused';

/** The error of a store or a session that cannot be used now: its message is one sentence for whoever gave the command. */
export function sessionRefused(sentence: string): Error {
  return Object.assign(new Error(sentence), { name });
}

export function isSessionRefused(error: unknown): error is Error {
  return error instanceof Error && error.name === name;
}
