import { useEffect, useRef } from 'preact/hooks';

const keys: readonly (readonly [key: string, what: string])[] = [
  ['j, k', 'next and previous step'],
  ['Arrows, Page Up, Page Down, Home, End', 'the same in the timeline, when it has the focus'],
  ['Enter', 'go to the selected step in the transcript'],
  ['/', 'search'],
  ['Esc', 'close what is open, else leave the search, else select nothing'],
  ['?', 'this help'],
];

export function HelpDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} aria-labelledby="help-title" onClose={onClose}>
      <h2 id="help-title">Keys</h2>
      <dl>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
