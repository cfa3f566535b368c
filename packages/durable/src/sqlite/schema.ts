/** Version of the tables below, kept in `user_version`. */
export const schemaVersion = 1;

/**
 * The tables of a new database. Strict, so that no row can hold a value that cannot be read. Times are milliseconds since
 * 1970; `waiting_for` is a JSON list. A record is counted in the statement that stores it. Epochs are counted for the whole
 * database: a session that was swept and begins again is not confused with what it was.
 */
export const schema = `
  CREATE TABLE epochs (last INTEGER NOT NULL) STRICT;
  INSERT INTO epochs VALUES (0);
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    epoch INTEGER,
    lease_until REAL NOT NULL,
    record_count INTEGER NOT NULL DEFAULT 0,
    waiting_for TEXT,
    created_at REAL NOT NULL,
    result_text TEXT,
    result_checksum TEXT,
    finished_at REAL,
    expires_at REAL
  ) STRICT;
  CREATE TABLE records (
    session_id TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
    ord INTEGER NOT NULL,
    key TEXT NOT NULL,
    text TEXT NOT NULL,
    checksum TEXT NOT NULL,
    stored_at REAL NOT NULL,
    PRIMARY KEY (session_id, ord),
    UNIQUE (session_id, key)
  ) STRICT;
  CREATE TABLE signals (
    session_id TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
    key TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (session_id, key)
  ) STRICT;
  CREATE TRIGGER count_record AFTER INSERT ON records BEGIN
    UPDATE sessions SET record_count = record_count + 1, waiting_for = NULL WHERE id = NEW.session_id;
  END;
  PRAGMA user_version = ${schemaVersion};
`;
