import { ConfigurationError } from '@loopwright/agent-run';
import {
  findReferences,
  type JsonObject,
  type Plan,
  type PlanStep,
  toJson,
  validatePlan,
} from '@loopwright/core-parser';
import type { ToolRegistry } from '@loopwright/tool-registry';

/** A plan as somebody may have edited it: what a step refers to need not stand in `dependsOn` as well. */
export type EditedPlan = {
  readonly steps: readonly (Omit<PlanStep, 'dependsOn'> & { dependsOn?: readonly string[] })[];
};

/** Problems that a message lists at most. */
const maxListedProblems = 20;

/**
 * A copy of a plan that can be carried out as a whole.
 *
 * @throws ConfigurationError `invalid_option` that lists everything that is wrong with it.
 */
export function checkPlan(
  plan: EditedPlan,
  { tools, maxTasks }: { tools: ToolRegistry; maxTasks: number },
): Plan {
  const { steps } = Object(toJson(plan)) as JsonObject;
  if (!Array.isArray(steps)) refuse(['It must be an object with a list "steps".']);
  const shapes = steps.map(readStep);
  const misshapen = shapes.filter((shape) => typeof shape === 'string');
  if (misshapen.length > 0) refuse(misshapen);
  const checked = { steps: shapes as PlanStep[] };
  const names = [...(tools?.tools?.keys() ?? [])];
  const problems = validatePlan(checked, { tools: names, maxSteps: maxTasks });
  if (problems.length > 0) refuse(problems.map(({ message }) => message));
  return checked;
}

/** A step with all that it depends on, or what is wrong with its shape. */
function readStep(step: unknown, index: number): PlanStep | string {
  const { id, tool, args, thought, dependsOn = [] } = Object(step) as Record<string, unknown>;
  const where = typeof id === 'string' ? id : `Step ${index + 1}`;
  if (typeof id !== 'string') return `${where}: "id" must be a text.`;
  if (typeof tool !== 'string') return `${where}: "tool" must be the name of a tool.`;
  if (typeof args !== 'object' || args === null || Array.isArray(args)) {
    return `${where}: "args" must be an object.`;
  }
  if (!Array.isArray(dependsOn) || !dependsOn.every((each) => typeof each === 'string')) {
    return `${where}: "dependsOn" must be a list of ids.`;
  }
  const references = findReferences(args).map((reference) => reference.id);
  return {
    id,
    tool,
    args: args as JsonObject,
    ...(typeof thought === 'string' ? { thought } : {}),
    dependsOn: [...new Set([...dependsOn, ...references])],
  };
}

function refuse(problems: readonly string[]): never {
  const more = problems.length - maxListedProblems;
  const listed = problems.slice(0, maxListedProblems);
  const lines = [
    'The plan cannot be carried out:',
    ...listed,
    ...(more > 0 ? [`There are ${more} more problems.`] : []),
  ];
  throw new ConfigurationError('invalid_option', lines.join('\n'));
}
