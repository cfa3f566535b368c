import { readFileSync } from 'node:fs';

/** Reads a JSONL file: one JSON value a line, blank lines passed over. Throws with the line's number when one is no JSON. */
export function readCorpus(file: string | URL): unknown[] {
  const records: unknown[] = [];
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      records.push(JSON.parse(line));
    } catch {
      throw new Error(`Line ${index + 1} of ${String(file)} is not JSON.`);
    }
  }
  return records;
}

/** Where a corpus of this package stands. */
export function ownCorpus(name: string): URL {
  return new URL(`../../corpus/${name}.jsonl`, import.meta.url);
}
