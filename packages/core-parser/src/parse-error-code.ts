/** Why a completion could not be read. The set is closed: a new code is a new minor version. */
export const parseErrorCodes = [
  'empty',
  'no_anchor',
  'missing_action_name',
  'missing_action_input',
  'not_json',
  'not_object',
  'truncated',
  'multiple_actions',
  'both_action_and_final',
  'duplicate_key',
  'forbidden_key',
  'not_a_tool',
  'too_large',
] as const;

/** One of {@link parseErrorCodes}. */
export type ParseErrorCode = (typeof parseErrorCodes)[number];
