import type { ContentKind } from '../view-model/filter-steps.ts';
import { entryOf, shownValue } from '../view-model/loose.ts';
import { showCount, showMs } from '../view-model/quantities.ts';
import type { RemarkView, RunPart, StepView, VerdictView } from '../view-model/run-view.ts';
import { stepLook, stepTitle } from '../view-model/step-words.ts';
import { ApprovalLine } from './approvals-panel.tsx';
import { Badge } from './badge.tsx';
import { CallBlock } from './call-block.tsx';
import { memo } from './memo.tsx';
import { ModelBlock } from './model-block.tsx';
import { LongText, Text } from './text.tsx';

type StepCardProps = {
  step: StepView;
  hidden: ReadonlySet<ContentKind>;
  isSelected: boolean;
  /** The runs of sub-agents, by path. */
  parts: ReadonlyMap<string, RunPart>;
};

/** One step in full: thought, calls with what came back, verdicts, notes, and what was said to and by models. */
export const StepCard = memo(({ step, hidden, isSelected, parts }: StepCardProps) => {
  const { tone, icon, word } = stepLook(step);
  const { ms, tokens } = step;
  const shows = (kind: ContentKind) => !hidden.has(kind);
  const isUnreadable = step.calls.some(({ unreadable }) => unreadable !== undefined);
  const total = ms.think + ms.act + ms.reflect;
  // What a guard said stands there once, with the guard.
  const said = new Set(shows('verdict') ? step.verdicts.map(({ text }) => text) : []);
  const notes = step.notes.filter((note) => !said.has(note));
  const remarks = step.remarks.filter(({ text }) => text === undefined || !said.has(text));
  return (
    <article
      id={step.id}
      class={isSelected ? 'step selected' : 'step'}
      tabIndex={-1}
      aria-labelledby={`${step.id}-title`}
      style={{ marginLeft: `${Math.min(step.depth, 4) * 16}px` }}
    >
      <header>
        <h3 id={`${step.id}-title`}>
          <a href={`#${step.id}`}>{stepTitle(step)}</a>
        </h3>
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
        {step.subtask !== undefined && (
          <span class="muted">
            task <Text value={step.subtask} />
          </span>
        )}
        {step.hasFigures && (
          <span class="muted end">
            {showMs(total)}, {showCount(tokens.input)} in, {showCount(tokens.output)} out
            {tokens.isEstimated && ' (estimated)'}
          </span>
        )}
      </header>
      {step.depth > 0 && <SubAgent part={parts.get(step.path)} path={step.path} />}
      {shows('thought') && step.thought !== undefined && step.thought !== '' && (
        <div class="thought">
          <span class="label">Thought</span>
          <LongText value={step.thought} />
        </div>
      )}
      {shows('answer') && step.outcome !== undefined && (
        <div class="answer">
          <span class="label">{step.outcome.name}</span>
          <LongText value={step.outcome.text} />
        </div>
      )}
      {step.approvals.map((approval) => (
        <ApprovalLine key={approval.key} approval={approval} />
      ))}
      {step.calls.map((call, index) => (
        <CallBlock key={index} call={call} shows={shows} child={parts.get(call.childPath ?? '-')} />
      ))}
      {shows('verdict') &&
        step.verdicts.map((verdict, index) => <Verdict key={index} verdict={verdict} />)}
      {shows('note') &&
        notes.map((note, index) => (
          <div key={index} class="note">
            <span class="label">Note</span>
            <LongText value={note} />
          </div>
        ))}
      {shows('remark') && remarks.map((remark) => <Remark key={remark.seq} remark={remark} />)}
      {shows('model') &&
        step.models.map((model) => (
          <ModelBlock
            key={model.key}
            model={model}
            isOpen={isUnreadable && model.role === 'actor'}
          />
        ))}
    </article>
  );
});

function SubAgent({ part, path }: { part: RunPart | undefined; path: string }) {
  return (
    <p class="sub-agent muted">
      ↳ sub-agent{' '}
      <code>
        <Text value={path} />
      </code>{' '}
      <Text value={part?.task ?? ''} />
    </p>
  );
}

const verdictLooks: Readonly<
  Record<string, readonly [tone: 'good' | 'bad' | 'warn', icon: string]>
> = {
  hint: ['warn', '→'],
  flag: ['warn', '⚑'],
  stop: ['bad', '■'],
  done: ['good', '✓'],
};

function Verdict({ verdict: { guard, kind, text, stopReason } }: { verdict: VerdictView }) {
  const [tone, icon] = entryOf(verdictLooks, kind) ?? ['warn', '?'];
  return (
    <div class="verdict">
      <Badge tone={tone} icon={icon}>
        <Text value={`${guard}: ${kind}${stopReason === undefined ? '' : ` ${stopReason}`}`} />
      </Badge>{' '}
      <Text value={text} />
    </div>
  );
}

function Remark({ remark: { type, name, text, data } }: { remark: RemarkView }) {
  if (type === 'flag') {
    return (
      <div class="remark">
        <Badge tone="warn" icon="⚑">
          flag <Text value={name} />
        </Badge>{' '}
        <Text value={text ?? ''} />
      </div>
    );
  }
  return (
    <details class="remark">
      <summary>
        {type === 'other' ? 'unknown event' : type}{' '}
        <code>
          <Text value={name} />
        </code>
      </summary>
      <LongText value={shownValue(data)} />
    </details>
  );
}
