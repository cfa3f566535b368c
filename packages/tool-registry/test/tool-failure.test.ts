import { describe, expect, it } from 'vitest';
import { isToolFailure, notStarted, toolFailure } from '../src/index.ts';
import { dispatchOne, errorOf, toolThat } from './support.ts';

describe('toolFailure', () => {
  const failure = () =>
    toolFailure({ message: 'the index is down', class: 'transient', retryAfterMs: 1_500 });

  it('REFL-017: thrown or returned, it is the same typed failure', async () => {
    const thrown = await dispatchOne(
      toolThat(() => {
        throw failure();
      }),
    );
    const returned = await dispatchOne(toolThat(() => failure()));
    expect(returned).toEqual(thrown);
    expect(thrown).toEqual({
      tool: 'probe',
      ok: false,
      error: {
        type: 'ToolFailure',
        class: 'transient',
        code: 'failed',
        message: 'the index is down',
        retryAfterMs: 1_500,
      },
      text: 'ERROR[probe]: ToolFailure: the index is down',
    });
  });

  it('has defaults that promise nothing', () => {
    expect(toolFailure({ message: 'x' })).toMatchObject({
      class: 'permanent',
      code: 'failed',
      notStarted: false,
    });
  });

  it('says its own type and code', async () => {
    const observation = await dispatchOne(
      toolThat(() =>
        toolFailure({ message: 'no', type: 'NotAllowed', code: 'denied', class: 'policy' }),
      ),
    );
    expect(observation.text).toBe('ERROR[probe]: NotAllowed: no');
    expect(errorOf(observation)).toMatchObject({ code: 'denied', class: 'policy' });
  });

  it('is recognised across copies by its brand, and cannot pass for a refusal of the dispatcher', async () => {
    const foreign = Object.assign(new Error('from elsewhere'), {
      [Symbol.for('@loopwright/tool-registry/ToolFailure')]: true,
      class: 'quota',
      code: 'aborted',
      retryAfterMs: NaN,
    });
    expect(isToolFailure(foreign)).toBe(true);
    const observation = await dispatchOne(toolThat(() => foreign));
    expect(errorOf(observation)).toMatchObject({ class: 'quota', code: 'failed' });
    expect(errorOf(observation)).not.toHaveProperty('retryAfterMs');
  });

  it('is not confused with other values', () => {
    const hostile = new Proxy(
      {},
      {
        getOwnPropertyDescriptor() {
          throw new Error('trap');
        },
      },
    );
    for (const value of [undefined, null, 'x', new Error('x'), { notStarted: true }, hostile]) {
      expect(isToolFailure(value)).toBe(false);
    }
  });

  it('notStarted is a transient failure that certainly had no effect', () => {
    expect(notStarted('no connection')).toMatchObject({ class: 'transient', notStarted: true });
  });

  it('SEC-008: its text is written for the model, but credentials are masked all the same', async () => {
    const observation = await dispatchOne(
      toolThat(() => toolFailure({ message: 'no /data/a/b.txt with Bearer abc.def' })),
    );
    expect(errorOf(observation).message).toBe('no /data/a/b.txt with Bearer [redacted]');
  });
});
