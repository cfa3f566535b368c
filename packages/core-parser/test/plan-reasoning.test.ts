import { describe, expect, it } from 'vitest';
import { parsePlan } from '../src/index.ts';

describe('PARSE-012: a closing tag of reasoning inside a plan removes nothing of it', () => {
  it.each([
    '#E1 = write[a </think>\n]\n#E2 = search[b]',
    '1. write("a </think>\n")\n2. search("b")',
    '{"plan":[{"id":"E1","tool":"write","args":{"t":"a </think>\n"}},{"id":"E2","tool":"search"}]}',
    '<think>One more step.</think>\n#E1 = write[a </think>\n]\n#E2 = search[b]',
    '#E1 = write[a]\n<think>\nWhat next?\n</think>\n#E2 = search[b]',
    '#E1 = write[a\n<think>\n]\n#E2 = search[b]',
  ])('%j', (text) => {
    const reading = parsePlan(text);
    expect(reading.ok && reading.plan.steps.map(({ tool }) => tool)).toEqual(['write', 'search']);
  });

  it('a step that is cut by one is an error, and no plan without it', () => {
    expect(parsePlan('#E1 = write[a </think>\n#E2 = search[b]')).toMatchObject({
      ok: false,
      code: 'unreadable_step',
      line: 1,
    });
  });

  it('reasoning that is never closed is no plan', () => {
    for (const text of ['<think>\n#E1 = search[b]', 'Well.\n<think>\n#E1 = search[b]']) {
      expect(parsePlan(text)).toMatchObject({ ok: false, code: 'empty' });
    }
  });

  it('a block behind a remark is reasoning, and a plan in it is none', () => {
    const text = 'Well.\n<think>\n#E1 = wipe[all]\n</think>\n#E1 = search[b]';
    expect(parsePlan(text)).toMatchObject({ ok: true, plan: { steps: [{ tool: 'search' }] } });
  });

  it('reasoning that was never opened ends with it where no step stands before', () => {
    for (const reasoning of ['I search {first} and [then] stop.', '<think>x</think>So.']) {
      expect(parsePlan(`${reasoning}\n</think>\n#E1 = search[b]`)).toMatchObject({
        ok: true,
        flags: ['reasoning_removed'],
        plan: { steps: [{ id: 'E1', tool: 'search' }] },
      });
    }
  });
});
