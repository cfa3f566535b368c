// Runs a measurement in a fresh Node process.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../../scripts/lib/process.mjs';

export const benchmarksFolder = fileURLToPath(new URL('..', import.meta.url));

export const sourceCondition = '@loopwright/source';

/** What the script prints, parsed. */
export async function measureInChild(script, args, { source }) {
  const flags = source ? [`--conditions=${sourceCondition}`] : [];
  const file = path.join(benchmarksFolder, script);
  return JSON.parse(await run(process.execPath, [...flags, file, ...args.map(String)]));
}
