import type { Connection } from './connection.ts';
import { openConnection } from './open-connection.ts';
import { readArguments } from './read-arguments.ts';
import { openRecording } from './recording.ts';
import { openTrace } from './trace.ts';
import { usage } from './usage.ts';

type Options = ReturnType<typeof readArguments>;

/** What a run needs. */
export type Prepared = {
  readonly options: Options;
  readonly connection: Connection;
  readonly trace: ReturnType<typeof openTrace> | undefined;
  readonly recording: ReturnType<typeof openRecording> | undefined;
};

/** Everything before a run. An exit code where there is nothing to run: help was asked for, or something is wrong. */
export async function prepare(args: string[]): Promise<Prepared | number> {
  let hint = `\n\n${usage}`;
  let connection: Connection | undefined;
  try {
    const options = readArguments(args);
    if (options.help) {
      console.log(usage);
      return 0;
    }
    hint = '';
    connection = await openConnection(options.models);
    return { options, connection, ...openFiles(args, options, connection) };
  } catch (error) {
    await connection?.close();
    console.error(`${(error as Error).message}${hint}`);
    return 2;
  }
}

function openFiles(args: string[], { trace, record }: Options, connection: Connection) {
  const { withoutKey } = connection;
  const now = () => new Date();
  return {
    trace: trace === undefined ? undefined : openTrace(trace, { withoutKey }),
    recording: record === undefined ? undefined : openRecording(record, { args, connection, now }),
  };
}
