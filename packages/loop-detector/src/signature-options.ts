import { requireObject } from '@loopwright/core-parser/option-checks';
import { requireNames } from './invalid-options.ts';
import type { SignatureOptions } from './signature.ts';

/**
 * Throws `invalid_options` for comparison options of another shape than their types: without this a mistake would come to
 * light in the middle of a run, or never. Options that were left out are accepted.
 */
export function requireSignatureOptions(options: SignatureOptions): void {
  const { signatures, results, sensitive, repeatable } = options;
  requireForEachTool('signatures', signatures, 'or a function');
  requireForEachTool('results', results, 'or a function');
  requireForEachTool('sensitive', sensitive);
  if (repeatable !== undefined) requireNames('repeatable', repeatable);
}

function requireForEachTool(name: string, byTool: unknown, allowed?: 'or a function'): void {
  if (byTool === undefined) return;
  requireObject(name, byTool);
  for (const [tool, names] of Object.entries(byTool)) {
    requireNames(`${name}.${tool}`, names, allowed);
  }
}
