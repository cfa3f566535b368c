import type { Json, JsonObject } from '../json/json.ts';
import type { ParseErrorCode } from '../parse-error-code.ts';

/**
 * Something about a reading that the caller may want to know and that does not make it an error. `members_ignored`: the
 * object of a call has members beside its arguments, which are not among them.
 */
export type StepFlag =
  | 'invented_observation'
  | 'reasoning_removed'
  | 'name_normalised'
  | 'text_after_input'
  | 'members_ignored'
  | 'action_ignored_after_final';

/** What one completion of a model says: an action, an answer, a surrender, or one typed error (P1). */
export type ReactStep = ActionStep | FinalStep | GiveUpStep | ParseErrorStep;

/** A call of a tool. `args` is always a plain object; `rawArgs` is the text it was read from. */
export type ActionStep = StepBase & {
  kind: 'action';
  tool: string;
  args: JsonObject;
  rawArgs: string;
};

/** The answer. In the text form it is a string, in the JSON form any value. */
export type FinalStep = StepBase & { kind: 'final'; answer: Json };

/** The model gives up with what it has (T8). Both texts may be empty. */
export type GiveUpStep = StepBase & { kind: 'give_up'; reason: string; partial: string };

/** The completion could not be read; `message` is fit to be shown to the model. */
export type ParseErrorStep = StepBase & {
  kind: 'parse_error';
  code: ParseErrorCode;
  message: string;
};

type StepBase = {
  thought: string;
  /** True when the JSON is none that `JSON.parse` reads, such as one with single quotes or a trailing comma. */
  repaired: boolean;
  flags: StepFlag[];
};

export type ParseStepOptions = {
  /**
   * Names of the tools of this run. When given, decorated names ("`search`", "search (a remark)") resolve to them, and an
   * action announced in words before the call belongs to the thought. A bare name is a call in the bracket form only when
   * it is one of them.
   */
  tools?: readonly string[];
  /** The completion was cut off by the token limit: an incomplete call or answer is then `truncated`. Default false. */
  truncated?: boolean;
};
