import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AiSdkStep, LoopVerdict } from '../src/ai-sdk.ts';
import { hintOnLoop, loopVerdict, stopOnLoop } from '../src/ai-sdk.ts';
import { isInvalidOptions, loopPresets } from '../src/index.ts';

type Call = { readonly toolName: string; readonly input: unknown; readonly output?: unknown };

let callCount = 0;

/** A finished step as version 5 and later record it. */
function stepOf(...calls: Call[]): AiSdkStep {
  const made = calls.map((call) => ({ ...call, toolCallId: `call-${callCount++}` }));
  return {
    toolCalls: made.map(({ toolCallId, toolName, input }) => ({ toolCallId, toolName, input })),
    toolResults: made.map(({ toolCallId, output }) => ({ toolCallId, output })),
    content: made.map(({ toolCallId }) => ({ type: 'tool-call', toolCallId })),
  };
}

const fees: Call = { toolName: 'search', input: { q: 'fees' }, output: '3 USD' };
const rates: Call = { toolName: 'search', input: { q: 'rates' }, output: '2 %' };
const answer: AiSdkStep = { toolCalls: [], toolResults: [], content: [{ type: 'text' }] };

function times(count: number, makeStep: (at: number) => AiSdkStep): AiSdkStep[] {
  return Array.from({ length: count }, (_, at) => makeStep(at));
}

/** After how many steps the condition is met. */
function stepsUntil(condition: ReturnType<typeof stopOnLoop>, steps: readonly AiSdkStep[]) {
  const at = steps.findIndex((_, index) => condition({ steps: steps.slice(0, index + 1) }));
  return at === -1 ? undefined : at + 1;
}

describe('stopOnLoop for the AI SDK', () => {
  it('L1, L6, vercel/ai#17606: is met at the fourth equal step, and says why', () => {
    const told: LoopVerdict[] = [];
    const condition = stopOnLoop({ onVerdict: (verdict) => told.push(verdict) });
    expect(
      stepsUntil(
        condition,
        times(8, () => stepOf(fees)),
      ),
    ).toBe(4);
    expect(told).toEqual([
      {
        kind: 'stop',
        text: 'Called search(q=fees) 4 times with the same result.',
        report: {
          kind: 'repeat',
          pattern: ['search(q=fees)'],
          repeats: 4,
          cause: 'success_not_recognised',
        },
      },
    ]);
  });

  it('L1: is met after two rounds of two calls', () => {
    const steps = times(8, (at) => stepOf(at % 2 === 0 ? fees : rates));
    expect(stepsUntil(stopOnLoop(), steps)).toBe(4);
  });

  it('takes parallel calls as one step, in whatever order they are made', () => {
    const steps = times(8, (at) => (at % 2 === 0 ? stepOf(fees, rates) : stepOf(rates, fees)));
    expect(stepsUntil(stopOnLoop(), steps)).toBe(4);
    const once = [stepOf(fees, fees, fees, fees)];
    expect(stepsUntil(stopOnLoop(), once)).toBeUndefined();
  });

  it('is not met while the results change, and is when only calls are compared', () => {
    const steps = times(8, (at) => stepOf({ ...fees, output: { ready: at } }));
    expect(stepsUntil(stopOnLoop(), steps)).toBeUndefined();
    expect(stepsUntil(stopOnLoop({ resultAware: false }), steps)).toBe(4);
  });

  it('L3: takes presets and the arguments that count for each tool', () => {
    const steps = times(8, (at) => stepOf({ ...fees, input: { q: 'fees', page: at } }));
    expect(stepsUntil(stopOnLoop(loopPresets.strict), steps)).toBeUndefined();
    const signatures = { search: ['q'] };
    expect(stepsUntil(stopOnLoop({ ...loopPresets.strict, signatures }), steps)).toBe(3);
  });

  it('L6: a tool that throws is a repeated failure, and another message another failure', () => {
    const failing = (message: string): AiSdkStep => {
      const { toolCalls } = stepOf(fees);
      const { toolCallId } = toolCalls[0]!;
      const content = [{ type: 'tool-error', toolCallId, error: new Error(message) }];
      return { toolCalls, toolResults: [], content };
    };
    const steps = times(4, () => failing('down'));
    expect(loopVerdict(steps)?.report.cause).toBe('failure_repeated');
    expect(
      loopVerdict(times(4, (at) => failing(`down since ${['one', 'two', 'six', 'ten'][at]}`))),
    ).toBe(undefined);
  });

  it('reads the names of version 4, the last of several results, and calls without one', () => {
    const old = times(4, () => ({
      toolCalls: [{ toolCallId: '1', toolName: 'search', args: { q: 'fees' } }],
      toolResults: [{ toolCallId: '1', result: '3 USD' }],
    }));
    expect(loopVerdict(old)?.text).toBe('Called search(q=fees) 4 times with the same result.');

    const streamed = times(4, (at) => {
      const { toolCalls, toolResults } = stepOf(fees);
      const { toolCallId } = toolCalls[0]!;
      return { toolCalls, toolResults: [...toolResults, { toolCallId, output: { rows: at } }] };
    });
    expect(loopVerdict(streamed)).toBeUndefined();

    const elsewhere = times(4, () => ({ ...stepOf(fees), toolResults: [] }));
    expect(loopVerdict(elsewhere)?.report.cause).toBe('result_unchanged');
  });

  it('keeps apart arguments that are no objects', () => {
    const steps = times(8, (at) => stepOf({ ...fees, input: `fees ${'abcdefgh'[at]}` }));
    expect(stepsUntil(stopOnLoop(), steps)).toBeUndefined();
    expect(loopVerdict(times(4, () => stepOf({ ...fees, input: 'fees' })))?.report.pattern).toEqual(
      ['search(value=fees)'],
    );
  });

  it('refuses the options that loopGuard refuses', () => {
    const refusal = () => {
      try {
        stopOnLoop({ stopAfterRepeats: 1 });
      } catch (error) {
        return error;
      }
    };
    expect(isInvalidOptions(refusal())).toBe(true);
  });

  it('property: one condition for many runs at once answers as one made anew', () => {
    const call = fc.constantFrom(fees, rates, { ...fees, output: '4 USD' });
    const step = fc.array(call, { maxLength: 2 }).map((calls) => stepOf(...calls));
    const run = fc.array(step, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(run, run, (one, other) => {
        const shared = stopOnLoop();
        for (let length = 1; length <= 12; length++) {
          for (const steps of [one.slice(0, length), other.slice(0, length)]) {
            expect(shared({ steps })).toBe(stopOnLoop()({ steps }));
          }
        }
      }),
    );
  });
});

