import { openTrace, type Trace } from '@loopwright/lab/output';
import { openSessions, type Sessions } from '@loopwright/lab/sessions';
import type { Connection } from './connection.ts';
import { openConnection } from './open-connection.ts';
import { readArguments } from './read-arguments.ts';
import { openRecording } from './recording.ts';
import { usage } from './usage.ts';

type Options = ReturnType<typeof readArguments>;

/** What a run needs. */
export type Prepared = {
  readonly options: Options;
  readonly connection: Connection;
  readonly trace: Trace | undefined;
  /** Where the runs are stored. */
  readonly sessions: Sessions | undefined;
  readonly recording: ReturnType<typeof openRecording> | undefined;
};

/** Everything before a run. An exit code where there is nothing to run: help was asked for, or something is wrong. */
export async function prepare(args: string[]): Promise<Prepared | number> {
  let hint = `\n\n${usage}`;
  let connection: Connection | undefined;
  let trace: Prepared['trace'];
  let sessions: Prepared['sessions'];
  try {
    const options = readArguments(args);
    if (options.help) {
      console.log(usage);
      return 0;
    }
    hint = '';
    connection = await openConnection(options.models);
    const { withoutKey } = connection;
    if (options.sessions && options.story === undefined) {
      sessions = await openSessions(options.sessions, { withoutKey, tell: console.error });
    }
    if (options.trace !== undefined) {
      const names = options.scenarios.map(({ name }) => name);
      trace = openTrace(options.trace, names, { withoutKey });
    }
    const recording = record(args, options.record, connection);
    return { options, connection, trace, sessions, recording };
  } catch (error) {
    await trace?.close();
    await sessions?.close();
    await connection?.close();
    console.error(`${(error as Error).message}${hint}`);
    return 2;
  }
}

function record(args: string[], file: string | undefined, connection: Connection) {
  const now = () => new Date();
  return file === undefined ? undefined : openRecording(file, { args, connection, now });
}
