import type { ComponentChildren } from 'preact';

/** A word with an icon before it; the colour only repeats what both say. */
export function Badge({
  tone,
  icon,
  children,
}: {
  tone: 'good' | 'bad' | 'warn' | 'plain' | 'busy';
  icon: string;
  children: ComponentChildren;
}) {
  return (
    <span class={`badge ${tone}`}>
      <span aria-hidden="true">{icon}</span> {children}
    </span>
  );
}
