import type { DurableEvent } from '@loopwright/agent-run';
import type { Json } from '@loopwright/core-parser';
import { redactSecrets } from '@loopwright/tool-registry';
import { openNewFile } from './open-new-file.ts';

type TraceOptions = { redact?: boolean; withoutKey?: <Value>(value: Value) => Value };

/**
 * Opens a file for events, one JSON document a line. Secrets are taken out before anything is written, unless the
 * caller says otherwise (SEC-011). `close` gives the error that kept events from being written, if any.
 *
 * @throws Error when the file exists or cannot be opened.
 */
export function openTrace(file: string, { redact = true, withoutKey }: TraceOptions = {}) {
  const { write, close } = openNewFile(file, '--trace');
  return {
    write(event: DurableEvent): void {
      write(() => {
        const json = event as unknown as Json;
        const shown = redact ? redactSecrets(json) : json;
        return `${JSON.stringify(withoutKey?.(shown) ?? shown)}\n`;
      });
    },
    close,
  };
}
