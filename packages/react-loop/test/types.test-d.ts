import type { Advisor, Guard, Model } from '@loopwright/agent-run';
import type { Guard as DetectorGuard } from '@loopwright/loop-detector';
import type { Advisor as ReflectionAdvisor } from '@loopwright/reflection';
import type { ToolRegistry } from '@loopwright/tool-registry';
import { expectTypeOf } from 'vitest';
import { z } from 'zod';
import { runReact } from '../src/index.ts';

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

// The parts declare the shapes they need; what the waist hands them must fit.
expectTypeOf<DetectorGuard>().toExtend<Guard>();
expectTypeOf<ReflectionAdvisor>().toExtend<Advisor>();
