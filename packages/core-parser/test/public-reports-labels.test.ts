import { describe, expect, it } from 'vitest';
import { parseReactStep } from '../src/index.ts';

const tools = ['find', 'sum', 'wipe'];
const read = (text: string) => parseReactStep(text, { tools });

describe('public reports: labels, answers and quotations in the text form', () => {
  it('PARSE-001: an invented observation ends the completion; the action before it runs, its answer does not count', () => {
    const step = read(
      'Thought: look it up\nAction: find\nAction Input: {"q": "medals in 2019"}\nObservation: Most pages say 9.\n\nThought: I now know\nFinal Answer: 9 medals',
    );
    expect(step).toMatchObject({
      kind: 'action',
      tool: 'find',
      args: { q: 'medals in 2019' },
      thought: 'look it up',
      flags: ['invented_observation'],
    });
    expect(JSON.stringify(step)).not.toContain('9.');
  });

  it('PARSE-004: "Action:" as ordinary words inside a final answer', () => {
    const answer = 'The word "Action:" ends in a colon.';
    expect(read(`Thought: easy\nFinal Answer: ${answer}`)).toMatchObject({
      kind: 'final',
      answer,
      flags: [],
    });
  });

  it('PARSE-005: a line Action: in the body of an answer belongs to the answer and dispatches nothing', () => {
    const answer = 'One step is\nAction: find\nAction Input: {"q": "y"}\nand so on.';
    expect(read(`Thought: explain\nFinal Answer: ${answer}`)).toMatchObject({
      kind: 'final',
      answer,
      flags: ['action_ignored_after_final'],
    });
  });

  it('PARSE-006: "Final Answer:" in the middle of a thought is no label', () => {
    const step = read(
      'Thought: I have no Final Answer: yet, so I search.\nAction: find\nAction Input: {"q": "fares"}',
    );
    expect(step).toMatchObject({ kind: 'action', tool: 'find', args: { q: 'fares' } });
  });

  it('PARSE-013: blank lines between the labels mean nothing', () => {
    const step = read('Thought: go\n\nAction: sum\n\n\n\nAction Input: {"a": 3, "b": 4}\n');
    expect(step).toMatchObject({ kind: 'action', tool: 'sum', args: { a: 3, b: 4 } });
  });

  it('PARSE-015: a tool name in a script other than Latin', () => {
    const text = 'Thought: go\nAction: 合計\nAction Input: {"a": 1}';
    expect(parseReactStep(text, { tools: ['合計'] })).toMatchObject({
      kind: 'action',
      tool: '合計',
    });
  });

  it('PARSE-018: bold labels are read', () => {
    const step = read('**Thought:** need it\n**Action:** find\n**Action Input:** {"q": "fares"}');
    expect(step).toMatchObject({
      kind: 'action',
      tool: 'find',
      args: { q: 'fares' },
      thought: 'need it',
    });
  });

  it('PARSE-023: Action: None with a remark is an error, neither a tool nor an answer', () => {
    const step = read(
      'Thought: I can say it: the shop opens at ten.\nAction: None (I answer directly)',
    );
    expect(step).toMatchObject({ kind: 'parse_error', code: 'not_a_tool' });
    expect(step).toHaveProperty('message', expect.stringContaining('Final Answer:'));
  });

  it('PARSE-031: labels in a fence of the thought are quotation', () => {
    const step = read(
      'Thought: one writes\n```\nAction: wipe\nAction Input: {}\n```\nand I do it.\nAction: find\nAction Input: {"q": "y"}',
    );
    expect(step).toMatchObject({ kind: 'action', tool: 'find', args: { q: 'y' } });
  });

  it('PARSE-037: FinalAnswer: is an answer, also when an object follows it', () => {
    const answer = 'such as\n{"action": "find", "action_input": {"q": "y"}}';
    expect(read(`FinalAnswer: ${answer}`)).toMatchObject({ kind: 'final', answer });
  });

  it('PARSE-038: a JSON step in the text form is an error, not an answer', () => {
    const step = read('{"thought": "go", "action": "find", "action_input": {"q": "y"}}');
    expect(step).toMatchObject({ kind: 'parse_error', code: 'no_anchor' });
  });

  it('PARSE-043: labels in a leading thinking block do not count', () => {
    const step = read(
      '<think>\nPerhaps\nAction: wipe\nAction Input: {}\nno.\n</think>\nThought: find\nAction: find\nAction Input: {"q": "y"}',
    );
    expect(step).toMatchObject({ kind: 'action', tool: 'find', flags: ['reasoning_removed'] });
  });

  it('PARSE-044: nor do those before a closing tag that was never opened', () => {
    const step = read(
      'I might wipe it.\nAction: wipe\nAction Input: {}\n</think>\nThought: no\nFinal Answer: kept',
    );
    expect(step).toMatchObject({ kind: 'final', answer: 'kept', flags: ['reasoning_removed'] });
  });

  it('PARSE-044: also in the middle of a line, when a step begins behind it', () => {
    const draft = 'I might wipe it.\nAction: wipe\nAction Input: {}\nNo.';
    for (const answer of ['Final Answer: kept', ' Thought: no\nFinal Answer: kept']) {
      for (const tag of ['</think>', '[/THINK]']) {
        expect(read(`${draft}${tag}${answer}`)).toMatchObject({ kind: 'final', answer: 'kept' });
      }
    }
    const said = read('Final Answer: the tag </think> ends it');
    expect(said).toMatchObject({ kind: 'final', answer: 'the tag </think> ends it', flags: [] });
  });

  it('PARSE-043: nor do those in a block of Mistral', () => {
    const step = read('[THINK]\nAction: wipe\nAction Input: {}\n[/THINK]\nFinal Answer: kept');
    expect(step).toMatchObject({ kind: 'final', answer: 'kept', flags: ['reasoning_removed'] });
  });

  it('PARSE-045: a thinking block that is never closed leaves no step', () => {
    const step = read('<think>\nFirst\nAction: find\nAction Input: {"q": "y"}\nand then');
    expect(step).toMatchObject({ kind: 'parse_error', code: 'empty' });
  });

  it('PARSE-046: thinking tags inside an argument stay', () => {
    const step = read(
      'Thought: x\nAction: find\nAction Input: {"q": "what does <think>y</think> do"}',
    );
    expect(step).toMatchObject({ args: { q: 'what does <think>y</think> do' }, flags: [] });
  });

  it("PARSE-049: a placeholder as the answer is passed on; to judge it is not the parser's business", () => {
    const step = read('Thought: done\nFinal Answer: [the final answer]');
    expect(step).toMatchObject({ kind: 'final', answer: '[the final answer]' });
  });

  it('PARSE-078: all labels on one line are an error, not an answer', () => {
    const step = read('Thought: go Action: find Action Input: {"q": "y"}');
    expect(step).toMatchObject({ kind: 'parse_error', code: 'no_anchor' });
    expect(step).toHaveProperty('message', expect.stringContaining('start of a line'));
  });
});
