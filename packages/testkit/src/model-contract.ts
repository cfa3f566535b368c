import {
  finishReasons,
  type Message,
  type Model,
  type ModelRequest,
  modelErrorKinds,
  type RawCall,
  runStrategy,
} from '@loopwright/agent-run';
import { createToolRegistry } from '@loopwright/tool-registry';
import { describe, expect, it } from 'vitest';

/** What the suite needs to know about a model. */
export type ModelUnderTest = {
  /** Makes a model that answers at least two requests. */
  createModel: () => Model;
  /** Makes one whose first call fails, if it can fail on purpose. */
  createFailingModel?: () => Model;
  /** Makes one that asks twice for the tool `lookup` in its first reply, and answers with what it is then told. */
  createToolModel?: () => Model;
};

const request: ModelRequest = {
  system: 'Be short.',
  messages: [{ role: 'user', blocks: ['Task: say something\n'] }],
};

/** The same with a tool for native calling. */
const requestWithTool: ModelRequest = {
  ...request,
  tools: [
    {
      name: 'lookup',
      description: 'Looks up a number.',
      parameters: { type: 'object', properties: { key: { type: 'string' } }, required: ['key'] },
    },
  ],
};

/** What every model must keep to, whoever made it. */
export function describeModelContract(name: string, model: ModelUnderTest): void {
  const { createModel, createFailingModel, createToolModel } = model;
  const ask = (asked: Model, onDelta: (text: string) => void = () => {}) =>
    asked.generate(request, { signal: new AbortController().signal, onDelta });

  describe(`model contract: ${name}`, () => {
    it('has an id, by which prices and stamps name it', () => {
      expect(createModel().id).toMatch(/\S/);
    });

    it('answers with a text, a known finish and usage that is a number or unknown', async () => {
      const reply = await ask(createModel());
      expect(typeof reply.text).toBe('string');
      if (reply.finish !== undefined) expect(finishReasons).toContain(reply.finish);
      for (const amount of Object.values(reply.usage ?? {})) {
        if (typeof amount === 'number') expect(amount).toBeGreaterThanOrEqual(0);
      }
    });

    it('leaves the request as it is', async () => {
      const frozen = deepFreeze(structuredClone(request));
      const options = { signal: new AbortController().signal, onDelta: () => {} };
      await createModel().generate(frozen, options);
      expect(frozen).toEqual(request);
    });

    it('sends deltas only when it says that it streams, and they make up the text', async () => {
      const streaming = createModel();
      const deltas: string[] = [];
      const reply = await ask(streaming, (text) => deltas.push(text));
      expect(deltas.join('')).toBe(streaming.streams ? reply.text : '');
    });

    it('keeps no state between two models of one kind', async () => {
      expect((await ask(createModel())).text).toBe((await ask(createModel())).text);
    });

    it('R3: one call of it is one call of a run', async () => {
      const result = await runStrategy<unknown>(
        {
          strategy: { name: 'ask', version: 1 },
          task: 'Ask.',
          tools: createToolRegistry({ tools: [] }),
          models: { default: createModel() },
          allowance: { solver: 1 },
        },
        async (run) => ({
          stopReason: 'final',
          answer: (await run.think(request, 'solver')).text,
        }),
      );
      expect(result).toMatchObject({
        status: 'solved',
        counts: { modelCalls: { solver: 1 }, attempts: 1 },
      });
    });

    if (createFailingModel) {
      it('fails with an error, whose kind is one of the known ones if it names one', async () => {
        const error: unknown = await ask(createFailingModel()).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(Error);
        const { kind } = error as { kind?: string };
        if (kind !== undefined) expect(modelErrorKinds).toContain(kind);
      });
    }

    if (createToolModel) describeToolCalls(createToolModel);
  });
}

function describeToolCalls(createToolModel: () => Model): void {
  const askForCalls = async () => {
    const model = createToolModel();
    const ask = (asked: ModelRequest) =>
      model.generate(asked, { signal: new AbortController().signal, onDelta: () => {} });
    const { text, toolCalls = [], finish, opaque } = await ask(requestWithTool);
    const said: Message = {
      ...{ role: 'assistant', text, toolCalls },
      ...(opaque === undefined ? {} : { opaque }),
    };
    const goOn = (...messages: Message[]) =>
      ask({ ...requestWithTool, messages: [...requestWithTool.messages, said, ...messages] });
    return { toolCalls, finish, goOn };
  };
  const told = (call: RawCall | undefined, text: string): Message => {
    return { role: 'tool', id: call?.id ?? '', text };
  };

  it('asks for several calls at once, with ids that are never empty or equal', async () => {
    const { toolCalls, finish } = await askForCalls();
    expect(toolCalls.map((call) => call.name)).toEqual(['lookup', 'lookup']);
    expect(toolCalls.map(({ args }) => JSON.parse(args))).toEqual([
      { key: 'crew' },
      { key: 'food for two' },
    ]);
    expect(new Set(['', ...toolCalls.map(({ id }) => id)]).size).toBe(3);
    if (finish !== undefined) expect(finish).toBe('tool_calls');
  });

  it('answers when it has the results of its calls', async () => {
    const { toolCalls, goOn } = await askForCalls();
    const { text, finish } = await goOn(told(toolCalls[0], '47'), told(toolCalls[1], '12'));
    expect(text).toContain('47');
    expect(text).toContain('12');
    if (finish !== undefined) expect(finish).toBe('stop');
  });

  it('takes a conversation whose calls were not all answered, as an abort leaves it', async () => {
    const { toolCalls, goOn } = await askForCalls();
    const { text } = await goOn(told(toolCalls[1], '12'), { role: 'user', blocks: ['Go on.\n'] });
    expect(text).toContain('12');
  });
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) deepFreeze(part);
    Object.freeze(value);
  }
  return value;
}
