import type { JsonObject } from '@loopwright/core-parser';
import { describe, expect, it } from 'vitest';
import type { ReflectedCall, ReflectedObservation } from '../src/index.ts';
import { blockRepeatedFailures } from '../src/index.ts';
import { fail, stepsOf, succeed } from './steps.ts';

const names = ['lookup', 'write', 'poll'];

/** The least that is needed of a collection of tools: three tools that fail until something was written. */
function fakeTools() {
  const performed: string[] = [];
  let isWritten = false;
  const observe = (tool: string, message: string): ReflectedObservation => ({
    tool,
    ok: false,
    text: `ERROR[${tool}]: ${message}`,
    error: { type: 'Error', class: 'permanent', message },
  });
  const admit = async (call: ReflectedCall) =>
    names.includes(call.tool)
      ? { ok: true as const, call }
      : { ok: false as const, observation: observe(call.tool, 'unknown tool') };
  const perform = async (admission: Awaited<ReturnType<typeof admit>>) => {
    if (!admission.ok) return { observation: admission.observation };
    const { tool } = admission.call;
    performed.push(tool);
    if (tool === 'write') isWritten = true;
    const observation = isWritten ? { tool, ok: true, text: 'ok' } : observe(tool, 'not found');
    return { observation };
  };
  const tools = new Map([
    ['lookup', { effect: 'pure' }],
    ['write', { effect: 'idempotent' }],
    ['poll', {}],
  ]);
  const registry = {
    tools,
    admit,
    perform,
    dispatch: async (call: ReflectedCall) => (await perform(await admit(call))).observation,
    refuse: (tool: string, error: { type: string; class: string; message: string }) => ({
      ...observe(tool, error.message),
      error,
    }),
    maxObservationChars: 100,
  };
  return { registry, performed };
}

function call(tool: string, args: JsonObject = { entity: 'mu' }): ReflectedCall {
  return { tool, args };
}

describe('blockRepeatedFailures', () => {
  it('F3: outside a run, a repeated failure is refused by policy and not made', async () => {
    const { registry, performed } = fakeTools();
    const { tools } = blockRepeatedFailures(registry);
    expect((await tools.dispatch(call('lookup'))).error?.class).toBe('permanent');
    const refused = await tools.dispatch(call('lookup'));
    expect(refused.error).toMatchObject({ type: 'RepeatedFailure', class: 'policy' });
    expect(refused.text).toContain('the same call failed in step 1 (not_found)');
    expect(performed).toEqual(['lookup']);
    await tools.dispatch(call('lookup', { entity: 'lemuria' }));
    expect(performed).toEqual(['lookup', 'lookup']);
    expect(tools.maxObservationChars).toBe(100);
  });

  it('F3: tools with an effect change what can be found, unless the caller says which do', async () => {
    const lookUpAgain = async (options?: { changing: string[] }) => {
      const { registry, performed } = fakeTools();
      const { tools } = blockRepeatedFailures(registry, options);
      for (const tool of ['lookup', 'write', 'lookup']) await tools.dispatch(call(tool));
      return performed;
    };
    expect(await lookUpAgain()).toEqual(['lookup', 'write', 'lookup']);
    expect(await lookUpAgain({ changing: [] })).toEqual(['lookup', 'write']);
  });

  it('F3: what the tools themselves refuse, they refuse in their own words', async () => {
    const { tools } = blockRepeatedFailures(fakeTools().registry);
    for (let n = 0; n < 3; n++) {
      expect((await tools.dispatch(call('fly'))).text).toBe('ERROR[fly]: unknown tool');
    }
  });

  it('F3: in a run, the guard tells of the recorded steps, and each run starts anew', async () => {
    const { registry } = fakeTools();
    const { tools, guard } = blockRepeatedFailures(registry);
    const isAdmitted = async () => (await tools.admit(call('lookup'))).ok;
    const [first, second] = stepsOf([
      fail('lookup', { entity: 'mu' }, 'not found'),
      succeed('poll', {}),
    ]);
    const judge = guard();
    expect(await isAdmitted()).toBe(true);
    expect(judge.judge(first!, [])).toBeUndefined();
    expect(await isAdmitted()).toBe(false);
    guard();
    expect(await isAdmitted()).toBe(true);
    // A guard that did not see the steps before reads them.
    expect(guard().judge(second!, [first!])).toBeUndefined();
    expect(await isAdmitted()).toBe(false);
  });

  it('F3: people are told of refused calls, the run goes on', () => {
    const { guard } = blockRepeatedFailures(fakeTools().registry);
    const error = { type: 'RepeatedFailure', class: 'policy', message: 'not made' };
    const observation = { tool: 'lookup', ok: false, text: 'ERROR[lookup]: not made', error };
    const [step] = stepsOf([{ calls: [call('lookup')], observations: [observation] }]);
    expect(guard().judge(step!, [])).toEqual({ kind: 'flag', text: 'ERROR[lookup]: not made' });
  });

  it('F3: the options in force are data, so that a run is not resumed under others', () => {
    const { registry } = fakeTools();
    const { options } = blockRepeatedFailures(registry, {
      exempt: ['poll'],
      transientSteps: 2,
    }).guard();
    expect(options).toMatchObject({ changing: ['write'], exempt: ['poll'], transientSteps: 2 });
    expect(() => blockRepeatedFailures(registry, { transientSteps: -1 })).toThrow(
      'transientSteps must be an integer',
    );
  });
});
