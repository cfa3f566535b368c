import type { RunSpec } from '../src/index.ts';
import { runStrategy } from '../src/index.ts';
import { call, echo, oneWave, payTool, recorder, type SpecOptions, specOf } from './support.ts';

export type Approve = NonNullable<RunSpec<unknown>['approve']>;

/** Asks for approval of two payments around an ordinary call. */
export async function payTwice(approve: Approve | undefined, options: SpecOptions = {}) {
  const { pay, paid } = payTool({ approval: true });
  const { events, onEvent } = recorder();
  const result = await runStrategy(
    specOf({ tools: [pay, echo], approve, onEvent, ...options }),
    oneWave([call('pay', { to: 'ann' }), call('echo'), call('pay', { to: 'bob' })]),
  );
  const observations = result.steps[0]?.observations ?? [];
  return { result, paid, events, texts: observations.map(({ text }) => text), observations };
}
