/** Nesting deeper than this is refused when read (`too_large`) and cut when converted (`"[too deep]"`). */
export const maxJsonDepth = 200;

/** Longer texts are refused as `too_large` before they are read, in UTF-16 code units. */
export const maxInputChars = 1_000_000;

/**
 * `toJson` converts about so many UTF-16 code units, each value counting 16 beside the length of its text; what lies beyond
 * becomes `"[too large]"`. It bounds values that share parts, whose JSON can be exponentially larger than they are.
 */
export const maxJsonChars = 64_000_000;

/** A plan with more steps is refused as `too_many_steps`. */
export const maxPlanSteps = 20;
