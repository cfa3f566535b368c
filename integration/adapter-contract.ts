// What every adapter must do, whatever the framework: the same scripts, the same counts, the same words.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import type { LoopVerdict } from '@loopwright/loop-detector/ai-sdk';
import type { Script } from './scripted-calls.ts';
import {
  alternating,
  obedient,
  parallel,
  repeated,
  repeating,
  varied,
  wentRound,
} from './scripted-calls.ts';

/** Whether the adapter is added that stops, the one that hints, both, or none. */
export type Adapters = {
  readonly stop?: (verdict: LoopVerdict) => void;
  readonly hint?: (verdict: LoopVerdict) => void;
};

/** How a run ended: the replies that the model gave, what the user gets, and what the record says about loops. */
export type Outcome = {
  readonly turns: number;
  readonly text: string;
  readonly verdict: LoopVerdict | undefined;
};

/** `run` has the scripted model answer until it ends by itself, by an adapter or by the limit of the framework. */
export function checkAdapter(
  framework: string,
  limitOfTurns: number,
  run: (script: Script, adapters: Adapters, seen?: (input: string) => void) => Promise<Outcome>,
): void {
  const turns = { without: 0, with: 0 };

  test('without the adapter a run that repeats itself ends only at the limit', async () => {
    const outcome = await run(repeating, {});
    turns.without = outcome.turns;
    assert.equal(outcome.turns, limitOfTurns);
    assert.equal(outcome.verdict?.kind, 'stop');
  });

  test('with it the run ends after four equal steps, and says why', async () => {
    const told: LoopVerdict[] = [];
    const outcome = await run(repeating, { stop: (verdict) => told.push(verdict) });
    turns.with = outcome.turns;
    assert.equal(outcome.turns, 4);
    assert.deepEqual(told, [outcome.verdict]);
    assert.deepEqual(outcome.verdict, {
      kind: 'stop',
      text: repeated,
      report: {
        kind: 'repeat',
        pattern: ['search(q=fees)'],
        repeats: 4,
        cause: 'success_not_recognised',
      },
    });
  });

  test('a run that goes to and fro ends after two rounds', async () => {
    const outcome = await run(alternating, { stop: () => {} });
    assert.equal(outcome.turns, 4);
    assert.equal(outcome.verdict?.text, wentRound);
  });

  test('calls that are made at once are one step', async () => {
    const outcome = await run(parallel, { stop: () => {} });
    assert.equal(outcome.turns, 4);
    assert.deepEqual(outcome.verdict?.report.pattern, ['search(q=fees) + read(q=fees)']);
  });

  test('a run of different calls is not disturbed', async () => {
    const told: LoopVerdict[] = [];
    const tell = (verdict: LoopVerdict) => told.push(verdict);
    const outcome = await run(varied, { stop: tell, hint: tell });
    assert.deepEqual(told, []);
    assert.equal(outcome.turns, 10);
    assert.equal(outcome.text, 'Fees rose.');
    assert.equal(outcome.verdict, undefined);
  });

  test('a hint reaches the model before its fourth turn, once', async () => {
    const told: LoopVerdict[] = [];
    const seen: string[] = [];
    const script = obedient(() => seen.at(-1)!.includes('use it and go on'));
    const outcome = await run(
      script,
      { stop: () => assert.fail('stopped'), hint: (verdict) => told.push(verdict) },
      (input) => seen.push(input),
    );
    assert.deepEqual(
      told.map(({ kind }) => kind),
      ['hint'],
    );
    assert.equal(outcome.turns, 4);
    assert.equal(outcome.text, 'Fees are 3 USD.');
  });

  after(() => {
    const { dependencies } = JSON.parse(
      readFileSync(new URL('package.json', import.meta.url), 'utf8'),
    );
    console.log(
      `ok ${framework} ${dependencies[framework]}: ${turns.without} turns of the model without the adapter, ${turns.with} with it`,
    );
  });
}
