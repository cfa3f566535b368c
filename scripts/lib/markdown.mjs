// Finds in Markdown what can be checked: fenced blocks that a marker comment ties to a file, links and headings.

const MARKER = /^<!-- (example|output): (.+) -->$/;

/**
 * Gives `{kind, target, line, start, end, text}` for each marker comment; start and end are the line indexes of the
 * two fences, and `text` is what stands between them. Without a fence right after the marker, `text` is undefined.
 */
export function findMarkedBlocks(markdown) {
  const lines = markdown.split('\n');
  const blocks = [];
  for (const { index, marker } of outsideFences(lines)) {
    if (!marker) continue;
    const start = lines[index + 1] === '' ? index + 2 : index + 1;
    const end = lines[start]?.startsWith('```') ? lines.indexOf('```', start + 1) : -1;
    const text = end === -1 ? undefined : lines.slice(start + 1, end).join('\n');
    blocks.push({ kind: marker[1], target: marker[2], line: index + 1, start, end, text });
  }
  return blocks;
}

/** The same Markdown with other texts in some of its marked blocks. */
export function replaceBlocks(markdown, replacements) {
  const lines = markdown.split('\n');
  // From the last to the first, so that earlier line numbers stay valid.
  for (const { block, text } of replacements.toSorted((a, b) => b.block.start - a.block.start)) {
    lines.splice(block.start + 1, block.end - block.start - 1, ...text.split('\n'));
  }
  return lines.join('\n');
}

/** The targets of links and images, with the line of each. Code is not searched. */
export function findLinks(markdown) {
  const links = [];
  for (const { index, text } of outsideFences(markdown.split('\n'))) {
    const prose = text.replaceAll(/`[^`]*`/g, '');
    for (const match of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
      links.push({ target: match[1], line: index + 1 });
    }
  }
  return links;
}

/** The anchors that the headings give: `## How runs end` gives `how-runs-end`. */
export function findAnchors(markdown) {
  return outsideFences(markdown.split('\n'))
    .filter(({ text }) => /^#{1,6} /.test(text))
    .map(({ text }) => {
      const words = text.replace(/^#+ /, '').toLowerCase();
      return words.replaceAll(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-');
    });
}

/** `{index, text, marker}` of the lines that stand in no fenced block. */
export function outsideFences(lines) {
  const found = [];
  let inFence = false;
  for (const [index, text] of lines.entries()) {
    if (text.startsWith('```')) inFence = !inFence;
    else if (!inFence) found.push({ index, text, marker: MARKER.exec(text) });
  }
  return found;
}
