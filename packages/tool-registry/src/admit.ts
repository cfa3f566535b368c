import type { Json, JsonObject } from '@loopwright/core-parser';
import { toJson } from '@loopwright/core-parser';
import type { Call } from './call.ts';
import { callContent } from './call-content.ts';
import { describeError } from './describe-error.ts';
import { typeName } from './describe-issues.ts';
import { displayName, errorObservation } from './error-observation.ts';
import type { Observation, ToolError } from './observation.ts';
import { readProperty } from './read-property.ts';
import type { Tool } from './tool.ts';
import { validateArguments } from './validate-arguments.ts';

/** A call that may be performed. */
export type AdmittedCall = {
  readonly ok: true;
  readonly tool: Tool;
  readonly call: Call;
  /** What the schema put out. */
  readonly args: unknown;
  /** What identifies the content of the call: the tool's signature of it, or all arguments. */
  readonly content: Json;
};

/** Whether a call may be performed. A refused `call` is kept for the audit. */
export type Admission =
  | AdmittedCall
  | { readonly ok: false; readonly observation: Observation; readonly call?: Call };

/** Checks a call: readable, of an allowed tool, with arguments that fit. Total. */
export async function admitCall(
  tools: ReadonlyMap<string, Tool>,
  call: Call,
  maxChars: number,
): Promise<Admission> {
  const name = readProperty(call, 'tool');
  const refuse = (error: ToolError): Admission => ({
    ok: false,
    observation: errorObservation(displayName(name), error, maxChars),
    call,
  });

  const unreadable = unreadableReason(call);
  if (unreadable !== undefined) {
    return refuse({
      type: 'UnreadableCall',
      class: 'fixable_by_model',
      code: 'unreadable_call',
      message: unreadable,
    });
  }
  const tool = tools.get(call.tool);
  if (tool === undefined) {
    return refuse({
      type: 'UnknownTool',
      class: 'fixable_by_model',
      code: 'unknown_tool',
      message: `there is no tool of this name. ${availableTools(tools)}`,
    });
  }
  const refuseArguments = (message: string) =>
    refuse({
      type: 'InvalidArguments',
      class: 'fixable_by_model',
      code: 'invalid_arguments',
      message,
    });

  // A copy without `__proto__` keys: the tool gets nothing that could reach a prototype.
  const args = toJson(readProperty(call, 'args') ?? {});
  if (typeof args !== 'object' || args === null || Array.isArray(args)) {
    return refuseArguments(`the arguments must be an object, received ${typeName(args)}`);
  }
  // A schema that changes its input must not change what was sent.
  const checked = await validateArguments(tool, toJson(args) as JsonObject);
  if (!checked.ok) return refuseArguments(checked.message);
  try {
    const content = await callContent(tool, checked.value, args);
    return { ok: true, tool, call, args: checked.value, content };
  } catch (thrown) {
    // Falling back to all arguments could take a repeated payment for a new one.
    const { type } = describeError(thrown);
    return refuse({
      type: 'SignatureFailed',
      class: 'permanent',
      code: 'failed',
      message: `the tool could not tell what identifies this call (${type}), so it was not started`,
    });
  }
}

function unreadableReason(call: Call): string | undefined {
  if (typeof readProperty(call, 'tool') !== 'string') return 'the call names no tool';
  const reason = readProperty(call, 'unreadable');
  if (reason === undefined) return undefined;
  return typeof reason === 'string' && reason !== '' ? reason : 'the call could not be read';
}

/** Names beyond this many characters are only counted, so that a large registry does not fill the text. */
const maxListChars = 1_000;

function availableTools(tools: ReadonlyMap<string, Tool>): string {
  if (tools.size === 0) return 'No tools are available';
  const names: string[] = [];
  let chars = 0;
  for (const name of tools.keys()) {
    chars += name.length + 2;
    if (chars > maxListChars) break;
    names.push(name);
  }
  const rest = tools.size - names.length;
  return `Available tools: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
