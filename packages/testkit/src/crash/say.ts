import { writeSync } from 'node:fs';
import type { HaltPoint, WorkerTask, WorkerWord } from './worker-task.ts';
import type { WorldLine } from './world-file.ts';

/** Written at once: what a worker said before a kill has been said. */
export function say(word: WorkerWord): void {
  writeSync(1, `${JSON.stringify(word)}\n`);
}

/** Sends the process the signal of its task at the first line of the world that fits, once it has told so. */
export function haltAt(halt: WorkerTask['halt']): (line: WorldLine) => void {
  let isHalted = false;
  return (line) => {
    if (isHalted || !halt || !fits(line, halt)) return;
    isHalted = true;
    say({ says: 'halting' });
    process.kill(process.pid, halt.signal);
  };
}

function fits({ what, step, label }: WorldLine, point: HaltPoint): boolean {
  return what === point.what && (label ?? step).startsWith(point.starts);
}
