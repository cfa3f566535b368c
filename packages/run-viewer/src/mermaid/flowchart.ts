import { type Outcome, outcomeOfRun, outcomeOfStep } from '../story/outcomes.ts';
import { counted } from '../story/tell-note.ts';
import { callLines, verdictLines } from './call-lines.ts';
import { mermaidLabel } from './mermaid-label.ts';
import type { Drawn } from './shorten.ts';

/** Fill, border and text of each outcome, readable on light and on dark pages. */
const colours: Record<Outcome, readonly [fill: string, stroke: string, color: string]> = {
  success: ['#dcfce7', '#166534', '#052e16'],
  failure: ['#fee2e2', '#991b1b', '#450a0a'],
  degraded: ['#fef3c7', '#92400e', '#451a03'],
  refused: ['#f3e8ff', '#6b21a8', '#3b0764'],
  stopped: ['#ffedd5', '#9a3412', '#431407'],
  suspended: ['#dbeafe', '#1e40af', '#172554'],
  open: ['#f1f5f9', '#475569', '#0f172a'],
};

const shapes = {
  box: ['["', '"]'],
  round: ['(["', '"])'],
  hexagon: ['{{"', '"}}'],
} as const;

/** A diagram and how many arrows it has. */
export type Diagram = { readonly text: string; readonly arrows: number };

/** What happened, from top to bottom; the calls of a step stand beside each other. */
export function flowchart(drawn: readonly Drawn[]): Diagram {
  const chart = new Chart();
  for (const part of drawn) {
    switch (part.type) {
      case 'began':
        chart.add('round', 'open', `Task: ${part.task}`);
        break;
      case 'step': {
        const { n, kind, thought } = part.step;
        chart.add('box', outcomeOfStep(part.step), `Step ${n}: ${kind}`, thought);
        const { calls, more } = callLines(part);
        chart.addBeside([
          ...calls.map(({ outcome, asked, answered }) => [outcome, asked, answered] as const),
          ...(more === undefined ? [] : [['open', more] as const]),
        ]);
        for (const { text, outcome } of verdictLines(part.step))
          chart.add('hexagon', outcome, text);
        break;
      }
      case 'plan':
      case 'replan':
      case 'restore':
        chart.add('hexagon', part.type === 'plan' ? 'open' : 'degraded', part.text);
        break;
      case 'left_out':
        chart.add('box', 'open', `… ${counted(part.steps, 'step')} left out …`);
        break;
      case 'waiting':
        chart.add('round', 'suspended', part.text);
        break;
      case 'ended': {
        const { status, stopReason, reason } = part;
        chart.add('round', outcomeOfRun(status, stopReason), `${status}: ${stopReason}`, reason);
      }
    }
  }
  return chart.diagram();
}

class Chart {
  #lines: string[] = [];
  #nodes = 0;
  #arrows = 0;
  /** What the next node follows. */
  #ends: string[] = [];

  add(shape: keyof typeof shapes, outcome: Outcome, ...label: string[]): void {
    this.#follow([this.#node(shape, outcome, label)]);
  }

  addBeside(nodes: readonly (readonly [outcome: Outcome, ...label: string[]])[]): void {
    if (nodes.length === 0) return;
    this.#follow(nodes.map(([outcome, ...label]) => this.#node('box', outcome, label)));
  }

  diagram(): Diagram {
    const classes = Object.entries(colours).map(
      ([name, [fill, stroke, color]]) =>
        `  classDef ${name} fill:${fill},stroke:${stroke},color:${color}`,
    );
    return { text: ['flowchart TD', ...this.#lines, ...classes].join('\n'), arrows: this.#arrows };
  }

  #node(shape: keyof typeof shapes, outcome: Outcome, label: readonly string[]): string {
    const id = `n${this.#nodes}`;
    const [open, close] = shapes[shape];
    this.#nodes += 1;
    this.#lines.push(`  ${id}${open}${mermaidLabel(...label)}${close}:::${outcome}`);
    return id;
  }

  #follow(ids: string[]): void {
    if (this.#ends.length > 0)
      this.#lines.push(`  ${this.#ends.join(' & ')} --> ${ids.join(' & ')}`);
    this.#arrows += this.#ends.length * ids.length;
    this.#ends = ids;
  }
}
