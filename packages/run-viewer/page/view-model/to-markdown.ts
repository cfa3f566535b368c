import { visibleText } from '../../src/story/visible-text.ts';
import { recordOf, shownValue, textOf } from './loose.ts';
import type { RunStatus } from './run-status.ts';
import type { RunView, StepView } from './run-view.ts';
import { stepTitle } from './step-words.ts';

/** The run as Markdown, without what was sent to models. */
export function toMarkdown({ root, steps, effects }: RunView, status: RunStatus): string {
  const end = status.stopReason === undefined ? '' : ` (\`${status.stopReason}\`)`;
  return [
    `# ${line(root.task ?? 'Run')}`,
    `**${status.word}**${end}: ${line(status.meaning)} ${line(status.reason ?? '')}`.trim(),
    ...(status.answer === undefined ? [] : [`Answer:\n\n${fence(shownValue(status.answer))}`]),
    ...(status.answer === undefined && status.partial
      ? [`Partial:\n\n${fence(status.partial)}`]
      : []),
    ...steps.map(stepText),
    ...(effects.length === 0 ? [] : ['## Effects']),
    ...effects.map(
      ({ tool, args, status: state }) => `- ${code(`${tool} ${inline(args)}`)}: ${state}`,
    ),
  ].join('\n\n');
}

function stepText(step: StepView): string {
  const { path, kind, thought, calls, verdicts, notes } = step;
  const where = path === '' ? '' : ` of the sub-agent ${code(path)}`;
  return [
    `## ${stepTitle(step)}${where}${kind === '' ? '' : ` (${line(kind)})`}`,
    ...(thought ? [line(thought)] : []),
    ...calls.flatMap(({ tool, args, observation, state, unreadable }) => [
      `- call ${code(`${tool} ${inline(args)}`)}: ${state}`,
      fence(observation ?? unreadable ?? 'not in this log'),
    ]),
    ...verdicts.map(({ guard, kind: verdict, text }) => `- ${guard}, ${verdict}: ${line(text)}`),
    ...notes.map((note) => `- note: ${line(note)}`),
  ].join('\n\n');
}

function inline(args: unknown): string {
  return args === undefined ? '' : (textOf(args) ?? JSON.stringify(recordOf(args)));
}

/** A text in one line, in which nothing is markup. */
function line(text: string): string {
  return visibleText(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~&@]|:(?=\/\/)|(?<=www)\.|^[-+=]|(?<=^\d{1,9})[.)]/gi, '\\$&');
}

function code(text: string): string {
  const shown = visibleText(text).replace(/\s+/g, ' ');
  const ticks = ticksAround(shown, 1);
  return `${ticks} ${shown} ${ticks}`;
}

function fence(text: string): string {
  const ticks = ticksAround(text, 3);
  return `${ticks}\n${visibleText(text)}\n${ticks}`;
}

/** More ticks than stand in a row anywhere in the text. */
function ticksAround(text: string, least: number): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([row]) => row.length));
  return '`'.repeat(Math.max(least, longest + 1));
}
