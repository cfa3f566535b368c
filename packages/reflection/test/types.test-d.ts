import type { Json, JsonObject } from '@loopwright/core-parser';
import { describe, expectTypeOf, it } from 'vitest';
import type { Advisor, AdvisorContext, ReflectedStep, Reflection } from '../src/index.ts';
import {
  checkRepeatedFailure,
  createCritic,
  escalationGuard,
  Reflector,
  reflectAtEnd,
  reflectOnFailure,
} from '../src/index.ts';

/** What an agent of one's own may hand to an advisor. */
type OwnObservation =
  | { tool: string; ok: true; value: Json; text: string }
  | {
      tool: string;
      ok: false;
      error: { type: string; class: 'transient' | 'permanent'; code: 'thrown'; message: string };
      text: string;
    };
type OwnStep = {
  n: number;
  kind: 'act' | 'final';
  thought: string;
  calls: { tool: string; args: JsonObject; unreadable?: string }[];
  observations: OwnObservation[];
  notes: string[];
};
type OwnRequest = {
  system: string;
  messages: ({ role: 'user'; blocks: string[] } | { role: 'assistant'; text: string })[];
  temperature?: number;
  maxOutputTokens?: number;
};
type OwnContext = {
  readonly task: string;
  think(
    request: OwnRequest,
    role: 'critic' | 'reflector',
  ): Promise<{ text: string; finish: string }>;
};

describe('types', () => {
  it('R6, F5: both advisors have one shape', () => {
    expectTypeOf(createCritic()).toEqualTypeOf<Advisor>();
    expectTypeOf(reflectOnFailure()).toEqualTypeOf<Advisor>();
  });

  it('R6: steps and contexts of another agent fit', () => {
    expectTypeOf<OwnStep>().toExtend<ReflectedStep>();
    expectTypeOf<OwnContext>().toExtend<AdvisorContext>();
    const own: {
      advise(context: OwnContext, step: OwnStep, before: readonly OwnStep[]): unknown;
    } = createCritic();
    expectTypeOf(own.advise).returns.toBeUnknown();
  });

  it('F7: the guard stops with a reason of its own', () => {
    const verdict = escalationGuard({ tools: [] })().judge({} as OwnStep, []);
    expectTypeOf(verdict?.stopReason).toEqualTypeOf<'unrecoverable' | undefined>();
    // @ts-expect-error whether a way is left depends on the tools
    escalationGuard({});
  });

  it('F3: a refused call has a reason, an allowed one at most a note', () => {
    const check = checkRepeatedFailure([] as OwnStep[], { tool: 'lookup', args: {} });
    if (check.allowed)
      expectTypeOf(check).toEqualTypeOf<{ readonly allowed: true; readonly note?: string }>();
    else expectTypeOf(check.reason).toEqualTypeOf<string>();
    // @ts-expect-error only what is refused has a reason
    check.reason;
  });

  it('F1, F5: option fields accept undefined, tools come by name or with their descriptions', () => {
    reflectOnFailure({ by: undefined, tools: ['a', { name: 'b', description: undefined }] });
    reflectAtEnd([], { think: undefined, goal: undefined, lessons: undefined, tools: undefined });
    createCritic({ when: undefined, sensitive: undefined });
    escalationGuard({ tools: [], classify: undefined, rank: undefined });
    checkRepeatedFailure([], { tool: 'a', args: {} }, { exempt: undefined, changing: undefined });
    // @ts-expect-error the classes are a closed set
    new Reflector({ classify: () => 'flaky' });
  });

  it('F1: a reflection may be without an alternative', () => {
    expectTypeOf<Reflection['alternativeAction']>().toEqualTypeOf<
      { readonly name: string; readonly parameters: JsonObject } | undefined
    >();
    expectTypeOf(new Reflector().isBlacklisted).returns.toEqualTypeOf<boolean>();
    // @ts-expect-error no such moment
    createCritic({ when: 'never' });
  });
});
