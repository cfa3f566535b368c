/** Version of the tables below, kept in `checkpoint_tables`, as `user_version` is that of a journal in the same file. */
export const checkpointSchemaVersion = 1;

/**
 * The tables of checkpoints. They stand beside those of a journal or without them, and nothing of a journal refers to them.
 * `priority` is 0 for the lowest; `number` tells which was saved earlier; `expires_at` is there once the session has ended.
 */
export const checkpointSchema = `
  CREATE TABLE checkpoint_tables (version INTEGER NOT NULL) STRICT;
  INSERT INTO checkpoint_tables VALUES (${checkpointSchemaVersion});
  CREATE TABLE checkpoints (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    session TEXT NOT NULL,
    priority INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    expires_at REAL,
    format INTEGER NOT NULL,
    checksum TEXT NOT NULL,
    facts TEXT NOT NULL,
    state TEXT NOT NULL
  ) STRICT;
  CREATE INDEX checkpoints_by_session ON checkpoints (session, number);
  CREATE INDEX checkpoints_by_priority ON checkpoints (priority, number, bytes);
  CREATE INDEX checkpoints_by_expiry ON checkpoints (expires_at) WHERE expires_at IS NOT NULL;
`;
