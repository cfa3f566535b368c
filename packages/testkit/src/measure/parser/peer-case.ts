/** A test case of another reader: a text, and what that reader's own tests expect of it. */
export type PeerCase = {
  suite: string;
  path?: string;
  test: string;
  case: number;
  input: string;
  /** The error that the peer raises, or null. */
  raises: string | null;
  /** What is asserted, as subject, relation and value. */
  expect: [subject: string, relation: string, value: unknown][];
  options?: Record<string, string>;
  /** The model whose output the peer reads, where the suite has several. */
  model_format?: string;
};

/** Knows a case by its members. */
export function isPeerCase(value: unknown): value is PeerCase {
  return typeof value === 'object' && value !== null && 'suite' in value && 'expect' in value;
}

/** What a case asks for, in terms that a reading can be compared with. */
export type PeerExpectation =
  | { kind: 'refusal' }
  | { kind: 'value'; value: unknown }
  | { kind: 'call'; tool: string | undefined; input: unknown }
  | { kind: 'calls'; calls: { name: string | null; args: Record<string, string> }[] }
  | { kind: 'answer'; text: string }
  /** Text, or text and reasoning, that the peer hands on. */
  | { kind: 'text'; texts: string[] }
  /** Nothing that a reading of the input could meet, such as the peer's log or an inner function of it. */
  | { kind: 'internal' };

/** The suites about JSON alone; every other suite is about steps. */
const jsonSuites: ReadonlySet<string> = new Set([
  'JSON',
  'jsonrepair (JS)',
  'json_repair (Python)',
  'smolagents code-blob parser',
  'NeMo Agent Toolkit ReWOO',
  'BeeAI (TS) field parser',
]);

/** Which reader is the counterpart of the one that the case was written for. */
export function readerOf({ suite }: PeerCase): 'extractJson' | 'parseStep' {
  return jsonSuites.has(suite) ? 'extractJson' : 'parseStep';
}

/** Reads the assertions of a case. */
export function expectationOf(peerCase: PeerCase): PeerExpectation {
  if (peerCase.raises !== null) return { kind: 'refusal' };
  return readerOf(peerCase) === 'extractJson' ? expectedValue(peerCase) : expectedStep(peerCase);
}

function expectedValue({ expect, options = {}, suite }: PeerCase): PeerExpectation {
  const serialized = expect.find(([subject]) => subject === 'serialized');
  if (serialized !== undefined) return jsonText(serialized[2] as string);
  const assertion = expect.find(
    ([subject, , value]) => isValueSubject(subject) && value !== undefined,
  );
  if (assertion === undefined) return { kind: 'internal' };
  const [subject, , value] = assertion;
  if (suite === 'smolagents code-blob parser' && subject !== 'expected_data') {
    return { kind: 'text', texts: [String(value)] };
  }
  if (value === '') return { kind: 'refusal' };
  if (options.logging === 'True' && subject === 'result') {
    return { kind: 'value', value: (value as unknown[])[0] };
  }
  const isText = typeof value === 'string' && /^(?:JSON|jsonrepair|json_repair)/.test(suite);
  return isText && options.return_objects === undefined
    ? jsonText(value)
    : { kind: 'value', value };
}

function isValueSubject(subject: string): boolean {
  return /^(?:result|repaired|repaired_with_logs|expected|expected_data|output|default_mode|)$/.test(
    subject,
  );
}

function jsonText(text: string): PeerExpectation {
  return { kind: 'value', value: JSON.parse(text) };
}

function expectedStep({ expect }: PeerCase): PeerExpectation {
  const find = (subject: RegExp) => expect.find(([name]) => subject.test(name))?.[2];
  const calls = find(/^tool_calls$/);
  if (calls !== undefined) return { kind: 'calls', calls: calls as never };
  const tool = find(/(?:^|\.)(?:tool|action)$/) as string | undefined;
  const input = find(/(?:^|\.)(?:tool_input|action_input)$/);
  if (tool === 'Final Answer') return { kind: 'answer', text: String(input) };
  if (tool !== undefined || input !== undefined) return { kind: 'call', tool, input };
  const answer = find(/^output$|\['output'\]$/);
  if (answer !== undefined) return { kind: 'answer', text: String(answer) };
  const texts = expect
    .filter(([subject]) => /content$|thinking$|final_state$/i.test(subject))
    .map(([, , value]) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return texts.length > 0 ? { kind: 'text', texts } : { kind: 'internal' };
}
