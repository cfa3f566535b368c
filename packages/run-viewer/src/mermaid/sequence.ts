import { type Outcome, outcomeOfRun, outcomeOfStep } from '../story/outcomes.ts';
import { counted } from '../story/tell-note.ts';
import { callLines, verdictLines } from './call-lines.ts';
import type { Diagram } from './flowchart.ts';
import { mermaidLabel } from './mermaid-label.ts';
import type { Drawn } from './shorten.ts';

/** See-through, so that the text above them is readable on light and on dark pages. What has no outcome has no block. */
const colours: Partial<Record<Outcome, string>> = {
  success: 'rgba(22, 163, 74, 0.18)',
  failure: 'rgba(220, 38, 38, 0.22)',
  degraded: 'rgba(217, 119, 6, 0.2)',
  refused: 'rgba(147, 51, 234, 0.2)',
  stopped: 'rgba(234, 88, 12, 0.2)',
  suspended: 'rgba(37, 99, 235, 0.18)',
};

/** What happened, as messages between the agent, its model and its tools. */
export function sequence(drawn: readonly Drawn[]): Diagram {
  const lines = drawn.flatMap(linesOf);
  return {
    text: [
      'sequenceDiagram',
      '  participant agent',
      '  participant model',
      '  participant tools',
      ...lines,
    ].join('\n'),
    arrows: lines.length,
  };
}

function linesOf(part: Drawn): string[] {
  switch (part.type) {
    case 'began':
      return [note(`Task: ${part.task}`)];
    case 'step': {
      const { step } = part;
      const { calls, more } = callLines(part);
      return [
        ...block(outcomeOfStep(step), [
          message('agent->>model', `Step ${step.n}`),
          message('model-->>agent', step.kind, step.thought),
        ]),
        ...calls.flatMap(({ asked, answered, outcome }) =>
          block(outcome, [message('agent->>tools', asked), message('tools-->>agent', answered)]),
        ),
        ...(more === undefined ? [] : [note(more)]),
        ...verdictLines(step).flatMap(({ text, outcome }) => block(outcome, [note(text)])),
      ];
    }
    case 'plan':
      return [note(part.text)];
    case 'replan':
    case 'restore':
      return block('degraded', [note(part.text)]);
    case 'left_out':
      return [note(`… ${counted(part.steps, 'step')} left out …`)];
    case 'waiting':
      return block('suspended', [note(part.text)]);
    case 'ended': {
      const { status, stopReason, reason } = part;
      return block(outcomeOfRun(status, stopReason), [note(`${status}: ${stopReason}`, reason)]);
    }
  }
}

function note(...text: string[]): string {
  return message('Note over agent', ...text);
}

/** A message without a text is none to Mermaid. */
function message(arrow: string, ...text: string[]): string {
  return `  ${arrow}: ${mermaidLabel(...text) || '#8230;'}`;
}

function block(outcome: Outcome, lines: string[]): string[] {
  const colour = colours[outcome];
  return colour === undefined ? lines : [`  rect ${colour}`, ...lines, '  end'];
}
