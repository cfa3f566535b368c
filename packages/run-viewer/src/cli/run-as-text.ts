import type { RunLog } from '@loopwright/telemetry/run-log';
import { counted } from '../story/tell-note.ts';
import { type Happening, tellRun } from '../story/tell-run.ts';
import { oneLine, visibleText } from '../story/visible-text.ts';

/** Of one text, in characters. */
const maxTextChars = 2000;
const maxNameChars = 200;

/**
 * A run as lines for a terminal. Whatever of the run a terminal would obey stands there as a mark, and every line of a
 * text of the run is indented, so that it cannot pass for a line of this program.
 */
export function runAsText({ header, events, isCut }: RunLog): string[] {
  const lines = [`Session ${oneLine(header.session, maxNameChars)}, level ${header.level}`];
  const told = tellRun(events);
  for (const part of told) lines.push(...linesOf(part));
  if (told.at(-1)?.type !== 'ended') lines.push('', 'The log has no end of the run.');
  if (isCut) lines.push('The last line of the log was cut and is left out.');
  return lines;
}

function linesOf(part: Happening): string[] {
  switch (part.type) {
    case 'began':
      return texts('Task', part.task);
    case 'plan':
    case 'replan':
    case 'restore':
    case 'waiting':
      return ['', ...texts('', part.text)];
    case 'step': {
      const { n, kind, thought, calls, observations, verdicts, notes } = part.step;
      return [
        '',
        `Step ${n}: ${oneLine(kind, maxNameChars)}`,
        ...texts('Thought', thought),
        ...calls.flatMap(({ tool, args, unreadable }, at) => {
          const observation = observations[at];
          const steps = part.childSteps[at] ?? 0;
          return [
            ...texts('Call', `${tool} ${JSON.stringify(args)}`),
            ...(unreadable === undefined ? [] : texts('Unreadable', unreadable)),
            ...(steps === 0 ? [] : texts('Sub-agent', counted(steps, 'step'))),
            ...(observation ? texts(observation.ok ? 'Got' : 'Failed', observation.text) : []),
          ];
        }),
        ...verdicts.flatMap(({ guard, kind: verdict, text = '' }) =>
          texts('Verdict', `${guard}: ${verdict}: ${text}`),
        ),
        ...notes.flatMap((note) => texts('Note', note)),
      ];
    }
    case 'ended':
      return [
        '',
        `End: ${oneLine(`${part.status}, ${part.stopReason}`, maxNameChars)}`,
        ...texts('Reason', part.reason),
      ];
  }
}

function texts(label: string, text: string): string[] {
  if (text === '') return [];
  const cut = text.slice(0, maxTextChars);
  const more = text.length - cut.length;
  const shown = more === 0 ? cut : `${cut}\n… and ${counted(more, 'more character')}`;
  const [first = '', ...rest] = shown.split(/\r?\n/).map(visibleText);
  const lead = label === '' ? '' : `${visibleText(label)}: `;
  return [`  ${lead}${first}`, ...rest.map((line) => `      ${line}`)];
}
