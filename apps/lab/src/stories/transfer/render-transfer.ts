import { headline, type Row, renderRows } from '../../output/index.ts';
import type { KilledRun } from './run-transfer.ts';
import type { Moment } from './transfer-agent.ts';
import { transferTask } from './transfer-policy.ts';

const screen = { columns: 100, colour: false };

const titles: Readonly<Record<KilledRun['killed'], string>> = {
  between: 'killed between the two calls',
  inside: 'killed inside the transfer',
};
const kills: Readonly<Record<KilledRun['killed'], string>> = {
  between: 'SIGKILL, before the model answers. The transfer and its result are in the journal.',
  inside:
    'SIGKILL, before the result of the transfer is stored. The journal only knows that it was about to begin.',
};

const takesOver =
  'takes the session over when the lease of process 1 has run out, and runs the same again';

/** Both agents: what each process did, the kill between them, and the ledger beside the bank. */
export function renderTransfer(runs: readonly KilledRun[]): string {
  return `${transferTask}\nBoth tools act once: what may have happened is not done again.\n\n${runs.map(renderOne).join('\n')}`;
}

function renderOne({ killed, processes, result, bank }: KilledRun): string {
  const [first, second] = processes;
  const end: Row[] =
    result.status === 'solved'
      ? [['   SOLVED', result.answer]]
      : [
          [`   ${result.status.toUpperCase()}`, result.partial.text],
          ['   Reason', result.reason],
        ];
  const ledger = result.effects.map(({ tool, status }) => `${tool} ${status}`);
  const really = bank.map(({ did, to, eur }) => `${did} of ${eur} EUR to ${to}`);
  return [
    headline(titles[killed], screen),
    renderRows(
      [
        ...processRows('Process 1', first.map(sentenceOf)),
        ['   KILLED', kills[killed]],
        ...processRows('Process 2', [takesOver, ...second.map(sentenceOf)]),
      ],
      screen,
    ),
    renderRows(
      [
        ...end,
        ['   Ledger says', ledger.join('; ') || 'nothing'],
        ['   Bank says', really.join('; ') || 'nothing'],
      ],
      screen,
    ),
  ].join('\n');
}

function processRows(label: string, sentences: readonly string[]): Row[] {
  return sentences.map((sentence, at) => [at === 0 ? label : '', sentence]);
}

function sentenceOf(moment: Moment): string {
  switch (moment.what) {
    case 'asks':
      return `step ${moment.step}: asks the model`;
    case 'reads':
      return `step ${moment.step}: reads the reply of the model in the journal`;
    case 'calls':
      return `calls ${moment.tool} for ${moment.eur} EUR`;
    case 'did':
      return 'the bank does it';
    case 'observes': {
      const { tool, text, isOwn } = moment;
      return isOwn ? `observes: ${text}` : `${tool} is not called; the model is told: ${text}`;
    }
  }
}
