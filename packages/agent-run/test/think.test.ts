import { describe, expect, it } from 'vitest';
import type { Model, ModelReply, Role } from '../src/index.ts';
import { advisoryRoles, essentialRoles, runStrategy } from '../src/index.ts';
import {
  ask,
  deafModel,
  done,
  eventsOf,
  modelError,
  recorder,
  runChecked,
  type SpecOptions,
  scripted,
  specOf,
} from './support.ts';

/** Asks once in a role and ends with `done`. */
async function askOnce(role: Role, model: Model, options: SpecOptions = {}) {
  let reply: ModelReply | undefined;
  const spec = specOf({ model, allowance: { [role]: 1 }, limits: { attempts: 1 }, ...options });
  const result = await runStrategy(spec, async (run) => {
    reply = await run.think(ask('What now?'), role);
    return done;
  });
  return { result, reply };
}

const emptyReply = {
  text: '',
  toolCalls: [],
  finish: 'unknown',
  usage: { inputTokens: null, outputTokens: null, cachedInputTokens: null, costUsd: null },
  warnings: [],
};

describe('think', () => {
  it('asks the model of the role, and the default model where the role has none', async () => {
    const small = scripted(['grade'], { id: 'small' });
    const large = scripted(['thought'], { id: 'large' });
    const spec = specOf({
      models: { default: large, critic: small },
      allowance: { actor: 1, critic: 1 },
    });
    await runChecked(spec, async (run) => {
      expect((await run.think(ask('one'), 'actor')).text).toBe('thought');
      expect((await run.think(ask('two'), 'critic')).text).toBe('grade');
      return done;
    });
    expect(large.requests).toEqual([ask('one')]);
    expect(small.requests).toEqual([ask('two')]);
  });

  it('R3: counts each role apart', async () => {
    const spec = specOf({
      model: scripted(['a', 'b', 'c']),
      allowance: { planner: 1, solver: 1, critic: 1 },
    });
    const { counts } = await runStrategy(spec, async (run) => {
      for (const role of ['planner', 'critic', 'solver'] as const) await run.think(ask(role), role);
      return done;
    });
    expect(counts.modelCalls).toEqual({ planner: 1, critic: 1, solver: 1 });
    expect(counts.attempts).toBe(3);
  });

  it('fills in what a model leaves out of its reply', async () => {
    const { reply } = await askOnce('actor', scripted(['four']));
    expect(reply).toEqual({
      text: 'four',
      toolCalls: [],
      finish: 'stop',
      usage: {
        inputTokens: expect.any(Number),
        outputTokens: 1,
        cachedInputTokens: null,
        costUsd: null,
        estimated: true,
      },
      warnings: [],
    });
  });

  it('gives a whole reply as it is, warnings and opaque content included', async () => {
    const whole: ModelReply = {
      text: 'x',
      toolCalls: [{ id: 'c1', name: 'echo', args: '{"a":' }],
      finish: 'length',
      rawFinish: 'max_tokens',
      usage: { inputTokens: 3, outputTokens: 2, cachedInputTokens: 1, costUsd: 0.5 },
      opaque: [{ type: 'thinking', signature: 's' }],
      warnings: ['temperature was not honoured'],
    };
    const { events, onEvent } = recorder();
    const { reply } = await askOnce('actor', scripted([whole]), { onEvent });
    expect(reply).toEqual(whole);
    expect(eventsOf(events, 'model')[0]?.reply).toEqual(whole);
  });

  it('makes what it can of a reply with wrong parts', async () => {
    const odd = {
      text: 'x',
      toolCalls: [{ name: 'echo', args: { a: 1 } }, { id: 'no name' }, null],
      finish: 'whatever',
      usage: { inputTokens: Number.NaN, outputTokens: -1, costUsd: '7' },
      warnings: ['kept', 5],
    };
    const { reply } = await askOnce('actor', scripted([odd as unknown as ModelReply]));
    expect(reply).toMatchObject({
      toolCalls: [{ id: 'call_1_0', name: 'echo', args: '{"a":1}' }],
      finish: 'unknown',
      usage: { inputTokens: 5, outputTokens: 2, costUsd: null, estimated: true },
      warnings: ['kept'],
    });
  });

  it.each(essentialRoles)('R9: a failed call of the %s ends the run', async (role) => {
    const { result, reply } = await askOnce(role, scripted([new Error('boom')]));
    expect(reply).toBeUndefined();
    expect(result).toMatchObject({ status: 'failed', stopReason: 'error' });
    expect(result.reason).toBe(`The ${role} model failed (unknown): boom`);
    expect(result.counts.modelCalls).toEqual({ [role]: 1 });
  });

  it.each(advisoryRoles)(
    'R3: a failed call of the %s is a flag and an empty reply',
    async (role) => {
      const { result, reply } = await askOnce(role, scripted([new Error('boom')]));
      expect(reply).toEqual(emptyReply);
      expect(result.status).toBe('solved');
      expect(result.flags).toEqual([`${role}: The ${role} model failed (unknown): boom`]);
      expect(result.counts.modelCalls).toEqual({ [role]: 1 });
    },
  );

  it.each([null, undefined, 'text', 7, {}, { text: 5 }, []])(
    'a reply without a text is malformed: %j',
    async (answer) => {
      const model = { ...deafModel, generate: async () => answer } as unknown as Model;
      const { result } = await askOnce('actor', model);
      expect(result).toMatchObject({ status: 'failed', stopReason: 'error' });
      expect(result.reason).toMatch(/malformed_reply.*without a text/);
    },
  );

  it('a reply whose properties throw is malformed', async () => {
    const hostile = {
      get text(): string {
        throw new Error('trap');
      },
    };
    const { result } = await askOnce('actor', { ...deafModel, generate: async () => hostile });
    expect(result.reason).toMatch(/malformed_reply/);
  });

  it('PROV-059: a refusal of an essential role ends the run at once, with a reason of its own', async () => {
    const refusal = { text: 'I cannot', finish: 'refusal' as const };
    const { result } = await askOnce('actor', scripted([refusal]));
    expect(result).toMatchObject({
      status: 'failed',
      stopReason: 'refused',
      reason: 'The actor model refused to answer',
      counts: { modelCalls: { actor: 1 } },
    });
    const advisory = await askOnce('critic', scripted([refusal]));
    expect(advisory.reply).toEqual(emptyReply);
    expect(advisory.result.flags).toEqual(['critic: The critic model refused to answer']);
  });

  it('a thrown refusal is one, too', async () => {
    const { result } = await askOnce('actor', scripted([modelError({ kind: 'refused' })]));
    expect(result).toMatchObject({ status: 'failed', stopReason: 'refused' });
  });

  it('PROV-045: a request that is too large ends the run as a limit does, with what was found', async () => {
    const full = { text: '', finish: 'context_window' as const };
    const { result } = await askOnce('solver', scripted([full]));
    expect(result).toMatchObject({
      status: 'stopped',
      stopReason: 'budget',
      reason: 'The request was too large for the solver model',
    });
    const overflow = modelError({ kind: 'context_overflow' });
    expect((await askOnce('actor', scripted([overflow]))).result.stopReason).toBe('budget');
    expect((await askOnce('judge', scripted([full]))).result.flags).toEqual([
      'judge: The request was too large for the judge model',
    ]);
  });

  it('LOOP-024: a request that the provider calls wrong is asked once', async () => {
    const model = scripted([modelError({ kind: 'bad_request' }), 'never']);
    const { result } = await askOnce('actor', model, { limits: { attempts: 3 } });
    expect(model.requests).toHaveLength(1);
    expect(result).toMatchObject({ stopReason: 'error', counts: { attempts: 1 } });
  });

  it('a model that aborts on its own has failed; nobody cancelled the run', async () => {
    const abortError = Object.assign(new Error('sdk deadline'), { name: 'AbortError' });
    for (const thrown of [abortError, modelError({ kind: 'aborted' })]) {
      const { result } = await askOnce('actor', scripted([thrown]));
      expect(result).toMatchObject({ status: 'failed', stopReason: 'error' });
      expect((await askOnce('critic', scripted([thrown]))).result.status).toBe('solved');
    }
  });

  it('R9: a call during which the run is cancelled ends it as aborted, also in an advisory role', async () => {
    for (const role of ['actor', 'critic'] as const) {
      const cancel = new AbortController();
      const model: Model = {
        id: 'slow',
        generate: () => {
          cancel.abort();
          return new Promise(() => {});
        },
      };
      const { result } = await askOnce(role, model, { cancel: cancel.signal });
      expect(result).toMatchObject({ status: 'stopped', stopReason: 'aborted' });
    }
  });
});

