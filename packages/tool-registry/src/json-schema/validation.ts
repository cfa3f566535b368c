import type { Json } from '@loopwright/core-parser';
import type { CheckedSchema } from './check-schema.ts';

/** What does not fit, as Standard Schema tells it. `expected` is a type, where that says it all. */
export type Issue = {
  readonly message: string;
  readonly path: readonly (string | number)[];
  readonly expected?: string;
};

/** Where a value is checked: as many levels deep as it is long. */
export type Path = readonly (string | number)[];

/** Whether a value fits. `unsure`: only if an ignored pattern does. */
type Fit = 'fits' | 'unsure' | 'does not fit';

/** One validation on its way, shared by the checks of all kinds of values. */
export type Validation = {
  readonly schema: CheckedSchema;
  /** Counts work; false when there is no more to spend, and then nothing else matters. */
  readonly spend: (steps: number) => boolean;
  /** The message is made only where it is told. */
  readonly report: (path: Path, message: string | (() => string), expected?: string) => void;
  /** Refuses the whole value: it cannot be told whether a part of it fits. */
  readonly giveUp: (path: Path, message: string) => void;
  /** The canonical text of a part; undefined when that would cost too much. */
  readonly canonical: (part: Json) => string | undefined;
  /** An ignored pattern could have said no. */
  readonly doubt: () => void;
  /** Checks a value against an inner schema and reports what does not fit. */
  readonly check: (schema: Json | undefined, value: Json, path: Path) => void;
  /** Tries an inner schema and reports nothing. */
  readonly fit: (schema: Json | undefined, value: Json, path: Path) => Fit;
};
