/**
 * What a store may lose, once, at any time. `records`: the last ones, and the row of the session keeps its count.
 * `records and count`: both go back together, as in a restored backup.
 */
export type Loss = 'records' | 'records and count';

/** How far all orders of events are explored. Two workers are alive at most, and nothing tells them apart. */
export type Bounds = {
  /** Epochs that are given in all, by both workers. */
  claims: number;
  /** Messages of ended lives that are on the way at once; what is sent beyond that is lost. */
  late: number;
  /** What the store may lose. */
  losses: readonly Loss[];
};

/** What is explored: more claims with fewer messages of ended lives and the other way round, and a store that loses records. */
export const explored = {
  'messages of ended lives': { claims: 3, late: 2, losses: [] },
  'more claims': { claims: 4, late: 1, losses: [] },
  'lost records': { claims: 3, late: 1, losses: ['records'] },
} as const satisfies Record<string, Bounds>;

/** What no count shows: something must go wrong, and the model says what. */
export const unseenLoss = {
  claims: 3,
  late: 1,
  losses: ['records and count'],
} as const satisfies Bounds;
