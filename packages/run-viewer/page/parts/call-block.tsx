import type { ContentKind } from '../view-model/filter-steps.ts';
import { shownValue, textOf } from '../view-model/loose.ts';
import { showMs } from '../view-model/quantities.ts';
import type { CallView, RunPart } from '../view-model/run-view.ts';
import { Badge } from './badge.tsx';
import { effectLooks } from './effect-looks.ts';
import { LongText, NotInLog, Text } from './text.tsx';

const looks = {
  ok: ['good', '✓', 'ok'],
  failed: ['bad', '✕', 'error'],
  refused: ['warn', '⊘', 'not started'],
  unknown: ['plain', '·', 'not in this log'],
} as const;

type CallBlockProps = {
  call: CallView;
  shows: (kind: ContentKind) => boolean;
  /** The run that a sub-agent made for it. */
  child: RunPart | undefined;
};

/** A call with its arguments, and what came back. */
export function CallBlock({ call, shows, child }: CallBlockProps) {
  const [tone, icon, word] = looks[call.state];
  const isBad = call.state === 'failed' || call.state === 'refused';
  const showsResult = shows('observation') && (!isBad || shows('error'));
  if (!shows('call') && !showsResult && !(isBad && shows('error'))) return null;
  return (
    <div class={`call ${tone}`}>
      {shows('call') && (
        <>
          <p class="head">
            <span class="label">Call</span>
            <strong>
              <Text value={call.tool === '' ? 'unreadable' : call.tool} />
            </strong>
            <Badge tone={tone} icon={icon}>
              {word}
            </Badge>
            <CallFacts call={call} />
          </p>
          {call.unreadable !== undefined && (
            <p class="reason">
              <Text value={call.unreadable} />
            </p>
          )}
          {call.args === undefined ? <NotInLog /> : <Arguments value={call.args} />}
        </>
      )}
      {child !== undefined && (
        <p class="muted">
          ↳ sub-agent <Text value={textOf(child.result.status) ?? 'not ended'} />{' '}
          <code>
            <Text value={textOf(child.result.stopReason) ?? ''} />
          </code>{' '}
          <Text value={child.task ?? ''} />
        </p>
      )}
      {(showsResult || (isBad && shows('error'))) && (
        <div class="observation">
          <span class="label">{isBad ? 'Error' : 'Observation'}</span>
          {call.observation === undefined ? <NotInLog /> : <LongText value={call.observation} />}
        </div>
      )}
    </div>
  );
}

function Arguments({ value }: { value: unknown }) {
  const line = JSON.stringify(value) ?? '';
  return <LongText value={line.length <= 100 ? line : shownValue(value)} />;
}

function CallFacts({ call }: { call: CallView }) {
  const { ms, attempts, via, errorType, effect, state } = call;
  const facts = [
    ms === undefined ? undefined : showMs(ms),
    attempts !== undefined && attempts > 1 ? `${attempts} attempts` : undefined,
    via === 'reused' ? 'the result of an equal earlier call' : undefined,
    errorType,
  ].filter((fact) => fact !== undefined);
  return (
    <>
      {effect !== undefined && state !== 'refused' && (
        <Badge tone={effectLooks[effect.status].tone} icon={effectLooks[effect.status].icon}>
          {effectLooks[effect.status].word}
        </Badge>
      )}
      <span class="muted">
        <Text value={facts.join(', ')} />
      </span>
    </>
  );
}
