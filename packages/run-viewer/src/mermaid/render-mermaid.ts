import type { DurableEvent } from '@loopwright/agent-run';
import { checkCount, checkNames, mustBe } from '@loopwright/agent-run/option-checks';
import { tellRun } from '../story/tell-run.ts';
import { type Diagram, flowchart } from './flowchart.ts';
import { sequence } from './sequence.ts';
import { type Drawn, shorten } from './shorten.ts';

const kinds = { flowchart, sequence } satisfies Record<
  string,
  (drawn: readonly Drawn[]) => Diagram
>;

/** What Mermaid draws of one text unless it is told otherwise, with some room: it would draw nothing of a larger one. */
const mermaidLimits = { chars: 48_000, arrows: 450 } as const;

/** How a run is drawn. */
export type RenderMermaidOptions = {
  /**
   * `flowchart`: what followed what, with the calls of a step beside each other. `sequence`: messages between the agent, its
   * model and its tools. Default: `flowchart`.
   */
  readonly kind?: 'flowchart' | 'sequence' | undefined;
  /** Steps, plans and replans that are drawn at most; of longer runs the middle is left out. Default: 40. */
  readonly maxSteps?: number | undefined;
};

/** What applies where an option is not given. */
export const renderMermaidDefaults = { kind: 'flowchart', maxSteps: 40 } as const;

/**
 * A run as Mermaid text (O3): its steps, calls, verdicts, plans and replans, and its end, in colours that tell success from
 * failure, degraded, refused and stopped. Labels are drawn as they stand in the log, each part cut to 80 characters; marks that
 * nobody would see stand there as escapes. Fewer steps are drawn where Mermaid would refuse the text as too large.
 *
 * @throws ConfigurationError `invalid_option` for options that cannot be meant.
 */
export function renderMermaid(
  events: readonly DurableEvent[],
  options: RenderMermaidOptions = {},
): string {
  checkNames({ ...options }, Object.keys(renderMermaidDefaults));
  const { kind = renderMermaidDefaults.kind, maxSteps = renderMermaidDefaults.maxSteps } = options;
  mustBe(Object.hasOwn(kinds, kind), 'kind', `one of ${Object.keys(kinds).join(', ')}`, kind);
  checkCount({ maxSteps }, 'maxSteps', 1);
  const told = tellRun(events);
  for (let max = maxSteps; ; max = Math.floor(max / 2)) {
    const { text, arrows } = kinds[kind](shorten(told, max));
    const fits = text.length <= mermaidLimits.chars && arrows <= mermaidLimits.arrows;
    if (fits || max <= 1) return text;
  }
}
