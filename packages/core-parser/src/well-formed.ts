/** Replaces lone surrogates by U+FFFD, as strict servers refuse them. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