describe('hintOnLoop for the AI SDK', () => {
  const messages = [{ role: 'user', content: 'Which fees are there?' }] as const;

  it('L6: tells the model at the third equal step, in a message of the user after the others', () => {
    const told: LoopVerdict[] = [];
    const prepareStep = hintOnLoop({ onVerdict: (verdict) => told.push(verdict) });
    expect(prepareStep({ steps: times(2, () => stepOf(fees)), messages })).toBeUndefined();
    expect(prepareStep({ steps: times(3, () => stepOf(fees)), messages })).toEqual({
      messages: [
        ...messages,
        {
          role: 'user',
          content:
            'Called search(q=fees) 3 times with the same result. The result is already there: use it and go on. If you are waiting, wait longer or do something else first.',
        },
      ],
    });
    expect(told.map(({ kind }) => kind)).toEqual(['hint']);
  });

  it('goes on to hint, with advice, where nothing stops the run', () => {
    const prepareStep = hintOnLoop();
    const hinted = prepareStep({ steps: times(5, () => stepOf(fees)), messages });
    expect(hinted?.messages.at(-1)?.content).toBe(
      'Called search(q=fees) 5 times with the same result. The result is already there: use it and go on. If you are waiting, wait longer or do something else first.',
    );
  });
});

describe('loopVerdict for the AI SDK', () => {
  it('speaks of the latest step that called a tool', () => {
    const steps = times(4, () => stepOf(fees));
    expect(loopVerdict([...steps, answer])).toEqual(loopVerdict(steps));
    expect(loopVerdict([...steps, stepOf(rates)])).toBeUndefined();
    expect(loopVerdict([])).toBeUndefined();
  });
});
