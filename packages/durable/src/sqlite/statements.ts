import type { DatabaseSync } from 'node:sqlite';

/**
 * Everything that is asked of the database. Names begin with `:` where the statement is given values; `append`, which runs with
 * every step, takes session, epoch, ord, key, text, checksum and time by position, which is faster.
 */
export function prepareStatements(database: DatabaseSync) {
  return {
    leaseOf: database.prepare('SELECT lease_until AS leaseUntil FROM sessions WHERE id = :id'),
    nextEpoch: database.prepare('UPDATE epochs SET last = last + 1 RETURNING last AS epoch'),
    take: database.prepare(`
      INSERT INTO sessions (id, epoch, lease_until, created_at)
      VALUES (:id, :epoch, :leaseUntil, :at)
      ON CONFLICT DO UPDATE
      SET epoch = excluded.epoch, lease_until = excluded.lease_until`),
    renew: database.prepare(`
      UPDATE sessions SET lease_until = :leaseUntil WHERE id = :id AND epoch = :epoch AND lease_until > 0`),
    append: database.prepare(`
      INSERT INTO records (session_id, ord, key, text, checksum, stored_at)
      SELECT id, ?3, ?4, ?5, ?6, ?7 FROM sessions
      WHERE id = ?1 AND epoch = ?2 AND lease_until > 0 AND result_text IS NULL AND record_count = ?3
      ON CONFLICT DO NOTHING`),
    finish: database.prepare(`
      UPDATE sessions
      SET result_text = :text, result_checksum = :checksum, finished_at = :at, expires_at = :expiresAt,
        waiting_for = NULL
      WHERE id = :id AND epoch = :epoch AND lease_until > 0 AND result_text IS NULL`),
    release: database.prepare(`
      UPDATE sessions
      SET lease_until = 0,
        waiting_for = iif(result_text IS NULL, coalesce(:waitingFor, waiting_for), NULL)
      WHERE id = :id AND epoch = :epoch AND lease_until > 0`),
    know: database.prepare(`
      INSERT INTO sessions (id, lease_until, created_at) VALUES (:id, 0, :at)
      ON CONFLICT DO NOTHING`),
    signal: database.prepare(`
      INSERT INTO signals (session_id, key, text) VALUES (:id, :key, :text)
      ON CONFLICT DO NOTHING`),
    signalsOf: database.prepare('SELECT key, text FROM signals WHERE session_id = :id'),
    sessionOf: database.prepare(`
      SELECT record_count AS recordCount, result_text AS text, result_checksum AS checksum
      FROM sessions WHERE id = :id`),
    recordsOf: database.prepare(`
      SELECT ord, key, text, checksum FROM records WHERE session_id = :id ORDER BY ord`),
    list: database.prepare(`
      SELECT id, waiting_for AS waitingFor, result_text IS NOT NULL AS isFinished,
        (SELECT count(*) FROM records WHERE session_id = id) AS records,
        coalesce(
          finished_at,
          (SELECT stored_at FROM records WHERE session_id = id ORDER BY ord DESC LIMIT 1),
          created_at
        ) AS changedAt
      FROM sessions ORDER BY changedAt DESC, rowid DESC`),
    sweep: database.prepare(
      'DELETE FROM sessions WHERE result_text IS NOT NULL AND expires_at <= :at',
    ),
  };
}
