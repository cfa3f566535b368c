// What the models of these tests do, whatever the framework: the call of each turn, counted from 0, or an answer.

export type ScriptedCall = {
  readonly tool: 'search' | 'read';
  readonly args: { readonly q: string };
};

export type Script = (turn: number) => readonly ScriptedCall[] | string;

const search = (q: string): ScriptedCall => ({ tool: 'search', args: { q } });
const read = (q: string): ScriptedCall => ({ tool: 'read', args: { q } });

/** Asks for the same thing and never answers. */
export const repeating: Script = () => [search('fees')];

/** Goes to and fro and never answers. */
export const alternating: Script = (turn) => [turn % 2 === 0 ? search('fees') : read('fees')];

/** Asks for the same two things at once and never answers. */
export const parallel: Script = () => [search('fees'), read('fees')];

/** Asks for something else each time, and answers in its tenth turn. */
export const varied: Script = (turn) =>
  turn < 9 ? [search(`fees of ${2017 + turn}`)] : 'Fees rose.';

/** Goes on only until somebody tells it that this leads nowhere. */
export const obedient: (wasTold: () => boolean) => Script = (wasTold) => () =>
  wasTold() ? 'Fees are 3 USD.' : [search('fees')];

/** Both tools answer by what they are asked, so that equal calls have equal results. */
export const answerOf = ({ q }: { q: string }): string => `What is known about ${q}.`;

export const repeated = 'Called search(q=fees) 4 times with the same result.';
export const wentRound = 'Went round search(q=fees), read(q=fees) 2 times with the same result.';
