import type { PlanLine } from './plan-lines.ts';
import type { PlanTools } from './plan-tools.ts';
import type { CallReading } from './read-call.ts';

/** The grammar of a form in which every step is a line. */
export type LinePlanGrammar = {
  readonly form: 'text' | 'numbered';
  /** A step, to show in errors how one is written. */
  readonly example: string;
  /** What the line between two offsets begins. */
  readLine(text: string, start: number, end: number): PlanLine[];
  /** Reads the call that begins at `start`. */
  readCall(text: string, start: number, end: number, tools: PlanTools | undefined): CallReading;
  /** True when that call is no step but the end of the plan. */
  isEnd(text: string, start: number, tools: PlanTools | undefined): boolean;
};
