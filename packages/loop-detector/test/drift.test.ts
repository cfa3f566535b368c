import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DriftGoalState, DriftOptions } from '../src/index.ts';
import { detectGoalDrift, detectObservationDrift, driftGuard } from '../src/index.ts';
import { fail, outline, runGuard, succeed, unreadable } from './run-guard.ts';

const feesGoal = 'What fees apply to my checking account';

function drifts(goal: string, actions: readonly string[], options: DriftOptions = {}): boolean {
  return detectGoalDrift({ goal }, actions, options).driftDetected;
}

describe('detectGoalDrift', () => {
  it('L5: weather and email have nothing to do with a capital', () => {
    const goal = 'Find capital of France and population';
    expect(drifts(goal, ['check weather', 'send email'])).toBe(true);
    expect(drifts(goal, ['lookup capital of France', 'lookup population of France'])).toBe(false);
    expect(drifts(goal, ['lookup(entity=france, attribute=capital)'])).toBe(false);
  });

  it.each([
    [['explore account types']],
    [['lookup account types', 'compare account types', 'open account']],
    [['list_accounts', 'getAccountTypes']],
  ])('L5: account types leave the goal of fees, although a word is shared: %o', (actions) => {
    expect(drifts(feesGoal, actions)).toBe(true);
  });

  it.each([
    [['search fee schedule for checking']],
    [['lookup fees', 'search monthly fee', 'read checking account fee schedule']],
    [['lookup account types', 'search fee schedule']],
  ])('L5: fees serve it, also after a look at accounts: %o', (actions) => {
    expect(drifts(feesGoal, actions)).toBe(false);
  });

  it('L5: one step on the goal among many off it is still drift', () => {
    const off = ['account types', 'savings account', 'account holders', 'account names'];
    expect(drifts(feesGoal, ['search fees', ...off])).toBe(false);
    expect(drifts(feesGoal, ['search fees', ...off, 'account owners'])).toBe(true);
  });

  it('REFL-029: each goal is judged for itself', () => {
    expect(drifts('fix parser bug', ['edit parser.ts'])).toBe(false);
    expect(drifts('add dark theme', ['edit theme.css'])).toBe(false);
    expect(drifts('add dark theme', ['edit parser.ts'])).toBe(true);
  });

  it('REFL-030: says drift across languages, with the evidence by which a reader can dismiss it', () => {
    const state = detectGoalDrift({ goal: 'Wie hoch sind die Gebühren?' }, ['lookup fee table']);
    expect(state).toMatchObject({
      driftDetected: true,
      relevance: 0,
      evidence: {
        focusTerms: { gebühren: 1 },
        actions: [{ action: 'lookup fee table', relevance: 0 }],
      },
    });
    expect(drifts('Wie hoch sind die Gebühren?', ['Gebühren suchen'])).toBe(false);
  });

  it('L5: word forms and ways of writing a name do not matter', () => {
    const goal = 'What did Zephyr Labs spend launching satellites?';
    expect(drifts(goal, ['lookup {"key":"satellites_launched"}'])).toBe(false);
    expect(drifts(goal, ['lookup {"key":"costPerSatellite"}'])).toBe(false);
    expect(drifts(goal, ['LOOKUP ZEPHYR'])).toBe(false);
    expect(drifts(goal, ['launched in May', 'launches planned'])).toBe(false);
  });

  it('L5: a name counts wherever it stands in the goal, a common qualifier does not', () => {
    expect(drifts('refund policy for damaged laptops', ['browse laptops'])).toBe(true);
    expect(drifts('refund policy for ThinkPads', ['browse thinkpads'])).toBe(false);
    expect(drifts('delivery date for order 4711', ['open 4711 page'])).toBe(false);
    expect(drifts('ways to save money on fees', ['search fees'])).toBe(false);
  });

  it('L5: a path or a file name counts wherever it stands in the goal, a word of prose does not', () => {
    const goal = 'print the disk usage of all folders in /workspace';
    expect(drifts(goal, ['du -sh /workspace/*'])).toBe(false);
    expect(drifts('print the disk usage of all folders in the workspace', ['workspace.list'])).toBe(
      true,
    );
    expect(drifts('find the flag hidden in trace_2.pcap', ['tshark -r trace_2.pcap'])).toBe(false);
    expect(drifts('what is hidden in it? look at the trace', ['read trace'])).toBe(false);
    expect(drifts('the total of all rows in report.csv archives', ['read archives'])).toBe(true);
  });

  it('L5: an action without a topic, such as a calculation, is not counted', () => {
    const state = detectGoalDrift({ goal: feesGoal }, ['calculator {"expression":"3 * 12"}']);
    expect(state).toMatchObject({ driftDetected: false, relevance: 1, evidence: { actions: [] } });
  });

  it('L5: a goal without a topic, or no action at all, is no drift', () => {
    expect(drifts('', ['check weather'])).toBe(false);
    expect(drifts('What should I do?', ['check weather'])).toBe(false);
    expect(drifts(feesGoal, [])).toBe(false);
  });

  it('L5: what serves a remaining subgoal serves the goal', () => {
    const goalState: DriftGoalState = { goal: feesGoal, remainingSubgoals: ['list account types'] };
    expect(detectGoalDrift(goalState, ['search account types']).driftDetected).toBe(false);
  });

  it('L5: the similarity can be replaced; one that is no number says nothing', () => {
    const actions = ['x', 'y'];
    expect(drifts('a b', actions, { similarity: () => 0.9 })).toBe(false);
    expect(drifts('a b', actions, { similarity: () => 0.1 })).toBe(true);
    const unknown = detectGoalDrift({ goal: 'a b' }, actions, { similarity: () => Number.NaN });
    expect(unknown).toMatchObject({ driftDetected: false, relevance: 1 });
  });

  it('L5: refuses numbers out of range', () => {
    for (const options of [{ windowSize: 0 }, { minActions: 9 }, { threshold: 1.5 }]) {
      expect(() => drifts('a', ['b'], options)).toThrow(
        expect.objectContaining({ code: 'invalid_options' }),
      );
    }
  });

  it('L5: an action that repeats the goal is never drift, whatever the goal', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (goal) => {
        expect(drifts(goal, [goal])).toBe(false);
      }),
    );
  });

  it('L5: relevance lies between 0 and 1 and one more action on the goal never lowers it', () => {
    const words = fc.array(fc.constantFrom('fees', 'account', 'weather', 'email', 'checking'));
    fc.assert(
      fc.property(words, (actions) => {
        const options = { windowSize: 50 };
        const before = detectGoalDrift({ goal: feesGoal }, actions, options).relevance;
        const after = detectGoalDrift({ goal: feesGoal }, [...actions, 'fees'], options).relevance;
        expect(before).toBeGreaterThanOrEqual(0);
        expect(before).toBeLessThanOrEqual(1);
        expect(after).toBeGreaterThanOrEqual(before);
      }),
    );
  });
});

