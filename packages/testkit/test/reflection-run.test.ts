import { runReact } from '@loopwright/react-loop';
import {
  reflectAtEnd,
  reflectOnFailure,
  reflectPresets,
  reportSession,
} from '@loopwright/reflection';
import { describe, expect, it } from 'vitest';
import { conversationOf, pureModel, turnModel } from '../src/index.ts';
import { registryOf } from './encyclopedia.ts';
import { call, turns } from './support.ts';

const atlantis = { entity: 'atlantis' };
const limits = { retryDelayMs: 0 };

describe('reflection in a run', () => {
  const failing = turns(
    call('lookup', atlantis),
    call('search', { q: 'atlantis' }),
    call('ask', { q: 1 }),
    call('lookup', { entity: 'mu' }),
  );
  const written = JSON.stringify({
    reflections: [{ failure: 1, recommendation: 'alternative', lesson: 'It is a myth.' }],
  });
  const byModel = () => pureModel(() => written, { id: 'reflector' });
  const base = { task: 'Find Atlantis.', limits, errorLimit: false } as const;

  it('F8: model reflections equal failures, within the published bound', async () => {
    const result = await runReact({
      ...base,
      model: turnModel(failing),
      models: { reflector: byModel() },
      tools: registryOf(),
      advisors: [reflectOnFailure({ by: 'model' })],
    });
    const { modelCalls, toolCalls } = result.counts;
    expect(modelCalls.reflector).toBe(3);
    expect(modelCalls.reflector).toBe(toolCalls.failed);
    expect(result.bounds.perRole.reflector).toBe(9);
    expect(result.steps[0]?.notes[0]).toContain('It is a myth. Next: try search');
    const report = reportSession(result.steps, { modelReflections: modelCalls.reflector });
    expect(report).toMatchObject({ failures: 3, modelReflections: 3 });
  });

  it('F8: by rules no reflection costs a call, and the next thought reads the note', async () => {
    const seen: string[] = [];
    const model = pureModel((request) => {
      seen.push(conversationOf(request));
      return failing[seen.length - 1]!;
    });
    const result = await runReact({ ...base, ...reflectPresets.each, model, tools: registryOf() });
    expect(result.counts.modelCalls.reflector ?? 0).toBe(0);
    expect(seen[1]).toContain(
      '\nNote: lesson: Entity does not exist: lookup found nothing for atlantis.',
    );
    expect(seen[3]).toContain('Next: call ask once more, after waiting 2 seconds.');
  });

  it('F5, F8: at the end one model call reflects on all failures, after a run without any note', async () => {
    const result = await runReact({
      ...base,
      ...reflectPresets.atEnd,
      model: turnModel(failing),
      tools: registryOf(),
    });
    expect(result.steps.flatMap(({ notes }) => notes)).toEqual([]);
    let calls = 0;
    const report = await reflectAtEnd(result.steps, {
      goal: 'Find Atlantis.',
      think: async (request) => {
        calls += 1;
        const { signal } = new AbortController();
        return byModel().generate(request, { signal, onDelta: () => {} });
      },
    });
    expect(calls).toBe(1);
    expect(report).toMatchObject({ failures: 3, modelReflections: 1 });
    expect(report.reflections[0]?.words).toBe('It is a myth.');
  });

  it('F8: a reflector that fails costs a run nothing but a flag', async () => {
    const result = await runReact({
      ...base,
      limits: { ...limits, attempts: 1 },
      model: turnModel(failing),
      models: {
        reflector: {
          id: 'dead',
          generate: async () => {
            throw new Error('no');
          },
        },
      },
      tools: registryOf(),
      advisors: [reflectOnFailure({ by: 'model' })],
    });
    expect(result.status).toBe('solved');
    expect(result.steps[0]?.notes[0]).toMatch(
      /Next: try search, .*\(model reflection: unreadable_reflection\)$/,
    );
  });
});
