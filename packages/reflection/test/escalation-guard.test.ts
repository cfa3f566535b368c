import { describe, expect, it } from 'vitest';
import type { EscalationGuardOptions } from '../src/index.ts';
import { escalationGuard } from '../src/index.ts';
import type { Turn } from './steps.ts';
import { fail, stepsOf, succeed, together } from './steps.ts';

const missing = fail('lookup', { entity: 'atlantis' }, 'not found');
const searched = fail('search', { q: 'atlantis' }, 'nothing found');

function judge(turns: readonly Turn[], options: EscalationGuardOptions) {
  const steps = stepsOf(turns);
  return escalationGuard(options)().judge(steps.at(-1)!, steps.slice(0, -1));
}

describe('escalationGuard', () => {
  it('F7: ends the run as unrecoverable when no way on is left', () => {
    expect(judge([searched, missing], { tools: ['search', 'lookup'] })).toEqual({
      kind: 'stop',
      stopReason: 'unrecoverable',
      text: 'No way on is left. Entity does not exist: lookup found nothing for atlantis.',
      data: { kind: 'unrecoverable', failures: [{ action: 'lookup', reason: 'not_found' }] },
    });
  });

  it('F7: is silent while something is left to try', () => {
    const options = { tools: ['search', 'lookup'] };
    expect(judge([missing], options)).toBeUndefined();
    expect(
      judge([fail('lookup', {}, 'timeout', 'transient')], { tools: ['lookup'] }),
    ).toBeUndefined();
    expect(judge([succeed('lookup', {})], { tools: ['lookup'] })).toBeUndefined();
    expect(judge([together(missing, succeed('a', {}))], { tools: ['lookup'] })).toBeUndefined();
    const oneHopes = together(missing, fail('lookup', {}, 'timeout', 'transient'));
    expect(judge([oneHopes], { tools: ['lookup'] })).toBeUndefined();
  });
});
