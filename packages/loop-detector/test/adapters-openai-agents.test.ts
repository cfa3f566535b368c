import { describe, expect, it } from 'vitest';
import { isInvalidOptions, loopPresets } from '../src/index.ts';
import type {
  LoopVerdict,
  OpenAiAgentsItem,
  OpenAiAgentsStopOptions,
} from '../src/openai-agents.ts';
import { hintOnLoop, loopVerdict, stopOnLoop } from '../src/openai-agents.ts';

type Outcome = { isFinalOutput: boolean; finalOutput?: string };
type Behavior = (context: object, results: readonly object[]) => Promise<Outcome>;
type Listener = (context: object, tool: unknown, details: { toolCall: unknown }) => void;
type Call = { readonly q: string; readonly output?: unknown };

let callCount = 0;

/** An agent with what the adapter uses of it, and a turn of a run: the tools start, then the results are judged. */
function agentWith(toolUseBehavior: unknown = 'run_llm_again') {
  const listeners: Listener[] = [];
  return {
    toolUseBehavior,
    on: (_event: 'agent_tool_start', listener: Listener) => listeners.push(listener),
    turn(context: object, ...calls: Call[]): Promise<Outcome> {
      const results = calls.map(({ q, output = `About ${q}.` }) => {
        const callId = `call-${callCount++}`;
        const toolCall = {
          type: 'function_call',
          callId,
          name: 'search',
          arguments: `{"q":"${q}"}`,
        };
        for (const listener of listeners) listener(context, {}, { toolCall });
        const rawItem = { type: 'function_call_result', callId };
        return { type: 'function_output', tool: { name: 'search' }, output, runItem: { rawItem } };
      });
      return (this.toolUseBehavior as Behavior)(context, results);
    },
  };
}

/** How many turns with these calls the agent takes until it ends, and its final output. */
async function turnsUntilEnd(
  agent: ReturnType<typeof agentWith>,
  callsOf: (at: number) => Call[],
  context: object = {},
) {
  for (let at = 0; at < 8; at++) {
    const { isFinalOutput, finalOutput } = await agent.turn(context, ...callsOf(at));
    if (isFinalOutput) return { turns: at + 1, finalOutput };
  }
  return undefined;
}

const stopping = (options?: OpenAiAgentsStopOptions) => stopOnLoop(agentWith(), options);

describe('stopOnLoop for the OpenAI Agents SDK', () => {
  it('L1, L6, openai/openai-agents-js#512: ends after four equal turns with an output that says why', async () => {
    const told: LoopVerdict[] = [];
    const agent = stopping({ onVerdict: (verdict) => told.push(verdict) });
    expect(await turnsUntilEnd(agent, () => [{ q: 'fees' }])).toEqual({
      turns: 4,
      finalOutput: 'Stopped: Called search(q=fees) 4 times with the same result.',
    });
    expect(told.map(({ report }) => report.repeats)).toEqual([4]);
  });

  it('L1: ends after two rounds of two calls, and goes on while calls or results differ', async () => {
    const alternating = await turnsUntilEnd(stopping(), (at) => [{ q: at % 2 ? 'fees' : 'rates' }]);
    expect(alternating?.turns).toBe(4);
    expect(await turnsUntilEnd(stopping(), (at) => [{ q: 'abcdefgh'[at]! }])).toBeUndefined();
    const polling = await turnsUntilEnd(stopping(), (at) => [{ q: 'job', output: { ready: at } }]);
    expect(polling).toBeUndefined();
  });

  it('takes parallel calls as one step, presets, and another text for the output', async () => {
    const finalText = ({ report }: LoopVerdict) => JSON.stringify(report.pattern);
    const agent = stopping({ ...loopPresets.strict, finalText });
    expect(await turnsUntilEnd(agent, () => [{ q: 'fees' }, { q: 'rates' }])).toEqual({
      turns: 3,
      finalOutput: '["search(q=fees) + search(q=rates)"]',
    });
  });

  it('counts each run on its own', async () => {
    const agent = stopping();
    const [one, other] = [{}, {}];
    for (const context of [one, other, one, other, one, other]) {
      expect(await agent.turn(context, { q: 'fees' })).toEqual({ isFinalOutput: false });
    }
    expect((await agent.turn(one, { q: 'fees' })).isFinalOutput).toBe(true);
  });

  it('takes calls that were not seen to start for different ones', async () => {
    const agent = stopping();
    const unseen = agentWith(agent.toolUseBehavior);
    expect(await turnsUntilEnd(unseen, () => [{ q: 'fees' }])).toBeUndefined();
  });

  it('asks the function that was there first', async () => {
    const given = (_context: object, results: readonly object[]) =>
      results.length === 2
        ? { isFinalOutput: true, isInterrupted: undefined, finalOutput: 'mine' }
        : { isFinalOutput: false, isInterrupted: undefined };
    const agent = stopOnLoop(agentWith(given));
    const calls = (at: number) => (at < 2 ? [{ q: 'fees' }] : [{ q: 'fees' }, { q: 'fees' }]);
    expect(await turnsUntilEnd(agent, calls)).toEqual({ turns: 3, finalOutput: 'mine' });
    expect((await turnsUntilEnd(agent, () => [{ q: 'fees' }]))?.turns).toBe(4);
  });

  it('leaves an agent alone that stops on its first tool, and refuses names of tools', () => {
    expect(stopOnLoop(agentWith('stop_on_first_tool')).toolUseBehavior).toBe('stop_on_first_tool');
    const refusal = () => {
      try {
        stopOnLoop(agentWith({ stopAtToolNames: ['search'] }));
      } catch (error) {
        return error;
      }
    };
    expect(isInvalidOptions(refusal())).toBe(true);
    expect(String(refusal())).toContain('stopAtToolNames');
  });
});

