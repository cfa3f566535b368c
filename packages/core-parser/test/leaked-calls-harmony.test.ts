import { describe, expect, it } from 'vitest';
import { parseStep } from '../src/index.ts';

const analysis = '<|channel|>analysis<|message|>I think.<|end|>';
const call =
  '<|start|>assistant<|channel|>commentary to=functions.search <|constrain|>json<|message|>{"q": "x"}<|call|>';
const answer = '<|start|>assistant<|channel|>final<|message|>It is 4.<|return|>';

describe('harmony calls', () => {
  it('P1: the recipient may stand in the role or in the channel, the type of the content is free', () => {
    for (const header of [
      '<|start|>assistant<|channel|>commentary to=functions.search <|constrain|>json',
      '<|start|>assistant<|channel|>commentary to=functions.search<|constrain|>json',
      '<|start|>assistant<|channel|>commentary to=functions.search',
      '<|start|>assistant<|channel|>analysis to=functions.search code',
      '<|start|>assistant to=functions.search<|channel|>commentary json',
      '<|start|>assistant to=functions.search abc<|channel|>analysis',
      '<|start|>to=functions.search<|channel|>commentary',
      ' to=functions.search<|channel|>commentary <|constrain|>json',
      '<|channel|>commentary to=functions.search <|constrain|>json',
      '<|channel|>commentary to=assistant<|channel|>commentary to=functions.search json',
    ]) {
      expect(parseStep(`${header}<|message|>{"q": "x"}`), header).toMatchObject({
        form: 'harmony',
        step: { kind: 'action', tool: 'search', args: { q: 'x' }, flags: [] },
      });
    }
  });

  it('analysis and a preamble are the thought', () => {
    const preamble = '<|start|>assistant<|channel|>commentary<|message|>**Plan**: look.<|end|>';
    expect(parseStep(analysis + preamble + call).step).toMatchObject({
      kind: 'action',
      thought: 'I think.\n**Plan**: look.',
      flags: [],
    });
    expect(parseStep(`I think on.<|end|>${call}`).step).toMatchObject({ thought: 'I think on.' });
  });

  it('a built-in tool keeps its name, and code is no JSON', () => {
    const to = (recipient: string, content: string) =>
      parseStep(`<|channel|>analysis to=${recipient} code<|message|>${content}<|call|>`).step;
    expect(to('browser.search', '{"query": "x"}')).toMatchObject({ tool: 'browser.search' });
    expect(to('python', 'print(1)')).toMatchObject({ code: 'not_json' });
    expect(to('functions.', '{}')).toMatchObject({ code: 'missing_action_name' });
  });

  it('P5: an ended call without content takes no arguments', () => {
    const header = '<|channel|>commentary to=functions.now<|message|>';
    expect(parseStep(`${header}<|call|>`).step).toMatchObject({ kind: 'action', args: {} });
    expect(parseStep(header).step).toMatchObject({ code: 'truncated' });
  });

  it('P3: an answer behind a call rests on no result, and is dropped', () => {
    expect(parseStep(analysis + call + answer).step).toMatchObject({
      kind: 'action',
      tool: 'search',
      flags: ['text_after_input'],
    });
  });

  it('P3: a turn of another role before the step leaves no step', () => {
    const user = '<|start|>user<|message|>And then?<|end|>';
    expect(parseStep(analysis + user + call).step).toMatchObject({
      code: 'empty',
      flags: ['invented_observation'],
    });
  });
});

