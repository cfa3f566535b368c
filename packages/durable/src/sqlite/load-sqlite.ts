import { refuse } from '@loopwright/agent-run/option-checks';

/** The first major version of Node whose `node:sqlite` is fit for use. */
const leastNode = 24;

/**
 * Gives `node:sqlite`. It is asked for and not imported, so that an older Node can say what is missing.
 *
 * @throws ConfigurationError `invalid_option`
 */
export function loadSqlite(
  nodeVersion: string = process.versions.node,
): typeof import('node:sqlite') {
  if (Number.parseInt(nodeVersion, 10) >= leastNode) {
    return process.getBuiltinModule('node:sqlite');
  }
  return refuse(
    `The SQLite store needs Node ${leastNode} or newer for node:sqlite, not ${nodeVersion}; with an older one, use the Redis store or createMemoryStore()`,
  );
}
