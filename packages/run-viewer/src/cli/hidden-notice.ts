import { headerStart } from './check-line.ts';

/**
 * Makes what is told each line of a log that is served, and warns once when it is longer than what is kept of it: below the
 * level verbose a page cannot know that it lacks events.
 */
export function hiddenNotice(
  maxChars: number,
  warn: (line: string) => void,
): (line: string) => void {
  let chars = 0;
  let isSaid = false;
  return (line) => {
    chars = line.startsWith(headerStart) ? 0 : chars + line.length;
    if (isSaid || chars <= maxChars) return;
    isSaid = true;
    warn(
      `The log has more than ${maxChars} characters; pages that are opened from now on lack its oldest events, and --html shows all`,
    );
  };
}