describe('harmony answers', () => {
  it('P1: the channel final is the answer', () => {
    for (const end of ['<|return|>', '<|end|>', '', '\n']) {
      const text = `${analysis}<|start|>assistant<|channel|>final<|message|>It is {4}.${end}`;
      expect(parseStep(text), end).toEqual({
        form: 'harmony',
        step: {
          kind: 'final',
          answer: 'It is {4}.',
          thought: 'I think.',
          repaired: false,
          flags: [],
        },
      });
    }
    expect(parseStep('<|channel|>final <|constrain|>json<|message|>{"a": 1}').step).toMatchObject({
      kind: 'final',
      answer: '{"a": 1}',
    });
    expect(parseStep(answer + call).step).toMatchObject({
      kind: 'final',
      flags: ['action_ignored_after_final'],
    });
    const user = '<|start|>user<|message|>And then?<|end|>';
    expect(parseStep(answer + user + call).step).toMatchObject({ kind: 'final', flags: [] });
  });

  it('P4: an answer that was cut off is truncated, an ended one is not', () => {
    const open = answer.slice(0, -'<|return|>'.length);
    expect(parseStep(open, { truncated: true }).step).toMatchObject({ code: 'truncated' });
    expect(parseStep(open).step).toMatchObject({ kind: 'final', answer: 'It is 4.' });
    expect(parseStep(answer, { truncated: true }).step).toMatchObject({ kind: 'final' });
    const text = '<|channel|>final<|message|>Final Answer: 4<|return|>';
    expect(parseStep(text, { truncated: true }).step).toMatchObject({ kind: 'final', answer: '4' });
  });

  it('P4: nothing but analysis, an empty answer, or no channel is no answer', () => {
    for (const text of [
      analysis,
      '<|channel|>analysis<|message|>I thi',
      '<|channel|>commentary<|message|>Hello.<|end|>',
      `${analysis}<|start|>assistant<|message|>Hello.<|end|>`,
      `${analysis}<|start|>assistant<|channel|>??<|message|>Hello.<|end|>`,
      `${analysis}<|start|>assistant<|channel|>final<|message|> <|return|>`,
    ]) {
      expect(parseStep(text), text).toMatchObject({ form: 'harmony', step: { code: 'empty' } });
    }
  });

  it('a malformed header before the right one is passed over', () => {
    for (const wrong of [
      '<|channel|>commentary?<|message|>hm<|end|><|start|>assistant',
      '<|channel|>?? let me see<|message|>hm<|end|><|start|>assistant',
      '<|channel|>commentary then to=functions.x follows<|message|>{}<|end|><|start|>assistant',
      '<|channel|>commentary to=assistant',
      '<|start|><|start|>assistant',
      '<|start|>user<|start|>assistant',
    ]) {
      const text = `${wrong}<|channel|>final<|message|>4`;
      expect(parseStep(text), text).toMatchObject({
        form: 'harmony',
        step: { kind: 'final', answer: '4' },
      });
    }
  });

  it('P1: a step in the asked form inside the channel final is that step', () => {
    const final = (content: string) =>
      parseStep(`${analysis}<|start|>assistant<|channel|>final<|message|>${content}<|return|>`)
        .step;
    expect(final('Thought: so.\nAction: search\nAction Input: {"q": "x"}')).toMatchObject({
      kind: 'action',
      tool: 'search',
      args: { q: 'x' },
      thought: 'I think.\nso.',
    });
    expect(final('Thought: so.\nFinal Answer: 4')).toMatchObject({ kind: 'final', answer: '4' });
    expect(final('{"thought": "so.", "action": "search", "action_input": {}}')).toMatchObject({
      kind: 'action',
      thought: 'I think.\nso.',
    });
    expect(final('```\nAction: search\nAction Input: {"q": "x"}\n```')).toMatchObject({
      kind: 'action',
      args: { q: 'x' },
    });
    expect(final('Thought: so.\nAction: Search[x]')).toMatchObject({
      kind: 'action',
      tool: 'Search',
    });
    expect(final('Finish[4]')).toMatchObject({ kind: 'final', answer: '4', thought: 'I think.' });
    expect(final('Action: search\nAction Input: {"q": ')).toMatchObject({ code: 'truncated' });
    for (const text of ['It is {"a": 1}.', '```\n{"a": 1}\n```', 'See [1] and a[0], with b.']) {
      expect(final(text), text).toMatchObject({ kind: 'final', answer: text });
    }
  });

  it('prose about the tokens is no sign', () => {
    for (const text of [
      'The header is <|channel|>final and then <|message|> follows.',
      'The header `<|channel|>final<|message|>` marks the answer.',
      'A message begins with <|start|>assistant and to=functions.x before <|message|>.',
      '<|start|>assistant<|message|>Hello.<|end|>',
      'analysisI think.assistantfinalfour',
    ]) {
      expect(parseStep(text), text).toMatchObject({ form: undefined, step: { code: 'no_anchor' } });
    }
  });
});
