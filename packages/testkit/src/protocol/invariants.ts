/** What may not be; the names of the invariants. */
export const invariants = {
  once: 'a once effect happens at most once',
  idempotent: 'an idempotent effect happens once, however often it is made',
  stored: 'a step that was stored when its worker claimed the session does not run again',
  fenced: 'a fenced worker stores nothing',
  oneWriter: 'two holders never both append',
  epoch: 'epochs rise',
  own: 'a worker lets no step start in a session that another has claimed',
  honest: 'an effect that happened is told as done or as unknown, and done only by who made it',
  answered: 'a step starts only when all steps before it are stored',
  givenBack: 'a session that was given back changes only when it is claimed',
  unblocked: 'a finished session is given to whoever asks, at once',
  lost: 'nobody who reads a session behind lost records goes on or is given its result',
} as const;
