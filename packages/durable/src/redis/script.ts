import { createHash } from 'node:crypto';
import type { RedisClient } from './redis-client.ts';

/** A Lua script, which Redis runs as one step. */
export type Script = { readonly source: string; readonly sha1: string };

export function defineScript(source: string): Script {
  return { source, sha1: createHash('sha1').update(source).digest('hex') };
}

/** Runs a script by its digest; a server that does not know it yet gets the source. */
export async function runScript(
  client: RedisClient,
  script: Script,
  keys: readonly string[],
  args: readonly string[],
): Promise<unknown> {
  const rest = [...keys, ...args];
  try {
    return await client.evalsha(script.sha1, keys.length, ...rest);
  } catch (error) {
    const isUnknown = error instanceof Error && error.message.startsWith('NOSCRIPT');
    if (!isUnknown) throw error;
    return client.eval(script.source, keys.length, ...rest);
  }
}
