import type { Happening } from '../story/tell-run.ts';

/** What is drawn: what happened, and where a part is left out how many steps that were. */
export type Drawn = Happening | { readonly type: 'left_out'; readonly steps: number };

/** Keeps the beginning and the end, and of what lies between the first and the last of `max` parts. */
export function shorten(told: readonly Happening[], max: number): Drawn[] {
  const isEnd = ({ type }: Happening) => type === 'waiting' || type === 'ended';
  const isFrame = (part: Happening) => part.type === 'began' || isEnd(part);
  const middle = told.filter((part) => !isFrame(part));
  if (middle.length <= max) return [...told];
  const first = Math.ceil(max / 2);
  const last = middle.length - Math.floor(max / 2);
  const steps = middle.slice(first, last).filter(({ type }) => type === 'step').length;
  return [
    ...told.filter(({ type }) => type === 'began'),
    ...middle.slice(0, first),
    { type: 'left_out', steps },
    ...middle.slice(last),
    ...told.filter(isEnd),
  ];
}
