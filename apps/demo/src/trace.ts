import { closeSync, openSync, writeSync } from 'node:fs';
import type { DurableEvent } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import { redactSecrets } from '@loopwright/tool-registry';

/**
 * Opens a file for events, one JSON document a line. Secrets are taken out before anything is written, unless the
 * caller says otherwise (SEC-011). `close` gives the error that kept events from being written, if any.
 *
 * @throws Error when the file exists or cannot be opened.
 */
export function openTrace(file: string, { redact = true } = {}) {
  const descriptor = openForWriting(file);
  let failure: Error | undefined;
  return {
    write(event: DurableEvent): void {
      try {
        const json = event as unknown as Json;
        const line = JSON.stringify(redact ? redactSecrets(json) : json);
        if (!failure) writeSync(descriptor, `${line}\n`);
      } catch (error) {
        failure = error as Error;
      }
    },
    close(): Error | undefined {
      closeSync(descriptor);
      return failure;
    },
  };
}

function openForWriting(file: string): number {
  try {
    return openSync(file, 'wx');
  } catch (error) {
    throw new Error(`--trace needs a new file that can be written: ${(error as Error).message}`);
  }
}
