const msOfUnit: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|msecs?|milliseconds?)$/, 1],
  [/^(?:s|secs?|seconds?)$/, 1000],
  [/^(?:m|mins?|minutes?)$/, 60_000],
  [/^(?:h|hrs?|hours?)$/, 3_600_000],
  [/^(?:d|days?)$/, 86_400_000],
];

const maxTextChars = 2000;
const maxParts = 4;

/** Reads a duration such as "34s", "6m0s" or "1.5 hours" at a place of a text; `ms` is undefined when there is none. */
export function durationAt(
  text: string,
  start: number,
): { readonly ms: number | undefined; readonly end: number } {
  const part = /(\d{1,9}(?:\.\d{1,6})?) ?([a-z]{1,12})(?![a-z])/iy;
  let ms: number | undefined;
  let end = start;
  for (let parts = 0; parts < maxParts; parts++) {
    part.lastIndex = end;
    const [whole, amount, unit] = part.exec(text) ?? [];
    const msOfOne = msOfUnit.find(([names]) => names.test((unit ?? '').toLowerCase()))?.[1];
    if (whole === undefined || msOfOne === undefined) break;
    ms = (ms ?? 0) + Number(amount) * msOfOne;
    end += whole.length;
  }
  return { ms, end };
}

/**
 * The delay that a message asks for in words: "Retry-After: 30", "please try again in 6m0s", "resets in 12 days". A
 * number without a unit counts only behind "retry after" (seconds). Reads at most 2,000 characters.
 */
export function durationInText(message: string): number | undefined {
  const text = message.slice(0, maxTextChars);
  const asks =
    /\b(retry[- ]after|(?:try again|retry|retrying|resets?|available) (?:in|after)|wait(?: for| at least)?)[:=]? {0,2}/gi;
  for (const asked of text.matchAll(asks)) {
    const at = asked.index + asked[0].length;
    const { ms } = durationAt(text, at);
    if (ms !== undefined) return ms;
    const [seconds] = /^\d{1,9}(?:\.\d{1,6})?(?![\w.])/.exec(text.slice(at, at + 20)) ?? [];
    if (seconds !== undefined && /^retry[- ]after/i.test(asked[1]!)) return Number(seconds) * 1000;
  }
  return undefined;
}
