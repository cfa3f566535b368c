// Finds every module specifier in a TypeScript source text: static, type-only, re-exported, dynamic and required.
import ts from 'typescript';

/** Gives `{specifier, line}` for each; `specifier` is undefined where a dynamic import computes it. */
export function findImports(text, fileName = 'source.ts') {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest);
  const found = [];

  function add(node) {
    if (node === undefined) return;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    found.push({ specifier: ts.isStringLiteralLike(node) ? node.text : undefined, line: line + 1 });
  }

  function visit(node) {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) add(node.moduleSpecifier);
    if (ts.isExternalModuleReference(node)) add(node.expression);
    if (ts.isImportTypeNode(node))
      add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument);
    if (ts.isCallExpression(node) && isImportOrRequire(node.expression)) add(node.arguments[0]);
    ts.forEachChild(node, visit);
  }
  visit(source);
  return found;
}

function isImportOrRequire(callee) {
  return (
    callee.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(callee) && callee.text === 'require')
  );
}
