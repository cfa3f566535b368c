/** A value as JSON in which what nobody would see stands as an escape, so that it is read as it was and seen for what it is. */
export function toJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) =>
      character
        .split('')
        .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join(''),
  );
}
