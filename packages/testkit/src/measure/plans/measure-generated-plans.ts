import { isDeepStrictEqual } from 'node:util';
import { parsePlan } from '@loopwright/core-parser';
import { type Random, seededRandom } from '../../seeded-random.ts';
import { checkFloor, type Measurement } from '../measurement.ts';
import { planFaults } from './break-plan.ts';
import { type GeneratedPlan, generatedTools, generatePlan } from './generate-plan.ts';

/** A generated plan, by what was done to it, and how it was read if not as it should have been. */
type Trial = { kind: string; number: number; failure: string | undefined };

const sound = 'sound';

/**
 * Reads generated plans in the JSON form of the documents, which no corpus has: `count` sound ones, whose steps, arguments and
 * edges are known, and `count` broken ones, whose code is known. A remark names the number of every plan that is read
 * wrong; the number is the seed.
 */
export function measureGeneratedPlans(count: number): Omit<Measurement, 'title'> {
  const trials = Array.from({ length: count }, (_, number) => tryPlan(number)).flat();
  const rows = [...Map.groupBy(trials, ({ kind }) => kind)].map(([kind, group]) => ({
    'generated plan': kind,
    plans: group.length,
    right: countRight(group),
  }));
  const soundOnes = trials.filter(({ kind }) => kind === sound);
  const brokenOnes = trials.filter(({ kind }) => kind !== sound);
  return {
    tables: [{ title: 'Generated plans in the JSON form', rows }],
    remarks: trials
      .filter(({ failure }) => failure !== undefined)
      .map(({ kind, number, failure }) => `generated plan ${number}, ${kind}: ${failure}`),
    floors: [
      checkFloor('share of sound plans read exactly', shareRight(soundOnes), 'at least', 1),
      checkFloor(
        'share of broken plans refused by their code',
        shareRight(brokenOnes),
        'at least',
        1,
      ),
    ],
  };
}

function countRight(trials: readonly Trial[]): number {
  return trials.filter(({ failure }) => failure === undefined).length;
}

function shareRight(trials: readonly Trial[]): number {
  return countRight(trials) / trials.length;
}

/** Reads one plan as it is and with one fault. */
function tryPlan(number: number): Trial[] {
  const random = seededRandom(`plan ${number}`);
  const plan = generatePlan(random);
  const fault = planFaults[number % planFaults.length]!;
  return [
    { kind: sound, number, failure: readSound(plan, random) },
    { kind: fault.name, number, failure: readBroken(fault.write(plan.steps, random), fault.code) },
  ];
}

function readSound({ steps, readArgs, dependencies }: GeneratedPlan, random: Random) {
  const reading = parsePlan(present({ plan: steps }, random), { tools: generatedTools });
  if (!reading.ok) return reading.message;
  const expected = steps.map(({ id, tool }, place) => {
    return { id, tool, args: readArgs[place], dependsOn: dependencies[place]!.toSorted() };
  });
  const found = reading.plan.steps.map((step) => {
    return { ...step, dependsOn: step.dependsOn.toSorted() };
  });
  return isDeepStrictEqual(found, expected) ? undefined : `read as ${JSON.stringify(found)}`;
}

function readBroken(text: string, code: string) {
  const reading = parsePlan(text, { tools: generatedTools });
  if (reading.ok) return 'it was read as a plan';
  const isRefused = reading.problems.some((problem) => problem.code === code);
  return isRefused ? undefined : `it was refused as ${reading.code}: ${reading.message}`;
}

/** Writes a plan as models do: bare, indented, in a fence, behind reasoning, between sentences. */
function present(plan: object, random: Random): string {
  const json = JSON.stringify(plan, null, random.pick([0, 0, 2, '\t']));
  return random.pick([
    json,
    `\n  ${json}\n`,
    `\`\`\`json\n${json}\n\`\`\``,
    `I will look it up {first} [as told].\n\n${json}\n\nThis answers the question.`,
    `Here is the plan:\n\`\`\`\n${json}\n\`\`\`\n1. The first step is a search.`,
    `<think>\nA plan with {"plan": []}?\n</think>\n${json}`,
    json.replace(/\}\]\}$/, '},],}'),
  ]);
}
