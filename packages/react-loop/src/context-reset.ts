import type { Step } from '@loopwright/agent-run';
import { encodeNote, jsonLine } from '@loopwright/core-parser';
import { parseErrorTool, reactDefaults } from './defaults.ts';
import { shorten } from './echoed-step.ts';

/**
 * Of the first `count` steps of a run, how many stand as digests in the request after them. A reset comes when more
 * than twice `keepSteps` steps would stand there in full, and leaves `keepSteps`; until the next one the request only
 * grows. A function of two numbers, so that a resumed run and a scratchpad built from steps have the same resets.
 */
export function digestedSteps(count: number, keepSteps: number): number {
  if (keepSteps === 0 || count <= 2 * keepSteps) return 0;
  const period = keepSteps + 1;
  return period * (1 + Math.floor((count - 2 * keepSteps - 1) / period));
}

/**
 * What stands in the request for steps that are no longer shown in full: one line for each of their last calls, and one
 * line that counts the calls before those. Of bounded length, however many steps there are.
 */
export function digestBlock(steps: readonly Step[]): string {
  const { maxDigestLines } = reactDefaults;
  const lines = steps.slice(-maxDigestLines).flatMap(digestLines).slice(-maxDigestLines);
  const calls = steps.reduce((sum, step) => sum + step.calls.length, 0);
  const older = calls - lines.length;
  const count = older > 0 ? [`- before these: ${older} more calls`] : [];
  return ['Earlier steps, each call in one line:', ...count, ...lines, ''].join('\n');
}

function digestLines({ n, calls, observations }: Step): string[] {
  return calls.map(({ tool, args, unreadable }, index) => {
    const observation = observations[index];
    const { text = '' } = observation ?? {};
    const end = observation?.ok ? 'ok' : `failed (${observation?.error.class ?? 'unknown'})`;
    const seen = `${end}, ${text.length} characters: ${shorten(text)}`;
    const asked =
      tool === parseErrorTool && unreadable !== undefined
        ? 'a reply that could not be read'
        : `${shorten(tool)}(${shorten(jsonLine(args))})`;
    // Encoded as a whole: what was cut cannot come together with what follows.
    return `- step ${n}: ${encodeNote(`${asked}: ${seen}`)}`;
  });
}
