// Runs a measurement in a fresh Node process.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../../scripts/lib/process.mjs';

export const benchmarksFolder = fileURLToPath(new URL('..', import.meta.url));

export const sourceCondition = '@loopwright/source';

/** What the script prints, parsed. */
export async function measureInChild(script, args, { source, flags = [] }) {
  const conditions = source ? [`--conditions=${sourceCondition}`] : [];
  const file = path.join(benchmarksFolder, script);
  const all = [...conditions, ...flags, file, ...args.map(String)];
  return JSON.parse(await run(process.execPath, all));
}
