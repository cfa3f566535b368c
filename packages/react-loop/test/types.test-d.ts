import type { Advisor, Guard, Model } from '@loopwright/agent-run';
import type { Guard as DetectorGuard } from '@loopwright/loop-detector';
import type { Advisor as ReflectionAdvisor } from '@loopwright/reflection';
import type { ToolRegistry } from '@loopwright/tool-registry';
import { expectTypeOf } from 'vitest';
import { z } from 'zod';
import { runReact, startReact } from '../src/index.ts';

declare const model: Model;
declare const tools: ToolRegistry;

const text = await runReact({ task: 't', model, tools });
if (text.status === 'solved') expectTypeOf(text.answer).toEqualTypeOf<string>();
// @ts-expect-error an answer exists only when the run is solved
text.answer;

const typed = await runReact({ task: 't', model, tools, answer: z.object({ cm: z.number() }) });
if (typed.status === 'solved') expectTypeOf(typed.answer).toEqualTypeOf<{ cm: number }>();

// @ts-expect-error tools are required
runReact({ task: 't', model });

// @ts-expect-error without a schema nothing makes the answer a number
runReact<number>({ task: 't', model, tools });
// @ts-expect-error nor for a handle
startReact<number>({ task: 't', model, tools });
runReact<number>({ task: 't', model, tools, answer: z.number() });
// A text is something unknown.
runReact<unknown>({ task: 't', model, tools });
// @ts-expect-error maxSteps is a limit
runReact({ task: 't', model, tools, maxSteps: 5 });

// The parts declare the shapes they need; what the waist hands them must fit.
expectTypeOf<DetectorGuard>().toExtend<Guard>();
expectTypeOf<ReflectionAdvisor>().toExtend<Advisor>();