const question: OpenAiAgentsItem = { type: 'message', role: 'user' };

function items(count: number, argumentsOf: (at: number) => string, output: unknown = '3 USD') {
  return Array.from({ length: count }, (_, at): OpenAiAgentsItem[] => {
    const callId = `call-${callCount++}`;
    return [
      { type: 'function_call', callId, name: 'search', arguments: argumentsOf(at) },
      { type: 'function_call_result', callId, name: 'search', output },
    ];
  }).flat();
}

describe('hintOnLoop for the OpenAI Agents SDK', () => {
  it('L6: adds a message of the user at the third equal turn and leaves the rest as it is', () => {
    const filter = hintOnLoop();
    const input = [question, ...items(3, () => '{"q":"fees"}')];
    const few = [question, ...items(2, () => '{"q":"fees"}')];
    expect(filter({ modelData: { input: few, instructions: 'Be brief.' } })).toEqual({
      input: few,
      instructions: 'Be brief.',
    });
    const hinted = filter({ modelData: { input, instructions: 'Be brief.' } });
    expect(hinted.instructions).toBe('Be brief.');
    expect(hinted.input.slice(0, -1)).toEqual(input);
    expect(hinted.input.at(-1)).toEqual({
      role: 'user',
      content:
        'Called search(q=fees) 3 times with the same result. The result is already there: use it and go on. If you are waiting, wait longer or do something else first.',
    });
  });
});

describe('loopVerdict for the OpenAI Agents SDK', () => {
  it('counts from the latest question', () => {
    const asked = items(3, () => '{"q":"fees"}');
    const again = items(4, () => '{"q":"fees"}');
    expect(loopVerdict([question, ...asked, question, ...asked])?.kind).toBe('hint');
    expect(loopVerdict([question, ...again])?.kind).toBe('stop');
    expect(loopVerdict([question, ...again, question])).toBeUndefined();
  });

  it('compares arguments as JSON, and what is no JSON as text', () => {
    const spellings = ['{"q":"fees","n":1}', '{ "n": 1, "q": "fees" }'];
    expect(loopVerdict(items(4, (at) => spellings[at % 2]!))?.report.kind).toBe('repeat');
    expect(loopVerdict(items(4, () => '{"q":'))?.report.pattern).toEqual(['search(value={"q":)']);
    expect(loopVerdict(items(4, () => ''))?.report.pattern).toEqual(['search()']);
  });

  it('takes calls without a result between them for one reply', () => {
    const pair = () => {
      const [one, oneResult] = items(1, () => '{"q":"fees"}');
      const [other, otherResult] = items(1, () => '{"q":"rates"}');
      return [one!, other!, oneResult!, otherResult!];
    };
    expect(loopVerdict([...pair(), ...pair(), ...pair()])).toMatchObject({
      kind: 'hint',
      report: { pattern: ['search(q=fees) + search(q=rates)'], repeats: 3 },
    });
  });
});
