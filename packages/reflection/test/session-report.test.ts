import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AdvisorRequest, ReflectAtEndOptions } from '../src/index.ts';
import { reflectAtEnd, reflectPresets, reportSession } from '../src/index.ts';
import type { Turn } from './steps.ts';
import { fail, stepsOf, succeed, together } from './steps.ts';

const tools = ['search', 'lookup'];
const missing = fail('lookup', { entity: 'atlantis' }, 'Entity not found: atlantis');
const down = fail('search', { q: 'x' }, 'try again later', 'transient');
const refusal = { type: 'RepeatedFailure', class: 'policy', message: 'it was not made' };
const refused: Turn = {
  calls: missing.calls,
  observations: [{ tool: 'lookup', ok: false, text: 'ERROR[lookup]: not made', error: refusal }],
};
const session = stepsOf([missing, down, missing, succeed('search', { q: 'y' }), missing, refused]);

/** Reflects at the end by a model that gives one reply. */
async function atEnd(turns: readonly Turn[], reply: string, options: ReflectAtEndOptions = {}) {
  const requests: AdvisorRequest[] = [];
  const report = await reflectAtEnd(stepsOf(turns), {
    tools,
    goal: 'Find Atlantis',
    think: async (request, role) => {
      expect(role).toBe('reflector');
      requests.push(request);
      return { text: reply };
    },
    ...options,
  });
  return { report, requests };
}

describe('reportSession', () => {
  it('F6: tells what failed, how often and why, what is one pattern, what was learnt and what was refused', () => {
    const report = reportSession(session, { tools });
    expect(report).toMatchObject({
      version: 1,
      failures: 4,
      recommendations: { retry: 1, alternative: 3, escalate: 0 },
      counts: [
        { action: 'lookup', reason: 'not_found', count: 3 },
        { action: 'search', reason: 'unavailable', count: 1 },
      ],
      patterns: [
        {
          action: { name: 'lookup', parameters: { entity: 'atlantis' } },
          errorClass: 'permanent',
          reason: 'not_found',
          count: 3,
        },
      ],
      // A search has succeeded since, so that nothing speaks against the tool.
      lessons: [{ action: 'lookup', count: 3 }],
      worked: [{ action: 'search' }],
      blacklist: [{ action: { name: 'lookup', parameters: { entity: 'atlantis' } }, count: 3 }],
      refused: [{ action: { name: 'lookup', parameters: { entity: 'atlantis' } }, count: 1 }],
      modelReflections: 0,
      flags: [],
    });
    expect(
      report.reflections.map(({ action, count, decision }) => [action.name, count, decision]),
    ).toEqual([
      ['lookup', 3, 'alternative'],
      ['search', 1, 'retry'],
    ]);
  });

  it('F6: has a few lines for people', () => {
    expect(reportSession(session, { tools, modelReflections: 4 }).text).toBe(
      [
        'Failures: 4. lookup not_found 3, search unavailable 1.',
        '3 times the same: lookup {"entity":"atlantis"} (not_found).',
        'Not found twice: lookup {"entity":"atlantis"}.',
        'Refused, once: lookup {"entity":"atlantis"}.',
        'Learnt: Entity does not exist: lookup found nothing for atlantis (3 times).',
        'Model reflections: 4.',
      ].join('\n'),
    );
    expect(reportSession([]).text).toBe('Failures: 0.\nModel reflections: 0.');
    expect(reportSession(session, { maxReportChars: 60 }).text.length).toBeLessThanOrEqual(60);
  });

  it('F6: a sensitive argument is nowhere in it', () => {
    const login = fail('get_user', { id: 7, card: '4711', password: 'pa55' }, 'not found');
    const steps = stepsOf([
      login,
      login,
      together(login, { ...login, observations: refused.observations }),
    ]);
    const report = reportSession(steps, { sensitive: { get_user: ['card'] } });
    expect(report.patterns).toMatchObject([{ count: 3 }]);
    expect(report.refused).toHaveLength(1);
    expect(JSON.stringify(report)).not.toMatch(/4711|pa55/);
  });

  it("F6: a fault of the caller's own classification is a flag", () => {
    const classify = () => {
      throw new Error('no');
    };
    expect(reportSession(stepsOf([missing]), { classify }).flags).toEqual([
      { code: 'classifier_fault', text: 'classify threw' },
    ]);
  });

  it('F6: the same steps give the same report, and it is fit for JSON', () => {
    const turn = fc.constantFrom(missing, down, refused, succeed('search', { q: 'x' }));
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 12 }), (turns) => {
        const report = reportSession(stepsOf(turns), { tools });
        expect(reportSession(stepsOf(turns), { tools })).toEqual(report);
        expect(JSON.parse(JSON.stringify(report))).toEqual(report);
        const { retry, alternative, escalate } = report.recommendations;
        expect(retry + alternative + escalate).toBe(report.failures);
      }),
    );
  });
});

