import type { RestateServer } from './restate-server.ts';

/** What the server says of an invocation. */
export type Invocation = {
  id: string;
  /** For example `running`, `suspended`, `backing-off`, `completed`. */
  status: string;
  /** Attempts that were started since the server was. */
  retry_count?: number;
  last_failure?: string;
  completion_failure?: string;
};

/** @param target As in `workflow/key/handler`. */
export async function readInvocation(
  server: Pick<RestateServer, 'query'>,
  target: string,
): Promise<Invocation | undefined> {
  const columns = 'id, status, retry_count, last_failure, completion_failure';
  const [found] = await server.query<Invocation>(
    `SELECT ${columns} FROM sys_invocation WHERE target = '${target}'`,
  );
  return found;
}

/** Names of the actions whose results are in the journal of the server, in the order in which they were asked for. */
export async function completedRuns(
  server: Pick<RestateServer, 'query'>,
  invocationId: string,
): Promise<string[]> {
  const rows = await server.query<{ entry_json: string }>(
    `SELECT entry_json FROM sys_journal WHERE id = '${invocationId}' ORDER BY index`,
  );
  const entries = rows.map(({ entry_json }) => JSON.parse(entry_json) as JournalEntry);
  const results = entries.map(({ Notification }) => Notification?.Completion?.Run);
  const completed = new Set(results.map((result) => result?.completion_id));
  return entries
    .map(({ Command }) => Command?.Run)
    .filter((run) => run !== undefined && completed.has(run.completion_id))
    .map((run) => run!.name);
}

type JournalEntry = {
  Command?: { Run?: { completion_id: number; name: string } };
  Notification?: { Completion?: { Run?: { completion_id: number } } };
};
