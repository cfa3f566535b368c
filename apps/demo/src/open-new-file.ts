import { closeSync, openSync, writeSync } from 'node:fs';

/**
 * Opens a new file for text. `close` gives the error that kept something from being written, if any.
 *
 * @throws Error that names the option when the file exists or cannot be opened.
 */
export function openNewFile(file: string, option: string) {
  const descriptor = open(file, option);
  let failure: Error | undefined;
  return {
    /** Makes the text and writes it; nothing more after the first failure, so that no text stands behind a gap. */
    write(makeText: () => string): void {
      if (failure) return;
      try {
        writeSync(descriptor, makeText());
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

function open(file: string, option: string): number {
  try {
    return openSync(file, 'wx');
  } catch (error) {
    throw new Error(`${option} needs a new file that can be written: ${(error as Error).message}`);
  }
}
