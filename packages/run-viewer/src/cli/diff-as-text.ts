import type { RunLogDiff } from '@loopwright/telemetry/run-log';
import { oneLine } from '../story/visible-text.ts';

const maxValueChars = 400;

/** Where two runs first differ, in lines; `names` are what to call them. */
export function diffAsText(diff: RunLogDiff, names: readonly [a: string, b: string]): string[] {
  const [a, b] = names.map((name) => oneLine(name, maxValueChars));
  switch (diff.kind) {
    case 'same':
      return ['same'];
    case 'shorter': {
      const [shorter, longer] = diff.shorter === 'a' ? [a, b] : [b, a];
      return [`different: ${shorter} ends where ${longer} has the event ${diff.seq}`];
    }
    case 'diverged':
      return [
        `different: the event ${diff.seq}, ${oneLine(diff.path, maxValueChars)}`,
        `  ${a}: ${shown(diff.inA)}`,
        `  ${b}: ${shown(diff.inB)}`,
      ];
  }
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : oneLine(JSON.stringify(value), maxValueChars);
}
