// Counts lines of TypeScript source.
import ts from 'typescript';

/** All lines of a file; a newline at the end does not start another one. */
export function countLines(text) {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/** The lines that hold code: neither blank nor only comment. */
export function countCodeLines(text, fileName = 'source.ts') {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const lines = new Set();
  function visit(node) {
    // Documentation comments are nodes too, but no code.
    if (node.kind >= ts.SyntaxKind.FirstJSDocNode && node.kind <= ts.SyntaxKind.LastJSDocNode)
      return;
    const children = node.getChildren(source);
    if (children.length > 0) {
      children.forEach(visit);
    } else if (node.getEnd() > node.getStart(source)) {
      const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
      const last = source.getLineAndCharacterOfPosition(node.getEnd()).line;
      for (let line = first; line <= last; line += 1) lines.add(line);
    }
  }
  visit(source);
  return lines.size;
}
