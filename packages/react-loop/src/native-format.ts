import { appendNativeTurn } from './append-native-turn.ts';
import { nativeCallsPerStep } from './defaults.ts';
import { nativeTools } from './native-tools.ts';
import { readNativeReply } from './read-native-reply.ts';
import { taskMessages } from './scratchpad.ts';
import type { StepFormat } from './step-format.ts';

/**
 * Native tool calling: the tools stand in the request, calls beside the text of a reply, results in tool messages.
 * Several calls of one reply run together. A reply without a call is the answer; a typed answer has a tool `final` of
 * its own, and `give_up` ends the run without an answer.
 */
export const nativeFormat: StepFormat = {
  name: 'native',
  callsPerStep: nativeCallsPerStep,
  toolsInRequest: true,
  instructions: `Call the tools that you need. Calls that do not need each other's results belong into one turn.

When the answer is in hand, end with it: call final if there is such a tool, else write the answer as text, without any call.

When you cannot find the answer, call give_up with what you did find and the reason.`,
  start: ({ system, tools, answerSchema, ...rest }) => ({
    system,
    messages: taskMessages(rest),
    tools: nativeTools(tools, answerSchema),
    temperature: 0,
  }),
  read: readNativeReply,
  append: appendNativeTurn,
};
