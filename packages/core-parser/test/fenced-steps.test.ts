import { describe, expect, it } from 'vitest';
import { parseReactStep, parseStep } from '../src/index.ts';

const step = 'Thought: price?\nAction: lookup\nAction Input: {"item": "tea"}';
const call = { kind: 'action', tool: 'lookup', args: { item: 'tea' } };

describe('a step in a fence', () => {
  it('P2: is read when the fence holds the whole of it, with a language tag and without', () => {
    for (const tag of ['', 'text', 'plaintext', 'tool_code']) {
      for (const text of [
        `\`\`\`${tag}\n${step}\n\`\`\``,
        `\`\`\`${tag}\n${step}`,
        `\n\`\`\`${tag}\n\n${step}\n\n\`\`\`\n\n`,
      ]) {
        const reading = parseReactStep(text);
        expect(reading, text).toMatchObject({ ...call, thought: 'price?', flags: [] });
        expect(parseStep(text), text).toEqual({ form: 'text', step: reading });
      }
    }
  });

  it('P2: is read behind prose, which belongs to the thought', () => {
    for (const fence of [`\`\`\`\n${step}\n\`\`\``, `\`\`\`text\n${step}`]) {
      const reading = parseReactStep(`I look it up.\n\n${fence}`);
      expect(reading, fence).toMatchObject({ ...call, thought: 'I look it up.\nprice?' });
    }
    const answer = parseReactStep('I know it.\n```\nFinal Answer: 3 euros\n```');
    expect(answer).toMatchObject({ kind: 'final', answer: '3 euros' });
    const { form } = parseStep('I look.\n```\nAction: lookup[tea]\n```');
    expect(form).toBe('bracket');
  });

  it('P2: is read behind fenced code', () => {
    const text = `I could write\n\`\`\`python\nlookup("tea")\n\`\`\`\nbut I do this:\n\`\`\`\n${step}\n\`\`\``;
    expect(parseReactStep(text)).toMatchObject(call);
  });

  it('P2: may hold a fence around its input', () => {
    const fenced = step.replace('{"item": "tea"}', '\n```json\n{"item": "tea"}\n```');
    for (const text of [
      `\`\`\`\n${fenced}\n\`\`\``,
      `\`\`\`\n${fenced}`,
      `So:\n\`\`\`text\n${fenced}\n\`\`\``,
    ]) {
      expect(parseReactStep(text), text).toMatchObject({ ...call, flags: [] });
    }
  });

  it('P3: an observation behind the fence is cut off and flagged', () => {
    const text = `\`\`\`\n${step}\n\`\`\`\nObservation: 3\nFinal Answer: 3`;
    expect(parseReactStep(text)).toMatchObject({ ...call, flags: ['invented_observation'] });
    const inside = `\`\`\`\n${step}\nObservation: 3\n\`\`\`\nFinal Answer: 3`;
    expect(parseReactStep(inside)).toMatchObject({ ...call, flags: ['invented_observation'] });
  });

  it('stays quotation when a label stands before the fence, or anything behind it', () => {
    const fence = `\`\`\`\n${step}\n\`\`\``;
    for (const text of [
      `Thought: the form is\n${fence}`,
      `The form is\n${fence}\nbut I would rather not.`,
      `${fence}\nbut I would rather not.`,
      `The form is\n${fence}\nor\n${fence}`,
      `Observation: none\n${fence}`,
    ]) {
      for (const reading of [parseReactStep(text), parseStep(text).step]) {
        expect(reading, text).toMatchObject({ code: 'no_anchor' });
      }
    }
  });

  it('P4: a completion that begins with a fenced step and goes on with another holds two', () => {
    const fence = `\`\`\`\n${step}\n\`\`\``;
    for (const second of [step, 'Action: wipe\nAction Input: {}', 'Action 2: wipe[all]']) {
      const { step: reading } = parseStep(`${fence}\n${second}`);
      expect(reading, second).toMatchObject({ code: 'multiple_actions' });
    }
    const invented = parseReactStep(`${fence}\nThought: it says 3\nFinal Answer: 3`);
    expect(invented).toMatchObject({ ...call, flags: ['text_after_input'] });
    const thought = parseReactStep(`\`\`\`\nThought: price?\n\`\`\`\n${step}`);
    expect(thought).toMatchObject(call);
  });

  it('PARSE-031: stays quotation before a step outside of the fence', () => {
    const quoted = '```\nAction: wipe\nAction Input: {}\n```';
    for (const text of [`One writes\n${quoted}\n${step}`, `${step}\n${quoted}`]) {
      expect(parseReactStep(text), text).toMatchObject(call);
      expect(parseStep(text), text).toMatchObject({ form: 'text', step: call });
    }
  });

  it('fenced code before a step is quotation, whatever it calls', () => {
    const code = '```python\nlookup({\n  "item": "salt"\n})\n```';
    expect(parseReactStep(`Thought: so\n${code}\nand\n${step}`)).toMatchObject(call);
    expect(parseStep(`Thought: so\n${code}\n${step}`, { tools: ['lookup'] }).step).toMatchObject(
      call,
    );
  });
});
