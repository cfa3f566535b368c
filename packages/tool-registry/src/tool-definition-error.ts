import { hasBrand } from './brand.ts';

/** Why a tool or a registry was refused. */
export const toolDefinitionErrorCodes = [
  'invalid_name',
  'reserved_name',
  'duplicate_name',
  'name_collision',
  'unknown_allowed_name',
  'invalid_effect',
  'invalid_schema',
  'invalid_option',
  'missing_context',
  'tools_not_listed',
  'tools_changed',
] as const;

/** One of {@link toolDefinitionErrorCodes}. */
export type ToolDefinitionErrorCode = (typeof toolDefinitionErrorCodes)[number];

/** A mistake in the definition of a tool or registry, thrown before anything runs. */
export type ToolDefinitionError = Error & { readonly code: ToolDefinitionErrorCode };

const brand = Symbol.for('@loopwright/tool-registry/ToolDefinitionError');

export function createToolDefinitionError(
  code: ToolDefinitionErrorCode,
  message: string,
): ToolDefinitionError {
  const error = new Error(message);
  error.name = 'ToolDefinitionError';
  return Object.assign(error, { code, [brand]: true });
}

/** True for a {@link ToolDefinitionError}, also one made by another copy of this package. */
export function isToolDefinitionError(error: unknown): error is ToolDefinitionError {
  return hasBrand(error, brand);
}
