import type { Model } from '@loopwright/agent-run';
import type { Json, Plan } from '@loopwright/core-parser';
import type { ToolRegistry } from '@loopwright/tool-registry';
import { expectTypeOf } from 'vitest';
import { z } from 'zod';
import { planOnly, runPlan, runRewoo, startRewoo } from '../src/index.ts';

declare const model: Model;
declare const tools: ToolRegistry;
const answer = z.object({ cm: z.number() });

const text = await runRewoo({ task: 't', model, tools });
if (text.status === 'solved') expectTypeOf(text.answer).toEqualTypeOf<string>();
// @ts-expect-error an answer exists only when the run is solved
text.answer;

const typed = await runRewoo({ task: 't', model, tools, answer });
if (typed.status === 'solved') expectTypeOf(typed.answer).toEqualTypeOf<{ cm: number }>();

// @ts-expect-error tools are required
runRewoo({ task: 't', model });
// @ts-expect-error without a schema nothing makes the answer a number
runRewoo<number>({ task: 't', model, tools });
// @ts-expect-error nor for a handle
startRewoo<number>({ task: 't', model, tools });
// @ts-expect-error there is no actor
runRewoo({ task: 't', model, tools, models: { actor: model } });
// @ts-expect-error maxSteps is a limit
runRewoo({ task: 't', model, tools, maxSteps: 5 });

const made = await planOnly({ task: 't', model, tools, answer });
if (made.status !== 'solved') throw new Error(made.reason);
expectTypeOf(made.answer).toEqualTypeOf<Plan>();
expectTypeOf(runPlan(made.answer, { task: 't', model, tools })).resolves.toExtend<{
  reason: string;
}>();

const solved = await runPlan(made.answer, { task: 't', model, tools });
if (solved.status === 'solved') expectTypeOf(solved.answer).toEqualTypeOf<string>();
const solvedTyped = await runPlan(made.answer, { task: 't', model, tools, answer });
if (solvedTyped.status === 'solved') {
  expectTypeOf(solvedTyped.answer).toEqualTypeOf<{ cm: number }>();
}
const unsolved = await runPlan(made.answer, { task: 't', tools, solve: false });
if (unsolved.status === 'solved') expectTypeOf(unsolved.answer).toEqualTypeOf<Json>();
const unsolvedTyped = await runPlan(made.answer, { task: 't', tools, solve: false, answer });
if (unsolvedTyped.status === 'solved') {
  expectTypeOf(unsolvedTyped.answer).toEqualTypeOf<{ cm: number }>();
}
// @ts-expect-error a plan that is solved needs a model
runPlan(made.answer, { task: 't', tools });