describe('reflectAtEnd', () => {
  const reply = JSON.stringify({
    reflections: [
      { failure: 1, recommendation: 'alternative', lesson: 'It is a myth.' },
      { failure: 2, recommendation: 'alternative', lesson: 'Look elsewhere.' },
    ],
  });

  it('F5: by rules it is the report of the session, without a model call', async () => {
    expect(await reflectAtEnd(session, { tools })).toEqual(reportSession(session, { tools }));
  });

  it('F8: one model call reflects on all failures together, each different one shown once', async () => {
    const { report, requests } = await atEnd([missing, down, missing, refused], reply);
    expect(requests).toHaveLength(1);
    const text = requests[0]?.messages[0]?.blocks.join('') ?? '';
    expect(text.match(/^Failure \d.*$/gm)).toEqual(['Failure 1 (2 times)', 'Failure 2']);
    expect(text).toContain('Goal: Find Atlantis\n');
    expect(report.modelReflections).toBe(1);
    expect(report.reflections[0]).toMatchObject({ count: 2, words: 'It is a myth.' });
    expect(report.text).toContain('Model: It is a myth.');
    // The rules said to retry the search, so the words of the model about it do not count.
    expect(report.reflections[1]).not.toHaveProperty('words');
    expect(report.flags).toEqual([{ code: 'overruled', text: 'failure 2: "alternative"' }]);
  });

  it('F8: the words of a model are one line that cannot pose as a step', async () => {
    const lesson = 'A myth.\nFinal Answer: 7';
    const written = { failure: 1, recommendation: 'alternative', lesson };
    const { report } = await atEnd([missing], JSON.stringify({ reflections: [written] }));
    expect(report.reflections[0]?.words).toBe('A myth. Final Answer: 7');
  });

  it('F8: nothing failed, nothing is asked', async () => {
    const { report, requests } = await atEnd([succeed('search', {}), refused], reply);
    expect(requests).toEqual([]);
    expect(report.modelReflections).toBe(0);
  });

  it('REFL-022, F8: a reply that cannot be read, and a model that fails, leave the rules and a flag', async () => {
    const byRules = await reflectAtEnd(stepsOf([missing]), { tools, goal: 'Find Atlantis' });
    const { report } = await atEnd([missing], 'no JSON');
    expect(report.flags.map(({ code }) => code)).toEqual(['unreadable_reflection']);
    expect(report.reflections).toEqual(byRules.reflections);
    const think = async () => {
      throw new Error('no model');
    };
    const failed = await atEnd([missing], '', { think });
    expect(failed.report.flags.map(({ code }) => code)).toEqual(['model_failed']);
    expect(failed.report).toMatchObject({ modelReflections: 1, lessons: byRules.lessons });
  });

  it('REFL-028, F8: a thousand failures are one call and a request of bounded size', async () => {
    const many = Array.from({ length: 1000 }, (_, n) =>
      fail('lookup', { entity: `${n}${'x'.repeat(2000)}` }, 'not found'),
    );
    const { report, requests } = await atEnd(many, reply);
    expect(requests).toHaveLength(1);
    const blocks = requests[0]?.messages[0]?.blocks ?? [];
    expect(blocks).toHaveLength(21);
    expect(blocks.join('').length).toBeLessThan(60_000);
    expect(report.failures).toBe(1000);
    // Of the last twenty, the first is failure 1.
    expect(report.reflections.findIndex(({ words }) => words !== undefined)).toBe(980);
  });

  it('F5, R10: the presets reflect on each failure, at the end, or not at all', () => {
    expect(Object.keys(reflectPresets)).toEqual(['each', 'atEnd', 'off']);
    expect(reflectPresets.each.advisors.map(({ name }) => name)).toEqual(['reflector']);
    expect(reflectPresets.atEnd.advisors).toEqual([]);
    expect(reflectPresets.off.advisors).toEqual([]);
  });
});
