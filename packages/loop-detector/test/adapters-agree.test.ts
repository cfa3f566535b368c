import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AiSdkStep } from '../src/ai-sdk.ts';
import * as aiSdk from '../src/ai-sdk.ts';
import { loopGuard } from '../src/index.ts';
import type { LangChainMessage } from '../src/langchain.ts';
import * as langChain from '../src/langchain.ts';
import type { OpenAiAgentsItem } from '../src/openai-agents.ts';
import * as openAiAgents from '../src/openai-agents.ts';
import { runGuard, succeed, together } from './run-guard.ts';

/** One call of a scripted reply: `id` is what the model calls it, which may be what it called others. */
type Call = { readonly id: string; readonly tool: string; readonly result: string };
type Script = readonly (readonly Call[])[];

/** What an adapter says after each reply, judged as the run goes on and from the record: where it stops, and why. */
type Ends = { readonly whileRunning: string[]; readonly fromRecord: string[] };

const args = { job: 1 };
const prefixes = (script: Script) => script.map((_, at) => script.slice(0, at + 1));
const textOf = (verdict: { kind: string; text: string } | undefined) =>
  verdict?.kind === 'stop' ? verdict.text : '';

function endsInAiSdk(script: Script): Ends {
  const steps = script.map(
    (calls): AiSdkStep => ({
      toolCalls: calls.map(({ id, tool }) => ({ toolCallId: id, toolName: tool, input: args })),
      toolResults: calls.map(({ id, result }) => ({ toolCallId: id, output: result })),
    }),
  );
  const seen = steps.map((_, at) => steps.slice(0, at + 1));
  return {
    whileRunning: seen.map((given) => {
      let told = '';
      aiSdk.stopOnLoop({ onVerdict: ({ text }) => (told = text) })({ steps: given });
      return told;
    }),
    fromRecord: seen.map((given) => textOf(aiSdk.loopVerdict(given))),
  };
}

function endsInLangChain(script: Script): Ends {
  const seen = prefixes(script).map((replies) => [
    { type: 'human', content: 'Is it ready?' },
    ...replies.flatMap((calls): LangChainMessage[] => [
      {
        type: 'ai',
        content: '',
        tool_calls: calls.map(({ id, tool }) => ({ id, name: tool, args })),
      },
      ...calls.map(({ id, tool, result }) => ({
        type: 'tool',
        name: tool,
        tool_call_id: id,
        content: result,
      })),
    ]),
  ]);
  const { hook } = langChain.stopOnLoop({ finalText: ({ text }) => text }).beforeModel;
  return {
    whileRunning: seen.map((messages) => hook({ messages })?.messages[0]?.content ?? ''),
    fromRecord: seen.map((messages) => textOf(langChain.loopVerdict(messages))),
  };
}

type Listener = (context: object, tool: unknown, details: { toolCall: unknown }) => void;
type Behavior = (context: object, results: readonly object[]) => Promise<{ finalOutput?: string }>;

async function endsInOpenAiAgents(script: Script): Promise<Ends> {
  const listeners: Listener[] = [];
  const agent = openAiAgents.stopOnLoop(
    {
      toolUseBehavior: 'run_llm_again' as unknown,
      on: (_event: string, listener: Listener) => listeners.push(listener),
    },
    { finalText: ({ text }) => text },
  );
  const context = {};
  const items: OpenAiAgentsItem[] = [{ type: 'message', role: 'user' }];
  const ends: Ends = { whileRunning: [], fromRecord: [] };
  for (const reply of script) {
    const calls = reply.map(({ id: callId, tool: name }) => ({
      type: 'function_call',
      callId,
      name,
      arguments: JSON.stringify(args),
    }));
    const results = reply.map(({ id: callId, tool: name, result }) => ({
      type: 'function_call_result',
      callId,
      name,
      output: { type: 'text', text: result },
    }));
    items.push(...calls, ...results);
    for (const toolCall of calls) for (const listen of listeners) listen(context, {}, { toolCall });
    const outputs = results.map((rawItem, at) => ({
      type: 'function_output',
      tool: { name: rawItem.name },
      output: reply[at]!.result,
      runItem: { rawItem },
    }));
    const { finalOutput = '' } = await (agent.toolUseBehavior as Behavior)(context, outputs);
    ends.whileRunning.push(finalOutput);
    ends.fromRecord.push(textOf(openAiAgents.loopVerdict(items)));
  }
  return ends;
}

/** Where `loopGuard` ends a run of these steps, and why. */
function endOfGuard(script: Script): string[] {
  const turns = script.map((calls) =>
    together(...calls.map(({ tool, result }) => succeed(tool, args, result))),
  );
  const stop = runGuard(loopGuard(), turns).find(({ verdict }) => verdict.kind === 'stop');
  return script.map((_, at) => (at + 1 === stop?.n ? textOf(stop.verdict as never) : ''));
}

/** A reply after the first stop is never made. */
const untilStop = (texts: readonly string[]) => {
  const at = texts.findIndex((text) => text !== '');
  return at === -1 ? texts : texts.slice(0, at + 1);
};

const status = (id: string, result: string): Script[number] => [{ id, tool: 'status', result }];
const ids: Record<string, (at: number) => string> = {
  'of its own': (at) => `call-${at}`,
  'that is the same throughout': () => 'call_0',
  'that is empty': () => '',
  'that is missing': () => undefined as unknown as string,
};

describe('the adapters', () => {
  it.each(Object.entries(ids))('LDET-006: polling is no loop with an id %s', async (_ids, idAt) => {
    const script = ['0 %', '25 %', '50 %', '75 %'].map((result, at) => status(idAt(at), result));
    const nothing = { whileRunning: ['', '', '', ''], fromRecord: ['', '', '', ''] };
    expect(endsInAiSdk(script)).toEqual(nothing);
    expect(endsInLangChain(script)).toEqual(nothing);
    expect(await endsInOpenAiAgents(script)).toEqual(nothing);
  });

  it.each(Object.entries(ids))('L1: a loop is one with an id %s', async (_ids, idAt) => {
    const script = [0, 1, 2, 3].map((at) => status(idAt(at), 'queued'));
    const end = ['', '', '', 'Called status(job=1) 4 times with the same result.'];
    expect(endsInAiSdk(script)).toEqual({ whileRunning: end, fromRecord: end });
    expect(endsInLangChain(script)).toEqual({ whileRunning: end, fromRecord: end });
    expect(await endsInOpenAiAgents(script)).toEqual({ whileRunning: end, fromRecord: end });
  });

  it('L1, L6: stop where loopGuard does, and say it afterwards, whatever the ids of the calls', async () => {
    const call = fc.record({
      id: fc.constantFrom('a', 'b', '', undefined as unknown as string),
      tool: fc.constantFrom('status', 'wait'),
      result: fc.constantFrom('1', '2', ''),
    });
    const reply = fc.array(call, { minLength: 1, maxLength: 3 });
    const script = fc.oneof(
      fc.array(reply, { minLength: 1, maxLength: 9 }),
      fc
        .array(reply, { minLength: 1, maxLength: 3 })
        .map((few) => [...few, ...few, ...few, ...few]),
    );
    await fc.assert(
      fc.asyncProperty(script, async (replies) => {
        const expected = untilStop(endOfGuard(replies));
        for (const { whileRunning, fromRecord } of [
          endsInAiSdk(replies),
          endsInLangChain(replies),
          await endsInOpenAiAgents(replies),
        ]) {
          expect(untilStop(whileRunning)).toEqual(expected);
          expect(untilStop(fromRecord)).toEqual(expected);
        }
      }),
      { numRuns: 300 },
    );
  });
});
