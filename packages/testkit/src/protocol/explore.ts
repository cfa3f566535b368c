import type { Rules } from './rules.ts';
import { initialState, type State } from './state.ts';
import { movesOf } from './worker-moves.ts';

/** What exploring every order of events came to. */
export type Exploration = {
  states: number;
  moves: number;
  /** How often each move was made, without the worker's name. */
  made: ReadonlyMap<string, number>;
  /** The shortest way to a broken invariant, the first one found. */
  counterexample?: { broken: string; trace: string[] };
};

/**
 * Visits every state that can be reached, breadth first, and stops at the first broken invariant.
 *
 * @param options.lives How often each worker may claim the session. Default: twice and twice.
 * @param options.ignored An invariant that may break, to see what comes of it. Default: none.
 */
export function explore(
  rules: Rules,
  { lives = [2, 2], ignored }: { lives?: readonly number[]; ignored?: string } = {},
): Exploration {
  const first = initialState(lives);
  const states: State[] = [first];
  const seen = new Set([keyOf(first)]);
  const cameFrom: { at: number; name: string }[] = [{ at: -1, name: '' }];
  const made = new Map<string, number>();
  let moves = 0;
  const traceTo = (at: number): string[] => {
    const names: string[] = [];
    for (let here = at; here > 0; here = cameFrom[here]!.at) names.push(cameFrom[here]!.name);
    return names.reverse();
  };
  for (let at = 0; at < states.length; at++) {
    for (const { name, state, broken } of movesOf(states[at]!, rules)) {
      moves += 1;
      const plain = name.replace(/^worker \d: /, '').replace(/epoch \d/, 'an epoch');
      made.set(plain, (made.get(plain) ?? 0) + 1);
      if (broken && broken !== ignored) {
        const counterexample = { broken, trace: [...traceTo(at), name] };
        return { states: states.length, moves, made, counterexample };
      }
      const key = keyOf(state);
      if (seen.has(key)) continue;
      seen.add(key);
      states.push(state);
      cameFrom.push({ at, name });
    }
  }
  return { states: states.length, moves, made };
}

function keyOf(state: State): string {
  return JSON.stringify(state);
}
