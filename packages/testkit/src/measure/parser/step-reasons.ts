import { objectIn } from './object-in.ts';
import type { PeerCase, PeerExpectation } from './peer-case.ts';
import type { PeerReason } from './peer-reason.ts';

/** Forms that are not read, by the model or the suite that writes them. */
const formsNotRead: Readonly<Record<string, string>> = {
  gemma4: 'Gemma, call:name{key:<|"|>value<|"|>}',
  glm46: 'GLM, <arg_key> and <arg_value>',
  lfm2: 'LFM2, calls of Python',
  olmo3: 'OLMo, <function_calls> of Python',
  'LangChain (py) XML agent': 'XML, <tool> and <tool_input>',
  'smolagents code-blob parser': 'code, <code>',
  'BeeAI (py) line prefix parser': 'lines with prefixes of the caller',
};

const notRead = Object.entries(formsNotRead).map(
  ([writer, form]): PeerReason => ({
    name: `a form that is not read: ${form}`,
    why: 'it is reported as an error, never read as something else',
    applies: ({ suite, model_format: model }, { kind }, { refused }) =>
      refused && (suite === writer || (model === writer && kind === 'calls')),
  }),
);

/** Tokens of chat templates by which a call begins. */
const callMarker =
  /<tool_call>|<\|tool_call|\[TOOL_CALLS\]|<｜tool▁call▁begin｜>|<function_calls>|<\|python_tag\|>/g;

function countCalls(input: string): number {
  return input.match(callMarker)?.length ?? 0;
}

/** Why `parseStep` reads otherwise than the readers of other frameworks. */
export const stepReasons: readonly PeerReason[] = [
  {
    name: 'an inner function of the peer',
    why: 'the case is about no completion, but about a name, a tag or a part of a call',
    applies: (_case, { kind }, { reader, refused }) =>
      reader === 'parseStep' && refused && kind === 'internal',
  },
  ...notRead,
  {
    name: 'a part of a stream',
    why: 'what the peer expects stands in later parts, which the case does not have',
    applies: (peerCase, expectation, { refused }) => refused && expectsMore(peerCase, expectation),
  },
  {
    name: 'several calls in one completion',
    why: 'a step has one action: the second was written without the result of the first',
    applies: ({ input }, { kind }, { refused, reading }) =>
      refused &&
      (kind === 'calls' || kind === 'text') &&
      countCalls(input) > 1 &&
      'code' in reading &&
      reading.code === 'multiple_actions',
  },
  {
    name: 'a call without the tokens around it',
    why: 'the peer gets the text between the tokens; in a completion they are the sign of a call',
    applies: ({ input }, { kind }, { refused }) =>
      refused && kind === 'calls' && input.includes('<｜tool▁sep｜>') && countCalls(input) === 0,
  },
  {
    name: 'labels inside of a line',
    why: 'a label counts at the start of a line only: prose may speak of labels',
    applies: ({ input }, { kind }, { refused }) =>
      refused && kind === 'call' && /Action\s*:/.test(input) && !/^[\s*#_]*Action\s*:/m.test(input),
  },
  {
    name: 'a text as input',
    why: 'our tools take objects: which parameter a text is for would be a guess',
    applies: (_case, expectation, { refused }) =>
      refused && expectation.kind === 'call' && typeof objectIn(expectation.input) === 'string',
  },
  {
    name: 'a list as input',
    why: 'our tools take objects',
    applies: (_case, expectation, { refused }) =>
      refused && expectation.kind === 'call' && Array.isArray(expectation.input),
  },
  {
    name: 'a call that cannot be read',
    why: 'it is an error: the text around it is no answer, and the call was not made',
    applies: ({ input }, { kind }, { refused }) =>
      refused && kind === 'text' && countCalls(input) > 0,
  },
  {
    name: 'text without a step',
    why: 'text is never taken for an answer that the model did not call one',
    applies: ({ input }, { kind }, { refused }) =>
      refused &&
      kind === 'text' &&
      countCalls(input) === 0 &&
      !/^\s*(?:Action|Final Answer)\b/im.test(input),
  },
];

/** True when the peer expects a text or a call that the input does not hold, the tags of templates aside. */
function expectsMore({ input }: PeerCase, expectation: PeerExpectation): boolean {
  if (expectation.kind === 'calls') {
    return expectation.calls.some(({ name }) => name !== null && !input.includes(name));
  }
  const bare = withoutTags(input);
  return (
    expectation.kind === 'text' &&
    expectation.texts.some((text) => !bare.includes(withoutTags(text)))
  );
}

function withoutTags(text: string): string {
  return text.replace(/<[^<>]*>|\[\/?[A-Z_]+\]|\s/g, '');
}
