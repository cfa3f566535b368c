import { styleText } from 'node:util';
import type { RunResult, Step } from '@loopwright/agent-run';
import type { Critique } from '@loopwright/core-parser';
import type { ScenarioRun } from './run-scenario.ts';

type Screen = { readonly columns: number; readonly colour: boolean };
type Style = Parameters<typeof styleText>[0];
/** A label and a text, which is broken into lines beside the label. */
type Row = readonly [label: string, text: string, style?: Style];

const labelWidth = 17;

/** One run as a person reads it: every step, how it ended, and what it took. */
export function renderRun(run: ScenarioRun, screen: Screen): string {
  const { scenario, result, critiques, asExpected } = run;
  const wanted = scenario.answer === null ? 'DEGRADED' : `SOLVED with ${scenario.answer}`;
  const unexpected: Row[] = asExpected ? [] : [['   UNEXPECTED', `should be ${wanted}`, 'red']];
  return [
    paint(screen, 'bold', `── ${scenario.name} `.padEnd(screen.columns, '─')),
    `${scenario.task}\n`,
    ...result.steps.map((step, at) => renderRows(stepRows(step, critiques[at]), screen)),
    renderRows([...endRows(result), ...unexpected], screen),
    renderRows(usageRows(result), screen),
  ].join('\n');
}

function renderRows(rows: readonly Row[], screen: Screen): string {
  const lines = rows.flatMap(([label, text, style]) =>
    wrap(text, screen.columns - labelWidth).map((line, at) => {
      const head = (at === 0 ? label : '').padEnd(labelWidth);
      return `${paint(screen, 'dim', head)}${paint(screen, style, line)}\n`;
    }),
  );
  return lines.join('');
}

/** Breaks between words, and inside a word that is longer than a line. */
function wrap(text: string, width: number): string[] {
  const pattern = new RegExp(`\\S.{0,${width - 1}}(?=\\s|$)|\\S{${width}}`, 'g');
  return text.match(pattern) ?? [''];
}

function stepRows(step: Step, critique: Critique | undefined): Row[] {
  // A native answer comes without a thought.
  const thought: Row = [`${String(step.n).padEnd(2)} Thought`, step.thought || '(none)'];
  const called = step.calls.flatMap(({ tool, args }, at): Row[] => {
    const { ok, text } = step.observations[at]!;
    const observation: Row = ok
      ? ['   Observation', `ok ${text}`]
      : ['   Observation', text, 'red'];
    return [['   Action', `${tool} ${JSON.stringify(args)}`], observation];
  });
  const end: Row[] = step.kind === 'act' ? [] : [['   Action', step.kind]];
  return [thought, ...called, ...end, ...(critique ? [critiqueRow(critique)] : [])];
}

function critiqueRow({ onTrack, critique, nextHint }: Critique): Row {
  if (onTrack === true) return ['   Critique', 'on track'];
  const verdict = onTrack === false ? 'off track' : 'unknown';
  return ['   Critique', `${verdict}: ${critique} ${nextHint}`, 'yellow'];
}

/** The documents' word for the end, the answer or what there is instead, and why. */
function endRows(result: RunResult<string>): Row[] {
  if (result.status === 'solved') return [['   SOLVED', result.answer, 'green']];
  const word = result.status === 'degraded' ? result.status : result.stopReason;
  return [
    [`   ${word.toUpperCase()}`, result.partial.text, 'yellow'],
    ['   Reason', result.reason],
  ];
}

function usageRows({ steps, counts, bounds, effects }: RunResult<string>): Row[] {
  const { ok, failed, refused } = counts.toolCalls;
  const { perRole, modelCalls, toolCalls } = bounds;
  const { actor = 0, critic = 0 } = counts.modelCalls;
  const models = `actor ${actor}, critic ${critic}`;
  const tools = `${ok} ok, ${failed + refused} failed`;
  const most = `${perRole.actor} steps · ${modelCalls} model calls · ${toolCalls} tool calls`;
  return [
    ['   Counts', `${steps.length} steps · model calls: ${models} · tool calls: ${tools}`],
    ['   Bounds', `at most ${most} · side effects: ${effects.length || 'none'}`],
  ];
}

function paint({ colour }: Screen, style: Style | undefined, text: string): string {
  return colour && style ? styleText(style, text, { validateStream: false }) : text;
}
