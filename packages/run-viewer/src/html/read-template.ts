import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const buildCommand = 'pnpm --filter @loopwright/run-viewer build';

let known: string | undefined;

/** The page without a run, read once from beside the built code; from sources, from where the build has put it. */
export function readTemplate(): string {
  known ??= readTemplateAt(
    new URL(
      import.meta.url.endsWith('.ts') ? '../../dist/page.html' : './page.html',
      import.meta.url,
    ),
  );
  return known;
}

/** @throws Error that names the file and the command that makes it, when it is not there. */
export function readTemplateAt(file: URL): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new Error(
      `The page ${fileURLToPath(file)} is not there; it is made by: ${buildCommand}`,
      { cause },
    );
  }
}
