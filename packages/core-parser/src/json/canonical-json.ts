import type { Json } from './json.ts';
import { toJson } from './to-json.ts';

/**
 * JSON text that is the same for equal values: keys sorted by UTF-16 code units at every depth, arrays in their order,
 * no white space. Total: what is not Json is first converted by the rules of {@link toJson}.
 */
export function canonicalJson(value: Json): string {
  return write(toJson(value));
}

function write(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  let members = '';
  for (const key of Object.keys(value).sort()) {
    if (members !== '') members += ',';
    members += `${JSON.stringify(key)}:${write(value[key]!)}`;
  }
  return `{${members}}`;
}
