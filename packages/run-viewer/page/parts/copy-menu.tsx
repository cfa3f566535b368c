import type { DurableEvent } from '@loopwright/agent-run';
import { useEffect, useRef, useState } from 'preact/hooks';
import { renderMermaid } from '../../src/mermaid/render-mermaid.ts';
import { jsonText } from '../../src/story/json-text.ts';
import type { PageData } from '../view-model/page-data.ts';
import type { RunStatus } from '../view-model/run-status.ts';
import type { RunView } from '../view-model/run-view.ts';
import { toMarkdown } from '../view-model/to-markdown.ts';
import { Text } from './text.tsx';

type CopyMenuProps = {
  data: PageData;
  /** Those that are shown. */
  events: readonly unknown[];
  view: RunView;
  status: RunStatus;
};

/** Copies the run in other forms, as far as it is shown. Where the clipboard is not to be had, the text is shown to be copied by hand. */
export function CopyMenu({ data, events, view, status }: CopyMenuProps) {
  const [said, setSaid] = useState('');
  const [text, setText] = useState<string>();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (text !== undefined) dialog.current?.showModal();
  }, [text]);

  const copy = async (name: string, make: () => string) => {
    let made: string;
    try {
      made = make();
    } catch (error) {
      setSaid(`${name} cannot be made of this log: ${(error as Error).message}`);
      return;
    }
    try {
      await navigator.clipboard.writeText(made);
      setSaid(`${name} copied`);
    } catch {
      setText(made);
    }
  };
  const mermaid = (kind: 'flowchart' | 'sequence') => () =>
    renderMermaid(events as readonly DurableEvent[], { kind });
  const forms: readonly (readonly [name: string, make: () => string])[] = [
    ['Mermaid flowchart', mermaid('flowchart')],
    ['Mermaid sequence', mermaid('sequence')],
    ['Markdown', () => toMarkdown(view, status)],
    ['JSON', () => jsonText({ header: data.header, events, isCut: data.isCut })],
  ];
  return (
    <>
      <details class="menu">
        <summary>Copy as</summary>
        <div>
          {forms.map(([name, make]) => (
            <button key={name} type="button" onClick={() => copy(name, make)}>
              {name}
            </button>
          ))}
          <p role="status">
            <Text value={said} />
          </p>
        </div>
      </details>
      <dialog ref={dialog} aria-label="Text to copy" onClose={() => setText(undefined)}>
        <textarea readOnly rows={16} cols={60} value={text ?? ''} aria-label="Text to copy" />
        <form method="dialog">
          <button type="submit">Close</button>
        </form>
      </dialog>
    </>
  );
}
