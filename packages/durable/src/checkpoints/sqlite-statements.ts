import type { DatabaseSync } from 'node:sqlite';

/** Everything that is asked of the tables of checkpoints. Names begin with `:` where the statement is given values. */
export function prepareCheckpointStatements(database: DatabaseSync) {
  return {
    sweep: database.prepare('DELETE FROM checkpoints WHERE expires_at <= :at'),
    usage: database.prepare(
      'SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM checkpoints',
    ),
    // What may have to go, in the order in which it goes. It is read only as far as needed.
    inOrder: database.prepare(`
      SELECT id, priority, number, bytes, facts FROM checkpoints INDEXED BY checkpoints_by_priority
      WHERE priority <= :priority ORDER BY priority, number`),
    evictUpTo: database.prepare(
      'DELETE FROM checkpoints WHERE (priority, number) <= (:priority, :number)',
    ),
    add: database.prepare(`
      INSERT INTO checkpoints (id, session, priority, bytes, format, checksum, facts, state)
      VALUES (:id, :session, :priority, :bytes, :format, :checksum, :facts, :state)`),
    find: database.prepare(`
      SELECT id, format, checksum, facts, state FROM checkpoints
      WHERE id = :id AND (expires_at IS NULL OR expires_at > :at)`),
    list: database.prepare(`
      SELECT id, facts FROM checkpoints
      WHERE session = :session AND (expires_at IS NULL OR expires_at > :at) ORDER BY number`),
    expire: database.prepare(`
      UPDATE checkpoints SET expires_at = :expiresAt
      WHERE session = :session AND expires_at IS NULL`),
  };
}
