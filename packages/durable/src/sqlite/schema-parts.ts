import type { DatabaseSync } from 'node:sqlite';
import { checkpointSchema, checkpointSchemaVersion } from './checkpoint-schema.ts';
import { schema, schemaVersion } from './schema.ts';

/** Tables of one purpose, which may share a file with those of another. */
export type SchemaPart = {
  /** The version that this package writes. */
  readonly version: number;
  /** The version of a database; 0 when the part is not in it. */
  versionOf(database: DatabaseSync): number;
  /** Statements that create the tables. */
  readonly create: string;
};

export const journalPart: SchemaPart = {
  version: schemaVersion,
  versionOf: (database) => Number(database.prepare('PRAGMA user_version').get()?.user_version),
  create: schema,
};

export const checkpointPart: SchemaPart = {
  version: checkpointSchemaVersion,
  versionOf: (database) => {
    const tables = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'checkpoint_tables'`);
    if (tables.get() === undefined) return 0;
    const versions = database.prepare('SELECT max(version) AS version FROM checkpoint_tables');
    return Number(versions.get()?.version);
  },
  create: checkpointSchema,
};

const parts = [journalPart, checkpointPart];

/** Whether a database has tables that belong to no part in it. */
export function hasForeignTables(database: DatabaseSync): boolean {
  const known = parts
    .filter((part) => part.versionOf(database) > 0)
    .flatMap(({ create }) => [...create.matchAll(/CREATE TABLE (\w+)/g)].map(([, name]) => name));
  const tables = database.prepare(
    `SELECT DISTINCT tbl_name AS name FROM sqlite_schema WHERE tbl_name NOT GLOB 'sqlite_*'`,
  );
  return tables.all().some(({ name }) => !known.includes(String(name)));
}
