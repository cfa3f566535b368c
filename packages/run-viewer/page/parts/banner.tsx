import { entryOf, shownValue, textOf } from '../view-model/loose.ts';
import type { PageData } from '../view-model/page-data.ts';
import { counted } from '../view-model/quantities.ts';
import { missingEvents } from '../view-model/receive-lines.ts';
import type { RunStatus, StatusName } from '../view-model/run-status.ts';
import type { RunPart } from '../view-model/run-view.ts';
import { memo } from './memo.tsx';
import { LongText, Text } from './text.tsx';

const statusTone: Record<StatusName, 'good' | 'bad' | 'warn' | 'plain' | 'busy'> = {
  solved: 'good',
  degraded: 'warn',
  stopped: 'warn',
  failed: 'bad',
  suspended: 'busy',
  running: 'busy',
  cut: 'warn',
  unknown: 'plain',
};

/** How the run stands, and what came of it. */
export const Banner = memo(
  ({ status, root, data }: { status: RunStatus; root: RunPart; data: PageData }) => {
    const { icon, word, stopReason, meaning, reason, answer, partial, missing } = status;
    return (
      <section class={`banner ${statusTone[status.name]}`} aria-label="Result">
        <p class="status">
          <span class="icon" aria-hidden="true">
            {icon}
          </span>
          <strong>{word}</strong>
          {stopReason !== undefined && (
            <code>
              <Text value={stopReason} />
            </code>
          )}
          <span>
            <Text value={meaning} />
            {reason !== undefined && !sameWords(reason, meaning) && (
              <>
                {' '}
                <Text value={reason} />
              </>
            )}
          </span>
        </p>
        <h1>
          <Text value={root.task ?? 'The task is not in this log'} />
        </h1>
        {answer !== undefined && <Outcome name="Answer" text={shownValue(answer)} />}
        {answer === undefined && partial && <Outcome name="Partial result" text={partial} />}
        {missing.length > 0 && answer === undefined && !partial?.includes(missing[0]!) && (
          <p>
            <strong>Missing:</strong> <Text value={missing.join('; ')} />
          </p>
        )}
        <LogFacts data={data} root={root} />
      </section>
    );
  },
);

function sameWords(left: string, right: string): boolean {
  const words = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim();
  return words(left) === words(right);
}

function Outcome({ name, text }: { name: string; text: string }) {
  return (
    <div class="outcome">
      <h2>{name}</h2>
      <LongText value={text} first={700} />
    </div>
  );
}

const levels: Readonly<Record<string, string>> = {
  quiet: 'level quiet: steps only, no model calls and no tool calls',
  normal: 'level normal: what was sent and what came back is left out',
  verbose: 'level verbose: everything',
};

function LogFacts({ data, root }: { data: PageData; root: RunPart }) {
  const { header } = data;
  const holes = missingEvents(data);
  const { stamp, at } = root.started as { stamp?: { strategy?: unknown }; at?: unknown };
  const facts = [
    textOf(stamp?.strategy),
    textOf(at),
    textOf(header.session) ?? textOf(root.started.sessionId),
    entryOf(levels, textOf(header.level)),
  ];
  return (
    <p class="facts muted">
      {facts
        .filter((fact) => fact !== undefined)
        .map((fact, index) => (
          <span key={index}>
            <Text value={fact} />
          </span>
        ))}
      {header.redacted === true && (
        <span class="redaction">◼ redacted: a secret stands as [redacted]</span>
      )}
      {header.redacted === false && (
        <span class="redaction">⚠ not redacted: this log may hold secrets</span>
      )}
      {holes > 0 && (
        <span class="redaction">⚠ {counted(holes, 'event')} before the last one did not come</span>
      )}
    </p>
  );
}
