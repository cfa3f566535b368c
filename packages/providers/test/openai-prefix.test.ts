import type { Message, ModelRequest } from '@loopwright/agent-run';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openAiModel } from '../src/openai.ts';
import { ask, completion, json, question, quiet, serve } from './openai-support.ts';

const tools = [
  { name: 'search', description: 'Finds.', parameters: { type: 'object', properties: {} } },
];

/** The bodies of a conversation as JSON, up to the end of the messages. */
function prefixes(texts: readonly string[], closing: string): string[] {
  return texts.map((text) => text.slice(0, text.lastIndexOf(`${closing}]`)));
}

function expectGrowing(texts: readonly string[]): void {
  expect(texts.length).toBeGreaterThan(1);
  for (const [index, text] of texts.slice(1).entries()) {
    expect(text.startsWith(texts[index]!)).toBe(true);
    expect(text.length).toBeGreaterThan(texts[index]!.length);
  }
}

describe('the prefix of the requests of openAiModel', () => {
  it('PROV-054: over a conversation with calls, each body begins with the one before it', async () => {
    const server = await serve(json(completion({ content: 'x' })));
    const model = server.model({ maxOutputTokens: 100 });
    let messages: Message[] = [question];
    for (let turn = 1; turn <= 4; turn++) {
      const isLast = turn === 4;
      await model.generate(
        ask(messages, { tools, stop: ['END'], ...(isLast ? { toolChoice: 'none' } : {}) }),
        quiet,
      );
      messages = [
        ...messages,
        {
          role: 'assistant',
          text: turn % 2 ? '' : 'Looking.',
          toolCalls: [
            { id: '', name: 'search', args: '' },
            { id: `c${turn}`, name: 'search', args: ' {"q": "é"} ' },
          ],
        },
        { role: 'tool', id: `call_${messages.length}_0`, text: 'nothing' },
        { role: 'tool', id: `c${turn}`, text: 'ERROR[search]: no', isError: true },
        ...(turn === 2 ? ([{ role: 'user', blocks: ['Note: hurry'] }] as Message[]) : []),
      ];
    }
    const bodies = server.requests.map(({ text }) => text);
    // Only the tail behind the messages, such as tool_choice, may differ.
    expectGrowing(prefixes(bodies, '}'));
    expect(bodies[0]!.indexOf('"tools"')).toBeLessThan(bodies[0]!.indexOf('"messages"'));
  });

  it('PROV-054: over a scratchpad that grows by blocks, each text begins with the one before it', async () => {
    const sent: string[] = [];
    const create = async (body: object) => {
      sent.push(JSON.stringify(body));
      return completion({ content: 'x' });
    };
    const model = openAiModel({ client: { chat: { completions: { create } } }, model: 'm' });
    // A block that says nothing is not sent.
    const block = fc.string({ unit: 'binary' }).filter((text) => text.trim() !== '');
    const blocks = fc.array(block, { minLength: 2 });
    await fc.assert(
      fc.asyncProperty(blocks, async (all) => {
        sent.length = 0;
        for (let count = 1; count <= all.length; count++) {
          const request: ModelRequest = ask([{ role: 'user', blocks: all.slice(0, count) }]);
          await model.generate(request, quiet);
        }
        expectGrowing(prefixes(sent, '"}'));
      }),
      { numRuns: 100 },
    );
  });
});
