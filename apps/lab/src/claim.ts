/** What a claim rests on: words of the document, or the title of a step of which the document says no more. */
export type Basis = { readonly kind: 'stated' | 'inferred'; readonly words: string };

/** Whether a claim holds, and the plain data that this was read from. */
export type Finding = { readonly holds: boolean; readonly observed: unknown };

/** A sentence about what an experiment showed, with the function that finds out whether it is true. */
export type Claim<Seen> = {
  readonly says: string;
  readonly basis: Basis;
  check(seen: Seen): Finding;
};

/** A claim with what came of it. */
export type CheckedClaim = Finding & {
  /** Number of the experiment and of the claim in it, such as `2.4`. */
  readonly id: string;
  /** The title of the experiment. */
  readonly experiment: string;
  readonly claim: string;
  readonly basis: Basis;
};

/** The words of the document that state a claim. */
export function stated(words: string): Basis {
  return { kind: 'stated', words };
}

/** The title of the step that a claim is inferred from. */
export function inferredFrom(title: string): Basis {
  return { kind: 'inferred', words: title };
}
