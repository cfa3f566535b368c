import type { Random } from '../../seeded-random.ts';

/** A step of a generated plan, as it stands in its JSON. */
export type GeneratedStep = {
  id: string;
  tool: string;
  args: Record<string, unknown>;
  depends_on?: string[];
};

/** A plan in the JSON form whose steps and graph are known. */
export type GeneratedPlan = {
  /** As a planner writes it. */
  steps: GeneratedStep[];
  /** The arguments of each step with the references as `substitute` reads them. */
  readArgs: Record<string, unknown>[];
  /** For each step, the ids of those that it waits for. */
  dependencies: string[][];
};

/** The tools of generated plans. */
export const generatedTools = ['search', 'lookup', 'word_count', 'multiply', 'summarise'];

/** Texts that look a little like references and are none. */
const literals = [
  'tide tables of Brest',
  'the ##E1 of the page',
  '# Heading',
  '#tag and #00ff7f',
  'costs $4.50, or $1',
  'a "quoted" word, {braces} and [brackets]',
  'line one\nline two',
  'C# or F#',
  '100 % é 日本',
  '',
];

/** Makes a plan of 1 to 20 steps, some of which stand before those that they wait for. */
export function generatePlan(random: Random): GeneratedPlan {
  const count = 1 + random.whole(20);
  const ids = generateIds(count, random);
  const rank = shuffled(count, random);
  const plan: GeneratedPlan = { steps: [], readArgs: [], dependencies: [] };
  for (const [place, id] of ids.entries()) {
    const earlier = ids.filter((_, other) => rank[other]! < rank[place]!);
    const references: Reference[] = [];
    const refer = (): string => {
      references.push({
        id: random.pick(earlier),
        path: random.pick(paths),
        braced: random.chance(0.2),
      });
      return `${mark}${references.length - 1}${mark}`;
    };
    const args = Object.fromEntries(
      Array.from({ length: random.whole(4) }, (_, arg) => [
        `arg${arg}`,
        generateValue(random, earlier.length === 0 ? undefined : refer, 0),
      ]),
    );
    const named = earlier.filter(() => random.chance(0.1));
    const step = {
      id,
      tool: random.pick(generatedTools),
      args: fill(args, references, writeReference),
    };
    plan.steps.push(named.length === 0 ? step : { ...step, depends_on: named });
    plan.readArgs.push(fill(args, references, readReference));
    plan.dependencies.push([...new Set([...named, ...references.map((each) => each.id)])]);
  }
  return plan;
}

type Reference = { id: string; path: string; braced: boolean };

const paths = ['', '', '', '.title', '[0]', '.items[2].name', '["unit price"]'];

/** Stands around the number of a reference that is not written yet. */
const mark = '\u0001';

function fill(
  args: Record<string, unknown>,
  references: readonly Reference[],
  write: (reference: Reference) => string,
): Record<string, unknown> {
  const fillText = (_key: string, value: unknown): unknown =>
    typeof value === 'string'
      ? value
          .split(mark)
          .map((part, at) => (at % 2 === 1 ? write(references[Number(part)]!) : part))
          .join('')
      : value;
  return JSON.parse(JSON.stringify(args, fillText));
}

function writeReference({ id, path, braced }: Reference): string {
  return braced ? `#{${id}${path}}` : `#${id}${path}`;
}

function readReference(reference: Reference): string {
  return writeReference({ ...reference, braced: reference.braced || !/^E\d+$/.test(reference.id) });
}

/** `E1`, `E2` and so on as the documents have them, or words. */
function generateIds(count: number, random: Random): string[] {
  const prefix = random.chance(0.7) ? 'E' : random.pick(['find_', 'step-', 'Ziel']);
  return Array.from({ length: count }, (_, place) => `${prefix}${place + 1}`);
}

function generateValue(random: Random, refer: (() => string) | undefined, depth: number): unknown {
  const inside = () => generateValue(random, refer, depth + 1);
  const kind = random.whole(depth < 3 ? 8 : 6);
  if (kind < 2 && refer !== undefined) return refer();
  if (kind === 2 && refer !== undefined) {
    return `${random.pick(literals)} (${refer()}, ${refer()}) ${random.pick(literals)}`;
  }
  if (kind === 6) return Array.from({ length: random.whole(4) }, inside);
  if (kind === 7) return { first: inside(), second: inside() };
  return random.pick<unknown>([...literals, 0, -1.5, 12, true, false, null]);
}

function shuffled(count: number, random: Random): number[] {
  const ranks = Array.from({ length: count }, (_, place) => place);
  // Most planners write steps in the order in which they run.
  if (random.chance(0.8)) return ranks;
  for (let place = count - 1; place > 0; place -= 1) {
    const other = random.whole(place + 1);
    [ranks[place], ranks[other]] = [ranks[other]!, ranks[place]!];
  }
  return ranks;
}
