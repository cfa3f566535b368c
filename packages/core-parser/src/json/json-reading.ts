import type { ParseErrorCode } from '../parse-error-code.ts';
import type { JsonObject } from './json.ts';

/** What `extractJson` found: one plain object, or why there is none. */
export type JsonReading =
  | {
      ok: true;
      value: JsonObject;
      /** The text of the object itself. */
      raw: string;
      /** True when `JSON.parse` would not have read `raw`. */
      repaired: boolean;
      /** The text after the object and after the fence that held it. */
      rest: string;
    }
  | {
      ok: false;
      code: ParseErrorCode;
      /** Fit to be shown to the model. */
      message: string;
    };

export type ExtractJsonOptions = {
  /** The text was cut off by the token limit: what cannot be read is then reported as `truncated`. Default false. */
  truncated?: boolean;
};
