import { type Bounds, explored } from './bounds.ts';
import { movesOf } from './moves.ts';
import type { Rules } from './rules.ts';
import { initialState, type State } from './state.ts';
import { keyOf } from './state-key.ts';

/** What exploring every order of events came to. */
export type Exploration = {
  states: number;
  moves: number;
  /** How often each move was made, without the worker's name. */
  made: ReadonlyMap<string, number>;
  /** The shortest way to a broken invariant, the first one found. */
  counterexample?: { broken: string; trace: string[] };
};

/** Options of {@link explore}. */
export type ExploreOptions = Partial<Bounds> & {
  /** An invariant that may break, to see what comes of it. Default: none. */
  ignored?: string;
};

/**
 * Visits every state that can be reached, breadth first, and stops at the first broken invariant.
 *
 * @param options.claims Default 3.
 * @param options.late Default 2.
 * @param options.losses Default: none.
 */
export function explore(rules: Rules, { ignored, ...given }: ExploreOptions = {}): Exploration {
  const bounds: Bounds = { ...explored['messages of ended lives'], ...given };
  const seen = new Set([keyOf(initialState)]);
  const cameFrom: number[] = [-1];
  const names: string[] = [''];
  const made = new Map<string, number>();
  let moves = 0;
  const traceTo = (at: number): string[] => {
    const trace: string[] = [];
    for (let here = at; here > 0; here = cameFrom[here]!) trace.push(names[here]!);
    return trace.reverse();
  };
  /** The states that are as many moves away, from the one with the number `begin` on. */
  let layer: State[] = [initialState];
  for (let begin = 0; layer.length > 0; ) {
    const nextLayer: State[] = [];
    for (const [offset, from] of layer.entries()) {
      for (const { name, state, broken } of movesOf(from, rules, bounds)) {
        moves += 1;
        made.set(name, (made.get(name) ?? 0) + 1);
        if (broken && broken !== ignored) {
          const counterexample = { broken, trace: [...traceTo(begin + offset), name] };
          return { states: seen.size, moves, made: withoutNumbers(made), counterexample };
        }
        const key = keyOf(state);
        if (seen.has(key)) continue;
        seen.add(key);
        nextLayer.push(state);
        cameFrom.push(begin + offset);
        names.push(name);
      }
    }
    begin += layer.length;
    layer = nextLayer;
  }
  return { states: seen.size, moves, made: withoutNumbers(made) };
}

function withoutNumbers(made: ReadonlyMap<string, number>): Map<string, number> {
  const plain = new Map<string, number>();
  for (const [name, count] of made) {
    const key = name.replace(/^worker \d: /, '').replace(/epoch \d/, 'an epoch');
    plain.set(key, (plain.get(key) ?? 0) + count);
  }
  return plain;
}
