import { useState } from 'preact/hooks';
import { shownValue } from '../view-model/loose.ts';
import { showCount, showMs } from '../view-model/quantities.ts';
import type { ModelView } from '../view-model/run-view.ts';
import { memo } from './memo.tsx';
import { LongText, NotInLog, Text } from './text.tsx';

/** A model call: the raw text that came, and what was sent. Its contents are drawn when it is opened. */
export const ModelBlock = memo(({ model, isOpen }: { model: ModelView; isOpen: boolean }) => {
  const [open, setOpen] = useState(isOpen);
  return (
    <details class="model" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Model call of the{' '}
        <strong>
          <Text value={model.role} />
        </strong>{' '}
        <span class="muted">
          {model.model !== undefined && <Text value={`${model.model}, `} />}
          {model.inputTokens === undefined ? '' : `${showCount(model.inputTokens)} in, `}
          {model.outputTokens === undefined ? '' : `${showCount(model.outputTokens)} out, `}
          {model.ms === undefined ? '' : showMs(model.ms)}
          {model.attempts !== undefined && model.attempts > 1 && `, ${model.attempts} attempts`}
          {model.finish !== undefined && model.finish !== 'stop' && (
            <Text value={`, finish ${model.finish}`} />
          )}
        </span>
        {model.error !== undefined && (
          <span class="bad-text">
            {' '}
            ✕ <Text value={model.error} />
          </span>
        )}
      </summary>
      {open && <ModelContents model={model} />}
    </details>
  );
});

function ModelContents({
  model: { text, toolCalls, warnings, sent, error },
}: {
  model: ModelView;
}) {
  return (
    <>
      <h4>What the model wrote</h4>
      {text === undefined ? error === undefined && <NotInLog /> : <LongText value={text} />}
      {toolCalls.length > 0 && <LongText value={shownValue(toolCalls)} />}
      {warnings.map((warning, index) => (
        <p key={index}>
          ⚠ <Text value={warning} />
        </p>
      ))}
      <h4>What was sent, beyond what the call before had</h4>
      {sent === undefined && <NotInLog />}
      {sent?.map((part, index) => (
        <LongText key={index} value={part} />
      ))}
    </>
  );
}