describe('detectObservationDrift', () => {
  const goal = { goal: 'Find the best ways to save on fees' };

  it('L7: five observations that are all irrelevant are drift, one relevant one is none', () => {
    const weather = Array.from({ length: 5 }, (_, n) => `Sunny with ${n} clouds.`);
    expect(detectObservationDrift(goal, weather).driftDetected).toBe(true);
    expect(detectObservationDrift(goal, weather.slice(1)).driftDetected).toBe(false);
    expect(detectObservationDrift(goal, [...weather.slice(1), 'Fees: 3 USD']).driftDetected).toBe(
      false,
    );
  });
});

describe('driftGuard', () => {
  const topics = ['account types', 'savings account', 'account names', 'open account', 'account'];
  const wander = topics.map((q) => succeed('search', { q }, q));

  it('L5, REFL-030: by default it flags once, with the evidence, and never ends a run', () => {
    const verdicts = runGuard(driftGuard({ goal: feesGoal }), [...wander, ...wander, ...wander]);
    expect(verdicts).toHaveLength(1);
    expect(verdicts[0]).toMatchObject({
      n: 3,
      verdict: {
        kind: 'flag',
        data: {
          kind: 'goal_drift',
          focusTerms: { fee: 1, account: 0.3 },
          actions: [{ action: 'search {"q":"account types"}', relevance: 0.3 }, {}, {}],
        },
      },
    });
  });

  it('L5: a run that returned to its goal and left it again is flagged again', () => {
    const back = ['fees', 'fee table', 'fee list'].map((q) => succeed('search', { q }, q));
    const turns = [...wander, ...back, ...wander];
    expect(outline(driftGuard({ goal: feesGoal }), turns)).toBe('3:flag 13:flag');
  });

  it('L5: can pull back to the goal', () => {
    const [first] = runGuard(driftGuard({ goal: feesGoal, onDrift: 'hint' }), wander);
    expect(first?.verdict).toMatchObject({
      kind: 'hint',
      text: `The latest steps have little to do with the goal. The goal is: ${feesGoal}`,
    });
  });

  it('L5: can end the run: a hint first, the stop after the grace', () => {
    const stop = { goal: feesGoal, onDrift: 'stop' } as const;
    expect(outline(driftGuard(stop), wander)).toBe('3:hint 5:stop');
    expect(outline(driftGuard({ ...stop, driftGrace: 0 }), wander)).toBe('3:stop');
    expect(runGuard(driftGuard(stop), wander).at(-1)?.verdict).toMatchObject({
      stopReason: 'goal_drift',
    });
  });

  it('L5: the grace is counted anew after a return to the goal', () => {
    const back = ['fees', 'fee table', 'fee list'].map((q) => succeed('search', { q }, q));
    const stop = driftGuard({ goal: feesGoal, onDrift: 'stop' });
    const turns = [...wander.slice(0, 4), ...back, ...wander];
    expect(outline(stop, turns)).toBe('3:hint 12:hint');
  });

  it('L5: says nothing without a goal, nor about unreadable replies', () => {
    expect(outline(driftGuard(), wander)).toBe('');
    const garbage = topics.map((text) => unreadable(text));
    expect(outline(driftGuard({ goal: feesGoal }), garbage)).toBe('');
  });

  it('L7: can compare what came back instead of what was asked', () => {
    const observed = driftGuard({
      goal: 'Find the best ways to save on fees',
      compare: 'observations',
    });
    const turns = wander.map((turn) => ({
      ...turn,
      observations: turn.observations.map((one) => ({ ...one, text: 'Sunny.' })),
    }));
    expect(outline(observed, turns)).toBe('5:flag');
    const failing = topics.map((q) => fail('search', { q }, 'out of order'));
    expect(outline(observed, failing)).toBe('');
  });

  it('LDET-025: secrets are not in the evidence', () => {
    const turns = wander.map(() => succeed('login', { pin: 's3cr3t', password: 'pa55' }));
    const verdicts = runGuard(driftGuard({ goal: feesGoal, sensitive: { login: ['pin'] } }), turns);
    expect(verdicts).toHaveLength(1);
    expect(JSON.stringify(verdicts)).not.toMatch(/s3cr3t|pa55/);
  });

  it('L5: the same step is judged by the steps before it, whichever they are', () => {
    const guard = driftGuard({ goal: feesGoal, minActions: 1 })();
    const [off, on] = ['account types', 'fees'].map((q, at) => {
      const turn = succeed('search', { q }, q);
      return { ...turn, n: at + 1, thought: '', verdicts: [] };
    });
    expect(guard.judge(off!, [])).toMatchObject({ kind: 'flag' });
    expect(guard.judge(off!, [on!])).toBeUndefined();
    expect(guard.judge(off!, [])).toMatchObject({ kind: 'flag' });
  });

  it('REFL-029: a guard made anew knows nothing of another run', () => {
    const factory = driftGuard({ goal: feesGoal });
    runGuard(factory, wander);
    expect(outline(factory, wander.slice(0, 2))).toBe('');
  });
});
