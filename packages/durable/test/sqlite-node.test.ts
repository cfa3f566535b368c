import { isConfigurationError } from '@loopwright/agent-run';
import { expect, it } from 'vitest';
import { loadSqlite } from '../src/sqlite/load-sqlite.ts';

it('names the Node that it needs on an older one', () => {
  for (const version of ['20.20.2', '22.12.0', '23.9.0']) {
    let error: unknown;
    try {
      loadSqlite(version);
    } catch (thrown) {
      error = thrown;
    }
    expect(isConfigurationError(error)).toBe(true);
    expect(String(error)).toContain(`needs Node 24 or newer for node:sqlite, not ${version}`);
  }
  expect(loadSqlite('26.1.0').DatabaseSync).toBeTypeOf('function');
});
