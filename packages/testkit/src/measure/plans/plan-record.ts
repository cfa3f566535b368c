import type { PlanForm } from '@loopwright/core-parser';

/** A plan as some planner wrote it, with the graph that it is known to have. */
export type PlanRecord = {
  id: string;
  /** Who wrote it: what stands before the first colon of the record's `source`. */
  source: string;
  /** The form that it is written in; `prose` is no plan that could be carried out. */
  form: PlanForm | 'prose';
  raw: string;
  expected:
    | {
        kind: 'graph';
        nodes: { id: string; tool: string | undefined }[];
        edges: [string, string][];
      }
    | { kind: 'refused'; code: string | undefined; line: number | undefined };
};

/** The name of a form in a record begins with one of these. */
const formats: readonly (readonly [string, PlanRecord['form']])[] = [
  ['json-plan', 'json'],
  ['rewoo-text', 'text'],
  ['llmcompiler-text', 'numbered'],
  ['json-calls', 'json_calls'],
  ['json-steps', 'json_steps'],
  ['numbered natural-language', 'prose'],
];

/** The call that ends a plan in the numbered form; records count it as a step that waits for all others. */
const endOfPlan = 'join';

/** Reads a record of a corpus of plans; undefined when it is none. */
export function readPlanRecord(record: unknown): PlanRecord | undefined {
  const { id, source, format, raw, expected } = Object(record);
  if (typeof format !== 'string' || typeof raw !== 'string' || typeof expected !== 'object') {
    return undefined;
  }
  const form = formats.find(([name]) => format.startsWith(name))?.[1];
  if (form === undefined) return undefined;
  const base = { id: String(id), source: String(source).split(':')[0]!, form, raw };
  return { ...base, expected: expectationOf(form, expected) };
}

type RawExpectation = {
  refused?: string;
  line?: number;
  nodes?: { id: string; tool: string | null }[];
  edges?: [string, string][];
};

function expectationOf(form: PlanRecord['form'], expected: RawExpectation): PlanRecord['expected'] {
  const { refused, line, nodes = [], edges = [] } = expected;
  if (form === 'prose' || refused !== undefined) return { kind: 'refused', code: refused, line };
  const ends = new Set(
    nodes.filter(({ tool }) => form === 'numbered' && tool === endOfPlan).map(({ id }) => id),
  );
  return {
    kind: 'graph',
    nodes: nodes
      .filter(({ id }) => !ends.has(id))
      .map(({ id, tool }) => ({ id: withoutMark(id), tool: tool ?? undefined })),
    edges: edges
      .filter(([, to]) => !ends.has(to))
      .map(([from, to]) => [withoutMark(from), withoutMark(to)]),
  };
}

function withoutMark(id: string): string {
  return id.replace(/^[#$]/, '');
}
