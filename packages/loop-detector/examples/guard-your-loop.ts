import type { GuardedStep, Verdict } from '@loopwright/loop-detector';
import { errorLimitGuard, loopGuard, progressGuard } from '@loopwright/loop-detector';

// An agent that asks the same thing again and again, as it may happen with any loop and any model.
const guards = [loopGuard(), progressGuard(), errorLimitGuard()].map((makeGuard) => makeGuard());
const steps: GuardedStep[] = [];

for (let n = 1; n <= 10; n++) {
  const step: GuardedStep = {
    n,
    kind: 'act',
    thought: 'I should find more details about fees.',
    calls: [{ tool: 'search', args: { q: 'fees' } }],
    observations: [{ tool: 'search', ok: true, text: 'Fees: 3 USD a month.' }],
    verdicts: [],
  };
  const verdicts: ({ guard: string } & Verdict)[] = guards.flatMap((guard) => {
    const answer = guard.judge(step, steps) ?? [];
    return ('kind' in answer ? [answer] : answer).map((verdict) => ({
      guard: guard.name,
      ...verdict,
    }));
  });
  steps.push({ ...step, verdicts });
  for (const { guard, kind, text } of verdicts) console.log(`step ${n}: ${guard} ${kind}: ${text}`);
  if (verdicts.some(({ kind }) => kind === 'stop')) break;
}
