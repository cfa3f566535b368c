import { closeSync, openSync, rmSync, writeSync } from 'node:fs';

/**
 * Opens a new file for text. `close` gives the error that kept something from being written, if any; a file that
 * nothing was written to is gone then, so that the same command can be given again.
 *
 * @throws Error that names the option when the file exists or cannot be opened.
 */
export function openNewFile(file: string, option: string) {
  const descriptor = open(file, option);
  let failure: Error | undefined;
  let isEmpty = true;
  return {
    /** Makes the text and writes it; nothing more after the first failure, so that no text stands behind a gap. */
    write(makeText: () => string): void {
      if (failure) return;
      try {
        writeSync(descriptor, makeText());
        isEmpty = false;
      } catch (error) {
        failure = error as Error;
      }
    },
    close(): Error | undefined {
      closeSync(descriptor);
      if (isEmpty) rmSync(file, { force: true });
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
