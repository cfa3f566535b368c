// Lists files of a folder, in a stable order, without dependencies and build output.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', '.git', '.turbo']);

/** Every file below `directory` whose name `accepts`, as absolute paths; none if the folder is missing. */
export function listFiles(directory, accepts) {
  if (!existsSync(directory)) return [];
  const found = [];
  const entries = readdirSync(directory, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = path.join(directory, entry.name);
    if (entry.isDirectory()) {
      if (!SKIPPED_FOLDERS.has(entry.name)) found.push(...listFiles(file, accepts));
    } else if (accepts(entry.name)) {
      found.push(file);
    }
  }
  return found;
}

export const isTypeScript = (fileName) => /\.tsx?$/.test(fileName);
export const isMarkdown = (fileName) => fileName.endsWith('.md') && fileName !== 'CHANGELOG.md';
