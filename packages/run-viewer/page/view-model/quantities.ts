/** Milliseconds for people: `9 ms`, `1.2 s`, `3 min 20 s`. */
export function showMs(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A count with its thousands apart: `2,400`. */
export function showCount(count: number): string {
  return Math.round(count).toLocaleString('en-US');
}

/** A size of a text: `640 characters`, `1.0 million characters`. */
export function showChars(count: number): string {
  if (count < 1_000_000) return `${showCount(count)} characters`;
  return `${(count / 1_000_000).toFixed(1)} million characters`;
}

/** Money: `$0.0123`. */
export function showUsd(usd: number): string {
  return `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
}

/** `1 step`, `2 steps`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${showCount(count)} ${count === 1 ? one : many}`;
}
