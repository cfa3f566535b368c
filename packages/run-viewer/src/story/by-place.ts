/**
 * Sorts the keys of calls, which end in `act:WAVE:INDEX`, by the place of the call in its step: the events of sub-agents come
 * later than their place.
 */
export function byPlace(left: string, right: string): number {
  const [a, b] = [left, right].map((key) => key.split(':').slice(-2).map(Number));
  return (a![0] ?? 0) - (b![0] ?? 0) || (a![1] ?? 0) - (b![1] ?? 0);
}
