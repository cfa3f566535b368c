import { type Loose, numberOf, recordOf } from './loose.ts';
import type { PageData } from './page-data.ts';

/**
 * Adds lines of the log that came live. What is known already, is no line of a log or is of another session than the header
 * changes nothing; a header begins another log, and nothing of the one before stays.
 */
export function receiveLines(data: PageData, lines: readonly string[]): PageData {
  let events = [...data.events];
  let { header } = data;
  let last = numberOf(recordOf(events.at(-1)).seq) ?? -1;
  for (const line of lines) {
    const entry = recordOf(parse(line));
    const seq = numberOf(entry.seq);
    if (entry.type === 'log') {
      header = entry;
      events = [];
      last = -1;
    } else if (isOfSession(entry, header) && seq !== undefined && seq > last) {
      events.push(entry);
      last = seq;
    }
  }
  return { ...data, header, events };
}

/** How many events are missing between those that are there. Only a verbose log has every number. */
export function missingEvents({ header, events }: PageData): number {
  if (header.level !== 'verbose') return 0;
  const last = numberOf(recordOf(events.at(-1)).seq);
  return last === undefined ? 0 : last + 1 - events.length;
}

/** Whether the run itself has ended. */
export function isOver({ events }: PageData): boolean {
  const last = recordOf(events.at(-1));
  return last.type === 'finished' && (last.path ?? '') === '';
}

/** Events that came with the page have no session of their own. */
function isOfSession(entry: Loose, header: Loose): boolean {
  const isKnown =
    entry.session !== undefined && header.session !== undefined && header.session !== '';
  return !isKnown || entry.session === header.session;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
