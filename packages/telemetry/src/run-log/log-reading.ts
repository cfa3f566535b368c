import type { DurableEvent } from '@loopwright/agent-run';
import type { Json, JsonObject } from '@loopwright/core-parser';
import { readEvent } from './read-event.ts';
import { noHeader, readHeader } from './read-header.ts';
import { RunLogError } from './run-log-error.ts';
import type { RunLog, RunLogHeader } from './run-log-types.ts';

/** One life of a session: what stands between two headers. */
type Life = { header: RunLogHeader; events: DurableEvent[]; isCut: boolean };

/** How this package writes the beginning of a header. */
const headerStart = '{"type":"log",';

/** Reads a log line by line. */
export class LogReading {
  #line = 0;
  /** The line that is no JSON, which only the last one of a life may be. */
  #cutLine: number | undefined;
  #best: Life | undefined;
  #life: Life | undefined;

  add(text: string): void {
    this.#line += 1;
    const written = this.#line === 1 && text.startsWith('\uFEFF') ? text.slice(1) : text;
    if (written.trim() === '') return;
    const value = parse(written);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isObject && value.type === 'log') this.#begin(value);
    else if (this.#life === undefined) this.#beforeHeader(value, written);
    else if (this.#cutLine !== undefined) throw this.#damaged(this.#cutLine);
    else if (value === undefined) this.#cut(written);
    else if (isObject) this.#take(this.#life, value);
    else throw this.#damaged(this.#line);
  }

  end(): RunLog {
    this.#endLife();
    if (!this.#best) throw noHeader(Math.max(1, this.#line));
    return this.#best;
  }

  #begin(value: JsonObject): void {
    const header = readHeader(value, this.#line);
    const session = this.#life?.header.session ?? header.session;
    if (header.session !== session) {
      throw new RunLogError(
        'other_session',
        this.#line,
        `the header is of session ${header.session}, the one before of ${session}`,
      );
    }
    this.#endLife();
    this.#life = { header, events: [], isCut: false };
  }

  /**
   * Every life tells its events from the beginning, so the one that got furthest tells most. One that is finished tells all,
   * even if another took more events and did not get there.
   */
  #endLife(): void {
    if (this.#life && this.#cutLine !== undefined) this.#life.isCut = true;
    this.#cutLine = undefined;
    if (this.#life && isAtLeastAsFar(this.#life, this.#best)) this.#best = this.#life;
  }

  /** A process that died within its first header has told nothing: the next life is the first one. */
  #beforeHeader(value: Json | undefined, text: string): void {
    if (value !== undefined || !isCutHeader(text)) throw noHeader(this.#line);
    this.#cut(text);
  }

  /** A process that died in a line leaves no line break: the header of the next life stands in the same line. */
  #cut(text: string): void {
    this.#cutLine = this.#line;
    const start = text.lastIndexOf(headerStart);
    const value = start > 0 ? (parse(text.slice(start)) as JsonObject | undefined) : undefined;
    // What a tool gave may begin like a header too.
    const isNext = value?.format !== undefined && value.session !== undefined;
    if (isNext) this.#begin(value);
  }

  #take({ header, events }: Life, value: JsonObject): void {
    const event = readEvent(value, header.session, this.#line);
    const last = events.at(-1);
    const startsLog = event.seq === 0 && event.type === 'started' && event.path === '';
    const follows =
      last === undefined
        ? startsLog
        : header.level === 'verbose'
          ? event.seq === last.seq + 1
          : event.seq > last.seq;
    if (!follows) {
      const after = last === undefined ? 'the header' : `the event ${last.seq}`;
      throw new RunLogError(
        'out_of_order',
        this.#line,
        `the event ${event.seq} ${event.type} does not follow ${after}`,
      );
    }
    events.push(event);
  }

  #damaged(line: number): RunLogError {
    return new RunLogError('damaged_line', line, 'it is no line of a run log');
  }
}

function isAtLeastAsFar(life: Life, other: Life | undefined): boolean {
  if (!other) return true;
  const isOver = isFinished(life);
  return isOver === isFinished(other) ? lastSeq(life) >= lastSeq(other) : isOver;
}

function isFinished({ events }: Life): boolean {
  return events.some(({ type, path }) => type === 'finished' && path === '');
}

function lastSeq({ events }: Life): number {
  return events.at(-1)?.seq ?? -1;
}

/** Whether a line begins like a header, up to another one that may follow in the same line. */
function isCutHeader(text: string): boolean {
  const next = text.lastIndexOf(headerStart);
  const died = next > 0 ? text.slice(0, next) : text;
  return headerStart.startsWith(died) || died.startsWith(headerStart);
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
