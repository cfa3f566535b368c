import { describe, expect, it } from 'vitest';
import { runHostile } from '../src/index.ts';

// npm run check:hostile lives through further ones.
describe('1,000 hostile runs, each cut, resumed, replayed and forked', () => {
  it.each([0, 250, 500, 750])(
    'R2, R3, R9, R12: runs %i and following end within their bounds and tell the truth',
    async (from) => {
      const { faults, counters } = await runHostile({ from, runs: 250 });
      expect(faults).toEqual([]);
      expect(meantToBeReached.filter((name) => !counters[name])).toEqual([]);
    },
    60_000,
  );
});

/** Without these the runs would prove less than they seem to. */
const meantToBeReached = [
  'stop react final',
  'stop react goal_achieved',
  'stop react max_steps',
  'stop react budget',
  'stop react error',
  'stop react error_limit',
  'stop react awaiting_approval',
  'stop waves final',
  'stop waves max_replans',
  'stop waves budget',
  'sub-agent model calls',
  'waves of several calls',
  'effects committed',
  'effects not started',
  'effects unknown',
  'cuts inside a once call',
  'hints',
  'asked',
  'runs at their bound of model calls',
];
