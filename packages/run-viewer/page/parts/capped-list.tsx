import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';

const firstItems = 20;
const moreItems = 40;

/** A list that begins with a few items and grows when it is asked to. */
export function CappedList<Item>({
  items,
  children,
}: {
  items: readonly Item[];
  children: (item: Item) => ComponentChild;
}) {
  const [count, setCount] = useState(firstItems);
  const left = items.length - count;
  return (
    <>
      <ul class="plain">
        {items.slice(0, count).map((item, index) => (
          <li key={index}>{children(item)}</li>
        ))}
      </ul>
      {left > 0 && (
        <button type="button" onClick={() => setCount(count + moreItems)}>
          Show {Math.min(left, moreItems)} more of {left}
        </button>
      )}
    </>
  );
}
