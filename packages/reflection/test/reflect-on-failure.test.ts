import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Advisor } from '../src/index.ts';
import { reflectOnFailure, reflectorFromSteps, reflectPresets } from '../src/index.ts';
import type { Turn } from './steps.ts';
import { fail, scriptedContext, stepsOf, succeed, together } from './steps.ts';

const tools = ['search', 'lookup'];
const missing = fail('lookup', { entity: 'atlantis' }, 'Entity not found: atlantis');
const down = fail('lookup', { entity: 'france' }, 'try again later', 'transient');

/** The note after the last of the turns. */
async function note(turns: readonly Turn[], advisor: Advisor = reflectOnFailure({ tools })) {
  const { context, requests } = scriptedContext('Find Atlantis');
  const steps = stepsOf(turns);
  const given = await advisor.advise(context, steps.at(-1)!, steps.slice(0, -1));
  expect(requests).toEqual([]);
  return given;
}

describe('reflectOnFailure', () => {
  it('F2, F3: the note holds the lesson and proposes another tool, without a model call', async () => {
    expect(await note([missing])).toBe(
      'lesson: Entity does not exist: lookup found nothing for atlantis. Next: try search, for instance with {"q":"atlantis"}.',
    );
  });

  it('F1: a failure that may pass is worth one more call, the second one is not', async () => {
    expect(await note([down])).toBe(
      'lesson: The tool failed for the time being: lookup. Next: call lookup once more.',
    );
    expect(await note([down, down])).toContain('Next: try search');
  });

  it('F1: a delay is told, and so is one that is too long to wait for', async () => {
    const busy = fail('lookup', { entity: 'x' }, 'busy, retry after 20 s', 'transient');
    expect(await note([busy])).toContain('Next: call lookup once more, after waiting 20 seconds.');
    const patient = reflectOnFailure({ tools, maxRetryAfterMs: 19_999 });
    expect(await note([busy], patient)).toContain('Next: that is too long to wait; try search');
    const alone = reflectOnFailure({ tools: ['lookup'], maxRetryAfterMs: 0 });
    expect(await note([busy], alone)).toContain(
      'Next: that is too long to wait; answer with what is known, or give up.',
    );
  });

  it('F3: lessons of earlier runs stand in the note on the first step, and only there', async () => {
    const reflector = reflectorFromSteps(stepsOf([missing]));
    const advisor = reflectOnFailure({ tools, lessons: reflector.learnt() });
    const found = succeed('search', { q: 'x' });
    const told =
      'lessons of earlier runs: Entity does not exist: lookup found nothing for atlantis.';
    expect(await note([found], advisor)).toBe(told);
    expect(await note([found, found], advisor)).toBeUndefined();
    expect(await note([down], advisor)).toMatch(new RegExp(`^lesson: .* ${told}$`));
  });

  it('F1: what failed in earlier steps is not proposed', async () => {
    const searched = fail('search', { q: 'atlantis' }, 'nothing found');
    expect(await note([searched, missing])).toContain(
      'Next: answer with what is known, or give up.',
    );
  });

  it('F1: without a list of tools it never says that none is left', async () => {
    const blind = reflectOnFailure();
    expect(await note([missing], blind)).toContain('Next: do not make the same call again.');
    const searched = succeed('search', { q: 'x' });
    expect(await note([searched, missing], blind)).toContain('Next: try search');
  });

  it('F1: says nothing about a success, nor about a reply that could not be read', async () => {
    expect(await note([missing, succeed('search', { q: 'atlantis' })])).toBeUndefined();
    const tool = 'PARSE_ERROR';
    const unreadable = {
      calls: [{ tool, args: {}, unreadable: 'no action' }],
      observations: [{ tool, ok: false, text: 'ERROR[parse]: no action' }],
    };
    expect(await note([unreadable])).toBeUndefined();
  });

  it('F1: each failed call of a step gets its sentence, in at most maxNoteChars characters', async () => {
    const both = together(missing, succeed('search', { q: 'x' }), down);
    expect((await note([both]))?.match(/lesson:/g)).toHaveLength(2);
    const short = reflectOnFailure({ tools, maxNoteChars: 80 });
    expect((await note([both], short))?.length).toBeLessThanOrEqual(80);
  });

  it('F3: no secret is in a note', async () => {
    const login = fail('get_user', { id: 7, token: 't0ken' }, 'not found');
    const advisor = reflectOnFailure({ tools: ['get_user', 'get_account'] });
    const given = await note([login], advisor);
    expect(given).toContain('try get_account');
    expect(given).not.toContain('t0ken');
  });

  it('F3: no argument that is named as sensitive is in a note, whatever tool is proposed', async () => {
    const login = fail('get_user', { card: '4711-XYZ', userPassword: 'pa55', id: 7 }, 'not found');
    const sensitive = { get_user: ['card'] };
    const advisor = reflectOnFailure({ tools: ['get_user', 'get_account'], sensitive });
    const given = await note([login], advisor);
    expect(given).toContain('get_user found nothing for 7. Next: try get_account');
    expect(given).not.toMatch(/4711|pa55/);
    const reflector = reflectorFromSteps(stepsOf([login, login]), { sensitive });
    expect(reflector.promptText()).toContain('found nothing for 7 (2 times)');
    expect(JSON.stringify(reflector.lessons())).not.toMatch(/4711|pa55/);
    const searching = reflectOnFailure({ tools: ['get_user', 'find_user'], sensitive });
    expect(await note([login], searching)).toContain('try find_user, for instance with {"q":"7"}');
  });

  it('F1: of a failure that nothing is known about it claims nothing, and proposes one retry', async () => {
    const odd = fail('lookup', { entity: 'x' }, 'something odd', 'unknown');
    expect(await note([odd])).toBe(
      'lesson: The call failed: lookup with x. Next: call lookup once more.',
    );
    expect(await note([odd, odd])).toContain('Next: try search');
  });

  it('F5: one advisor serves many runs: its notes depend on the recorded steps alone', async () => {
    const turn = fc.constantFrom(
      missing,
      down,
      succeed('search', { q: 'x' }),
      together(missing, down),
    );
    const used = reflectOnFailure({ tools });
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 6 }), async (turns) => {
        expect(await note(turns, used)).toBe(await note(turns, reflectOnFailure({ tools })));
      }),
    );
  });

  it('F5: presets: on every failure, or not at all', async () => {
    expect(reflectPresets.off.advisors).toEqual([]);
    expect(reflectPresets.each.advisors.map(({ name }) => name)).toEqual(['reflector']);
    expect(reflectPresets.each.advisors[0]?.role).toBeUndefined();
  });
});

describe('reflectorFromSteps', () => {
  it('F5, F6: finished steps can be analysed once, at the end', () => {
    const reflector = reflectorFromSteps(stepsOf([missing, down, missing, missing]));
    expect(reflector.patterns()).toMatchObject([{ reason: 'not_found', count: 3 }]);
    expect(reflector.isBlacklisted({ name: 'lookup', parameters: { entity: 'atlantis' } })).toBe(
      true,
    );
    expect(reflector.promptText()).toContain('(3 times)');
  });
});
