import { extractJson } from '../json/extract-json.ts';
import { isJsonObject } from '../json/is-json-object.ts';
import type { Json, JsonObject } from '../json/json.ts';
import type { ParseErrorCode } from '../parse-error-code.ts';
import { isNoTool } from '../step/action-name.ts';
import type { StepDraft } from './plan-draft.ts';
import type { PlanForm } from './plan-form.ts';
import type { ParsePlanOptions } from './plan-reading.ts';
import { nameArguments } from './plan-tools.ts';

/** The members that a step may have, by what they mean. Of several with one meaning the first counts. */
const idKeys = ['id', 'label', 'step_number'] as const;
const toolKeys = ['tool', 'tool_to_use', 'name'] as const;
const argsKeys = ['args', 'arguments'] as const;
const thoughtKeys = ['thought', 'description'] as const;

const knownKeys: ReadonlySet<string> = new Set([
  ...idKeys,
  ...toolKeys,
  ...argsKeys,
  ...thoughtKeys,
  'depends_on',
]);

/** The id of a step, a number as its digits, without the mark of a reference. Undefined when it has none. */
export function readStepId(step: JsonObject): string | undefined {
  const id = firstOf(step, idKeys);
  if (typeof id === 'number') return String(id);
  return typeof id === 'string' ? withoutMark(id) : undefined;
}

/** A step, or why it is none. */
export type PlanStepReading =
  | { ok: true; step: StepDraft; repaired: boolean; hasIgnoredMembers: boolean }
  | { ok: false; code: ParseErrorCode; message: string };

/** Reads one step, whose id was read before. */
export function readJsonPlanStep(
  step: Json,
  id: string | undefined,
  form: PlanForm,
  options: ParsePlanOptions,
): PlanStepReading {
  if (!isJsonObject(step)) {
    const shown = JSON.stringify(step).slice(0, 40);
    return failed('not_object', `${shown} is no step, which is an object with id, tool and args.`);
  }
  if (id === undefined) return failed('invalid_id', 'it has no "id". Give every step one.');
  const named = readTool(step);
  const tool = named ?? options.defaultTool;
  if (tool === undefined) return failed('missing_action_name', 'it names no tool.');
  const isInWords = named === undefined || form === 'json_steps';
  const args = readArgs(step, isInWords ? inputInWords(step, tool, options) : undefined);
  if (!args.ok) return args;
  const dependsOn = readDependsOn(step);
  if (dependsOn === undefined) {
    return failed('unreadable_step', '"depends_on" must be a list of ids, such as ["E1"].');
  }
  const thought = firstOf(step, thoughtKeys);
  return {
    ok: true,
    repaired: args.repaired,
    hasIgnoredMembers: otherKeys(step).length > 0 || argsKeys.every((key) => isGiven(step, key)),
    step: {
      id,
      tool,
      args: args.value,
      thought: typeof thought === 'string' ? thought : '',
      dependsOn,
      line: undefined,
    },
  };
}

function failed(code: ParseErrorCode, message: string) {
  return { ok: false as const, code, message };
}

function readTool(step: JsonObject): string | undefined {
  const tool = firstOf(step, toolKeys);
  const name = typeof tool === 'string' ? tool.trim() : '';
  return name === '' || isNoTool(name) ? undefined : name;
}

type ArgsReading =
  | { ok: true; value: JsonObject; repaired: boolean }
  | { ok: false; code: ParseErrorCode; message: string };

/** The description of a step in words as the input of its tool, if that takes any. */
function inputInWords(
  { description }: JsonObject,
  tool: string,
  { tools }: ParsePlanOptions,
): JsonObject | undefined {
  if (typeof description !== 'string' || description === '') return undefined;
  const named = nameArguments([description], tool, tools);
  return typeof named === 'string' ? undefined : named;
}

/** An object, or a text that is the JSON of one, or what the step is in words. */
function readArgs(step: JsonObject, inWords: JsonObject | undefined): ArgsReading {
  const args = firstOf(step, argsKeys);
  if (isJsonObject(args)) return { ok: true, value: args, repaired: false };
  if (typeof args === 'string' && args.trim() !== '') {
    const reading = extractJson(args);
    if (reading.ok && reading.raw === args.trim()) {
      return { ok: true, value: reading.value, repaired: true };
    }
  }
  if (args !== undefined && args !== '') {
    return failed('not_object', '"args" must be a JSON object, such as {"key": "value"}.');
  }
  if (inWords !== undefined) return { ok: true, value: inWords, repaired: false };
  const others = otherKeys(step);
  if (others.length === 0) return { ok: true, value: {}, repaired: false };
  const shown = others.map((key) => JSON.stringify(key)).join(', ');
  return failed(
    'missing_action_input',
    `arguments belong into "args", but the step holds ${shown.slice(0, 200)}.`,
  );
}

function readDependsOn(step: JsonObject): string[] | undefined {
  const written = firstOf(step, ['depends_on']) ?? [];
  const ids = (Array.isArray(written) ? written : [written]).map((id) =>
    typeof id === 'number' ? String(id) : typeof id === 'string' ? withoutMark(id) : undefined,
  );
  return ids.every((id) => id !== undefined) ? ids : undefined;
}

/** Of several members with one meaning the first that is there and not null. */
function firstOf(step: JsonObject, keys: readonly string[]): Json | undefined {
  const key = keys.find((each) => isGiven(step, each));
  return key === undefined ? undefined : step[key];
}

function isGiven(step: JsonObject, key: string): boolean {
  return Object.hasOwn(step, key) && step[key] !== null;
}

function otherKeys(step: JsonObject): string[] {
  return Object.keys(step).filter((key) => !knownKeys.has(key));
}

/** `#E1`, `$var1` and `$var1$` name the steps E1 and var1. */
function withoutMark(id: string): string {
  return id.trim().replace(/^[#$]/, '').replace(/\$$/, '');
}
