import type { JsonObject } from '../json/json.ts';
import { findReferences } from './references.ts';

/** What a step needs to have a place in a plan: its id, and what it waits for. */
export type GraphStep = { id: string; args: JsonObject; dependsOn: readonly string[] };

/** The steps of a plan by their places: for each, the places of those that it waits for. */
export type StepGraph = { ids: string[]; waitsFor: number[][] };

/** The ids that a step waits for, each once: those named outright and those that its arguments refer to. */
export function dependenciesOf({ args, dependsOn }: Omit<GraphStep, 'id'>): string[] {
  return [...new Set([...dependsOn, ...findReferences(args).map(({ id }) => id)])];
}

/** The graph of some steps. Of equal ids the first counts; an id of no step is left out. */
export function buildStepGraph(steps: readonly GraphStep[]): StepGraph {
  const places = new Map<string, number>();
  for (const [place, { id }] of steps.entries()) if (!places.has(id)) places.set(id, place);
  return {
    ids: steps.map(({ id }) => id),
    waitsFor: steps.map((step) =>
      dependenciesOf(step)
        .map((id) => places.get(id))
        .filter((place) => place !== undefined),
    ),
  };
}

/**
 * The first wave that each step can be in, counted from 0; undefined for a step that waits in a circle, or for such a step.
 * Linear in steps and dependencies; no recursion.
 */
export function numberWaves({ waitsFor }: StepGraph): (number | undefined)[] {
  const dependents: number[][] = waitsFor.map(() => []);
  for (const [place, dependencies] of waitsFor.entries()) {
    for (const dependency of dependencies) dependents[dependency]!.push(place);
  }
  const open = waitsFor.map((dependencies) => dependencies.length);
  const earliest = waitsFor.map(() => 0);
  const ready = [...open.keys()].filter((place) => open[place] === 0);
  const waves: (number | undefined)[] = waitsFor.map(() => undefined);
  for (const place of ready) {
    const wave = earliest[place]!;
    waves[place] = wave;
    for (const dependent of dependents[place]!) {
      earliest[dependent] = Math.max(earliest[dependent]!, wave + 1);
      open[dependent]! -= 1;
      if (open[dependent] === 0) ready.push(dependent);
    }
  }
  return waves;
}
