/** Why a completion could not be read. The set is closed: a new code is a new minor version. */
export const parseErrorCodes = [
  'empty',
  'no_anchor',
  'missing_action_name',
  'missing_action_input',
  'not_json',
  'not_object',
  'truncated',
  'text_after_input',
  'multiple_actions',
  'both_action_and_final',
  'duplicate_key',
  'forbidden_key',
  'not_a_tool',
  'too_large',
  'unreadable_step',
  'empty_plan',
  'multiple_plans',
  'invalid_id',
  'duplicate_id',
  'unknown_reference',
  'unknown_tool',
  'cycle',
  'too_many_steps',
  'unresolved_reference',
] as const;

/** One of {@link parseErrorCodes}. */
export type ParseErrorCode = (typeof parseErrorCodes)[number];