describe('the allowance of a role', () => {
  async function askTooOften(role: Role, calls: number) {
    const model = scripted(['a', 'b', 'c']);
    const replies: string[] = [];
    const result = await runStrategy(
      specOf({ model, allowance: role === 'selector' ? {} : { [role]: 2 } }),
      async (run) => {
        for (let n = 0; n < calls; n++) replies.push((await run.think(ask(`${n}`), role)).text);
        return done;
      },
    );
    return { model, replies, result };
  }

  it('R2: the actor is refused the call after its last one', async () => {
    const { model, result } = await askTooOften('actor', 3);
    expect(model.requests).toHaveLength(2);
    expect(result).toMatchObject({
      status: 'stopped',
      stopReason: 'max_steps',
      reason: 'The actor has used all of its 2 model calls',
      counts: { modelCalls: { actor: 2 } },
    });
  });

  it('R9: a planner without a call left has no replan left', async () => {
    expect((await askTooOften('planner', 3)).result.stopReason).toBe('max_replans');
  });

  it('R3: a role that the strategy did not name has no call', async () => {
    const { model, result } = await askTooOften('selector', 1);
    expect(model.requests).toEqual([]);
    expect(result.reason).toBe('The selector has used all of its 0 model calls');
  });

  it('R3: an advisory role gets empty replies after its last call and one flag', async () => {
    const { model, replies, result } = await askTooOften('critic', 6);
    expect(model.requests).toHaveLength(2);
    expect(replies).toEqual(['a', 'b', '', '', '', '']);
    expect(result.status).toBe('solved');
    expect(result.flags).toEqual(['critic: The critic has used all of its 2 model calls']);
    expect(result.counts.modelCalls).toEqual({ critic: 2 });
  });

  it('R2: code that asks for ever and does not listen ends the run', async () => {
    const spec = specOf({ allowance: {} });
    const result = await runStrategy(spec, async (run) => {
      while ((await run.think(ask('more'), 'reflector')).text === '');
      return done;
    });
    expect(result).toMatchObject({ status: 'failed', stopReason: 'error' });
    expect(result.reason).toMatch(/reflector .* keeps asking for more/);
  });
});
