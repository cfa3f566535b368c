import { type PlanReading, parsePlan } from '@loopwright/core-parser';
import type { PlanRecord } from './plan-record.ts';

/** How the reading of a plan compares with what the plan is known to be. */
export type PlanVerdict = {
  kind: 'as expected' | 'further edges' | 'refused' | 'wrong';
  /** What is to be known of it beside the kind; '' where it is as expected. */
  reason: string;
};

/** What stands for the tool of a step that names none. */
const noTool = 'no-tool';

/**
 * Reads a plan and compares it with its record. A graph with more edges than its record is right only where each of these
 * is written in the plan; a refusal of a plan has to name the line or the step.
 */
export function judgePlan(record: PlanRecord): PlanVerdict {
  const reading = parsePlan(record.raw, { defaultTool: noTool, maxSteps: 100 });
  const { expected } = record;
  if (!reading.ok) {
    if (expected.kind === 'refused') return judgeRefusal(reading, expected);
    const isNamed = reading.problems.every(
      ({ line, steps }) => line !== undefined || steps.length > 0,
    );
    return { kind: isNamed ? 'refused' : 'wrong', reason: reading.message };
  }
  if (expected.kind === 'refused') return wrong('it was read as a plan');
  if (reading.form !== record.form) return wrong(`it was read in the form ${reading.form}`);
  const nodes = reading.plan.steps.map(({ id, tool }) => `${id} ${tool}`);
  const knownNodes = expected.nodes.map(({ id, tool }) => `${id} ${tool ?? noTool}`);
  if (nodes.join('\n') !== knownNodes.join('\n')) return wrong(`its steps are ${nodes.join(', ')}`);
  return judgeEdges(reading, expected.edges, record);
}

function judgeRefusal(
  reading: Extract<PlanReading, { ok: false }>,
  { code, line }: Extract<PlanRecord['expected'], { kind: 'refused' }>,
): PlanVerdict {
  const hasCode = code === undefined || reading.problems.some((problem) => problem.code === code);
  const hasLine = line === undefined || reading.problems.some((problem) => problem.line === line);
  return hasCode && hasLine
    ? { kind: 'as expected', reason: '' }
    : wrong(`it was refused as ${reading.code}: ${reading.message}`);
}

function judgeEdges(
  { plan }: Extract<PlanReading, { ok: true }>,
  expected: readonly [string, string][],
  record: PlanRecord,
): PlanVerdict {
  const known = new Set(expected.map(([from, to]) => `${from} → ${to}`));
  const read = plan.steps.flatMap(({ id, dependsOn }) =>
    dependsOn.map((from) => ({ from, to: id, edge: `${from} → ${id}` })),
  );
  const edges = new Set(read.map(({ edge }) => edge));
  const missing = [...known].filter((edge) => !edges.has(edge));
  if (missing.length > 0) return wrong(`edges are missing: ${missing.join(', ')}`);
  const further = read.filter(({ edge }) => !known.has(edge));
  if (further.length === 0) return { kind: 'as expected', reason: '' };
  const shown = further.map(({ edge }) => edge).join(', ');
  return further.every(({ from }) => record.raw.includes(`$${from}.`))
    ? { kind: 'further edges', reason: `its record lacks ${shown}` }
    : wrong(`nothing stands for the edges ${shown}`);
}

function wrong(reason: string): PlanVerdict {
  return { kind: 'wrong', reason };
}
