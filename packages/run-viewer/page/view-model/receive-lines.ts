import { numberOf, recordOf } from './loose.ts';
import type { PageData } from './page-data.ts';

/** Adds lines of the log that came live. What is known already, or is no line of a log, changes nothing. */
export function receiveLines(data: PageData, lines: readonly string[]): PageData {
  const events = [...data.events];
  let { header } = data;
  let last = numberOf(recordOf(events.at(-1)).seq) ?? -1;
  for (const line of lines) {
    const entry = recordOf(parse(line));
    const seq = numberOf(entry.seq);
    if (entry.type === 'log') header = entry;
    else if (seq !== undefined && seq > last) {
      events.push(entry);
      last = seq;
    }
  }
  return { ...data, header, events };
}

/** Whether the run itself has ended, so that nothing more will come. */
export function isOver({ events }: PageData): boolean {
  const last = recordOf(events.at(-1));
  return last.type === 'finished' && (last.path ?? '') === '';
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
