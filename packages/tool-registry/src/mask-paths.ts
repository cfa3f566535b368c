/** Where a path can begin: at the start or after white space, a quote or an opening bracket. */
const opening = String.raw`(^|[\s"'\`(\[=,])`;

/** Directories of absolute paths. The last segment stays: it is what the message is about. */
const posixPath = new RegExp(
  String.raw`${opening}(?:file:\/\/)?~?\/(?:[^\s/"'\`()\[\]:,]+\/)+`,
  'g',
);
const windowsPath = new RegExp(
  String.raw`${opening}(?:[A-Za-z]:|\\)\\(?:[^\s\\"'\`()\[\]:,]+\\)+`,
  'g',
);

/** Shortens absolute file paths to `…/name`, so that a message does not tell how the machine is laid out. */
export function maskPaths(text: string): string {
  return text.replace(posixPath, '$1…/').replace(windowsPath, '$1…/');
}
