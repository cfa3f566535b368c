/** The tags and the marker by which calls begin that stand in a text; those of chat templates, `<|…|>`, are no part of this. */
export const toolCallTag = '<tool_call>';
export const functionTagStart = '<function=';
export const parameterTagStart = '<parameter=';
export const toolCallsMarker = '[TOOL_CALLS]';

/** Tags and markers by which only a server begins the result of a tool. */
export const resultMarkers = [
  '<tool_response>',
  '<tool_result>',
  '<tool_results>',
  '<function_result>',
  '<function_results>',
  '[TOOL_RESULTS]',
] as const;

/** The source of a pattern that matches one of the texts, which hold no special characters but brackets. */
export function anyOf(texts: readonly string[]): string {
  return texts.map((text) => text.replace(/[[\]]/g, '\\$&')).join('|');
}
