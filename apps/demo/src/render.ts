import type { RunResult, Step } from '@loopwright/agent-run';
import type { Critique } from '@loopwright/core-parser';
import { headline, type Row, renderRows, type Screen } from '@loopwright/lab/output';
import type { SessionReport } from '@loopwright/lab/sessions';
import type { ScenarioRun } from './run-scenario.ts';

type Result = RunResult<string>;

/** One run as a person reads it: every step, how it ended, and what it took. */
export function renderRun(run: ScenarioRun, screen: Screen): string {
  const { scenario, result, critiques, asExpected, session } = run;
  const wanted = scenario.answer === null ? 'DEGRADED' : `SOLVED with ${scenario.answer}`;
  const isOpen = asExpected || result.status === 'suspended';
  const unexpected: Row[] = isOpen ? [] : [['   UNEXPECTED', `should be ${wanted}`, 'red']];
  return [
    headline(scenario.name, screen),
    `${scenario.task}\n`,
    ...result.steps.map((step, at) => renderRows(stepRows(step, critiques[at]), screen)),
    renderRows([...endRows(result), ...unexpected], screen),
    renderRows([...usageRows(result), ...(session ? [sessionRow(session, result)] : [])], screen),
  ].join('\n');
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
  const notes = step.notes.map((note): Row => ['   Note', note, 'yellow']);
  return [thought, ...called, ...end, ...(critique ? [critiqueRow(critique)] : notes)];
}

function critiqueRow({ onTrack, critique, nextHint }: Critique): Row {
  if (onTrack === true) return ['   Critique', 'on track'];
  const verdict = onTrack === false ? 'off track' : 'unknown';
  return ['   Critique', `${verdict}: ${critique} ${nextHint}`, 'yellow'];
}

/** The documents' word for the end, the answer or what there is instead, and why. */
function endRows(result: Result): Row[] {
  if (result.status === 'solved') return [['   SOLVED', result.answer, 'green']];
  const word = result.status === 'degraded' ? result.status : result.stopReason;
  return [
    [`   ${word.toUpperCase()}`, result.partial.text, 'yellow'],
    ['   Reason', result.reason],
  ];
}

function usageRows({ steps, counts, bounds, effects }: Result): Row[] {
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

function sessionRow({ id, requestsNow, requestsBefore }: SessionReport, { status }: Result): Row {
  const total = requestsNow + requestsBefore;
  const asked = `${requestsBefore} of ${total} model calls were stored before and not made again`;
  const before = requestsBefore === 0 ? 'every step is stored' : asked;
  const toldAgain = 'told from the store, no model was asked; another --session begins anew';
  const goesOn = 'give the same command again to go on';
  const what = requestsNow === 0 && status !== 'suspended' ? toldAgain : before;
  return ['   Session', [id, what, ...(status === 'suspended' ? [goesOn] : [])].join(' · ')];
}
