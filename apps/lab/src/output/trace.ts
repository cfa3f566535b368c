import { existsSync } from 'node:fs';
import path from 'node:path';
import type { DurableEvent } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import { createRunLog } from '@loopwright/telemetry/run-log';
import { redactSecrets } from '@loopwright/tool-registry';
import { openNewFile } from './open-new-file.ts';

type TraceOptions = { withoutKey?: <Value>(value: Value) => Value };

/** The run logs of some scenarios. */
export type Trace = {
  /** For the `onEvent` of the run of a scenario. */
  of(scenario: string): (event: DurableEvent) => void;
  /** Gives the error that kept something from being written, if any. */
  close(): Promise<Error | undefined>;
  /** The files in which something stands, once they are closed. */
  written(): string[];
};

/**
 * Opens new files for run logs with everything that happens, so that they can be replayed: one a scenario, and for several
 * of them with the name of each before the ending. Secrets are taken out before anything is written
 * (SEC-011).
 *
 * @throws Error when a file exists or cannot be opened.
 */
export function openTrace(
  file: string,
  scenarios: readonly string[],
  { withoutKey = (value) => value }: TraceOptions = {},
): Trace {
  const logs = new Map<string, ReturnType<typeof openLog>>();
  // The key first: of one that is half taken out nobody knows the rest again.
  const hide = (json: Json) => redactSecrets(withoutKey(json));
  try {
    for (const scenario of scenarios) {
      logs.set(scenario, openLog(scenarios.length === 1 ? file : named(file, scenario), hide));
    }
  } catch (error) {
    for (const { output } of logs.values()) output.close();
    throw error;
  }
  return {
    of: (scenario) => logs.get(scenario)!.log.onEvent,
    async close() {
      let failure: Error | undefined;
      for (const { log, output } of logs.values()) {
        const { failure: notLogged } = await log.end();
        const notWritten = output.close();
        failure ??= notWritten ?? (notLogged?.error as Error | undefined);
      }
      return failure;
    },
    written: () => [...logs.values()].map((log) => log.file).filter((name) => existsSync(name)),
  };
}

function openLog(file: string, redact: (json: Json) => Json) {
  const output = openNewFile(file, '--trace');
  const write = (line: string) => output.write(() => `${line}\n`);
  return { file, output, log: createRunLog({ write, level: 'verbose', redact }) };
}

function named(file: string, scenario: string): string {
  const { dir, name, ext } = path.parse(file);
  return path.join(dir, `${name}-${scenario}${ext}`);
}
