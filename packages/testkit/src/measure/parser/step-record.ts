/** One completion as a model wrote it, and what it means by a reading that is not ours. */
export type StepRecord = {
  id: string;
  /** Where it was logged, as `family:file`. */
  source: string;
  /** The form that the prompt asked for, in the words of the corpus. */
  format: string;
  raw: string;
  expected: ExpectedStep;
  /** What is unusual about it, such as `hallucinated_observation`. */
  tags: string[];
  /** The completion leaves the form that the prompt asked for. */
  deviates: boolean;
};

/** What a completion means: a call, an answer, a surrender (its reason is the input), or nothing that can be used. */
export type ExpectedStep = {
  kind: 'action' | 'final' | 'give_up' | 'malformed' | 'multi' | 'none';
  tool: string | null;
  input: string | null;
  /** The input is the JSON text of an object; otherwise it is a text. */
  args_json_ok?: boolean;
};

/** Knows a record by its members. */
export function isStepRecord(value: unknown): value is StepRecord {
  return typeof value === 'object' && value !== null && 'raw' in value && 'expected' in value;
}

/** False when the only right reading is a typed error. */
export function expectsReading({ kind }: ExpectedStep): boolean {
  return kind === 'action' || kind === 'final' || kind === 'give_up';
}

/** The repository or product that a record comes from. */
export function familyOf({ source }: StepRecord): string {
  return source.split(':')[0]!;
}

/** The tools of each source: those that its records call without deviating. An answer is no tool unless it has a name. */
export function toolsBySource(records: readonly StepRecord[]): Map<string, string[]> {
  const tools = new Map<string, string[]>();
  for (const { source, expected, deviates } of records) {
    const known = tools.get(source) ?? [];
    tools.set(source, known);
    const { tool } = expected;
    if (!deviates && tool !== null && !known.includes(tool)) known.push(tool);
  }
  return tools;
}
