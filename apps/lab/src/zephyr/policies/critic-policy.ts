import { failed, lineOf } from './scratchpad.ts';

/** Grades one step by rules, from the call and the observation that the critic is shown. */
export function criticPolicy(prompt: string): string {
  const action = lineOf('Action', prompt);
  const observation = lineOf('Observation', prompt);
  if (!failed({ observation })) return critique(true, `${action} returned what was asked for.`, '');
  if (action === 'web_search' && observation.includes('HTTP 503')) {
    const problem = 'The search backend is down, and the same search would fail again.';
    return critique(false, problem, 'Ask knowledge_lookup instead.');
  }
  const asked = /the fact (\w+) was not found/.exec(observation)?.[1];
  if (asked === undefined) return critique(false, `${action} failed.`, 'Correct it, or give up.');

  const known = observation.split('known keys: ')[1]?.split(', ') ?? [];
  const words = asked.split('_');
  const related = known.find((key) => key.split('_').some((word) => words.includes(word)));
  if (words.includes('unit') && related?.endsWith('_musd')) {
    const problem = `There is no fact ${asked}, and none is needed: ${related} is in million USD.`;
    return critique(false, problem, 'Multiply with the calculator.');
  }
  const ask = related === undefined ? 'Give up' : `Ask knowledge_lookup for ${related}, or give up`;
  return critique(false, `There is no fact ${asked}.`, `${ask} with what is known.`);
}

function critique(onTrack: boolean, text: string, nextHint: string): string {
  return JSON.stringify({ on_track: onTrack, critique: text, next_hint: nextHint });
}
