/** Parts that are new each time although nothing is: UUIDs, times of day with their date, request ids, long hex numbers. */
const volatileParts =
  /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?|\breq_[0-9a-z]{8,64}|\b(?:0x)?[0-9a-f]{16,64}\b/gi;

/** The text of a failure without what differs from one time to the next, so that the same failure is known again. */
export function stableText(text: string): string {
  return text.replace(volatileParts, '*');
}
