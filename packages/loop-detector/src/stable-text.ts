/** Parts that are new each time although nothing is. Each has a bounded length, so that reading stays linear. */
const volatileParts = new RegExp(
  [
    // UUIDs
    '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}',
    // Times with their date, and times of day with their seconds: 12:30 alone may be a line and a column.
    '\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d(?::\\d\\d(?:[.,]\\d{1,9})?)?(?:Z|[+-]\\d\\d:?\\d\\d)?',
    '(?<![\\w:.])\\d{1,2}:\\d\\d:\\d\\d(?:[.,]\\d{1,9})?(?![\\d:])',
    // Seconds and milliseconds of the years 2017 to 2033, and whatever is called a time stamp
    '(?<![\\w.])1[5-9]\\d{8}(?:\\d{3})?(?:\\.\\d{1,9})?(?!\\w|\\.\\d)',
    '(?<![\\w.])(?:ts|timestamp)["\']?[=:] ?["\']?[\\w.:+-]{1,40}',
    // Request ids
    '\\breq_[0-9a-z]{8,64}',
    '\\b(?:request|req|trace|correlation)[ _-]?id["\']?[ =:#]{1,3}["\']?[\\w.-]{1,64}',
    // Long hex numbers
    '\\b(?:0x)?[0-9a-f]{16,64}\\b',
  ].join('|'),
  'gi',
);

/** The text of a failure without what differs from one time to the next, so that the same failure is known again. */
export function stableText(text: string): string {
  return text.replace(volatileParts, '*');
}
