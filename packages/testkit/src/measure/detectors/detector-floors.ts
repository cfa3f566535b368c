import type { GuardedStep } from '@loopwright/loop-detector';
import type { MeasuredFloor } from '../measurement.ts';
import { checkFloor } from '../measurement.ts';
import { guardRules } from './guard-rules.ts';
import type { RuleFigures } from './rule-figures.ts';

export type FiguresWithFloors = {
  repetition: RuleFigures;
  strict: RuleFigures;
  strictWithBlock: RuleFigures;
  peers: readonly RuleFigures[];
};

/** What the guards must reach: on less a detector costs more than it saves. */
export function detectorFloors(figures: FiguresWithFloors): MeasuredFloor[] {
  const { repetition, strict, strictWithBlock, peers } = figures;
  return [
    checkFloor('repetition, default: precision', repetition.precision, 'at least', 0.99),
    checkFloor(
      'repetition, default: stopped per 1000 successes',
      repetition.perThousandSuccesses,
      'at most',
      3,
    ),
    checkFloor(
      'repetition, default: steps saved %',
      percent(repetition.stepsSaved),
      'at least',
      11,
    ),
    checkFloor('repetition, default: clean runs hit', repetition.cleanRunsEnded, 'at most', 0),
    checkFloor(
      'repetition, default: step at which A, B, A, B, … ends',
      endOfAlternation(),
      'at most',
      4,
    ),
    checkFloor('repetition, strict: precision', strict.precision, 'at least', 0.985),
    checkFloor('repetition, strict: steps saved %', percent(strict.stepsSaved), 'at least', 13),
    checkFloor(
      'repetition, strict, with F3: steps saved %',
      percent(strictWithBlock.stepsSaved),
      'at least',
      16,
    ),
    checkFloor(
      'repetition, default: steps of failed runs still to come at the hint %',
      percent(repetition.stepsAfterWarning),
      'at least',
      24,
    ),
    checkFloor(
      'rules of others that beat repetition, default, on precision and steps saved at once',
      peers.filter((peer) => beats(peer, repetition)).length,
      'at most',
      0,
    ),
  ];
}

function percent(share: number): number {
  return 100 * share;
}

function beats(peer: RuleFigures, ours: RuleFigures): boolean {
  const isAsGood = peer.precision >= ours.precision && peer.stepsSaved >= ours.stepsSaved;
  return isAsGood && (peer.precision > ours.precision || peer.stepsSaved > ours.stepsSaved);
}

/** Two calls that take turns and tell nothing new, made up: modern agents loop this way, and no call comes twice in a row. */
function endOfAlternation(): number {
  const steps = Array.from({ length: 10 }, (_, at): GuardedStep => {
    const tool = at % 2 === 0 ? 'read_order' : 'read_customer';
    return {
      n: at + 1,
      kind: 'act',
      thought: '',
      calls: [{ tool, args: { id: 7 } }],
      observations: [{ tool, ok: true, text: `what ${tool} says` }],
      verdicts: [],
    };
  });
  const run = { id: '', family: '', task: '', outcome: 'failure', isClean: false, steps } as const;
  return guardRules.repetition.watch(run).end ?? Number.POSITIVE_INFINITY;
}
