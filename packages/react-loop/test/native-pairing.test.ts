import { scriptedModel } from '@loopwright/providers/scripted';
import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';
import { nativeFormat, type ReactOptions, runReact } from '../src/index.ts';
import {
  blocksOf,
  called,
  calls,
  callsOf,
  countingTool,
  resultsOf,
  runNative,
} from './native-support.ts';

const tide = () => countingTool('tide', ({ hour }) => 100 + Number(hour));

/** A selector that asks for the tide at an hour of its own, once. */
const choose =
  (hour: number): ReactOptions['selector'] =>
  (thought, { steps }) =>
    steps.length === 0
      ? { kind: 'calls', thought, calls: [{ tool: 'tide', args: { hour } }], flags: [] }
      : { kind: 'final', thought, answer: '107', flags: [] };

describe('the calls of a native turn and what was done', () => {
  it.each([
    ['other arguments than those that were chosen', '{"hour":9}'],
    ['arguments that only the selector could read', '['],
  ])('R5: a call with %s has no result of theirs', async (_, args) => {
    const { tool, seen } = tide();
    const script = [calls(called('tide', args, 'a')), 'Enough.'];
    const { last } = await runNative(script, [tool], { selector: choose(7) });
    expect(seen).toEqual([{ hour: 7 }]);
    expect(resultsOf(last)).toEqual([
      expect.objectContaining({ id: 'a', isError: true, text: expect.stringContaining('read on') }),
    ]);
    expect(blocksOf(last).at(-1)).toBe('Call: tide {"hour":7}\nObservation: 107\n');
  });

  it('R5: the same arguments, however they are written, are the same call', async () => {
    const script = [calls(called('tide', "{'hour': 7, }", 'a')), 'Enough.'];
    const { last } = await runNative(script, [tide().tool], { selector: choose(7) });
    expect(resultsOf(last)).toEqual([{ role: 'tool', id: 'a', text: '107' }]);
    expect(blocksOf(last)).toEqual(['Task: Find out.\n']);
  });

  it('PROV-022: ids beside opaque content stay, also those that come again', async () => {
    const turn = (hour: number) => calls(called('tide', { hour }, 'call_0'));
    const opaque = [{ type: 'tool_use', id: 'call_0' }];
    const script = [turn(7), { ...turn(8), opaque }, { ...turn(9), opaque }, turn(10), 'x'];
    const tools = [tide().tool];
    // Not by `runNative`, which wants ids that never repeat.
    const model = scriptedModel(script);
    const format = nativeFormat;
    await runReact({ task: 'T', model, tools: createToolRegistry({ tools }), format });
    const last = model.requests.at(-1)!;
    const [first, second, third, fourth] = callsOf(last).map(({ id }) => id);
    expect([first, second, third]).toEqual(['call_0', 'call_0', 'call_0']);
    expect(fourth).not.toBe('call_0');
    expect(resultsOf(last).map(({ id }) => id)).toEqual([first, second, third, fourth]);
  });
});
