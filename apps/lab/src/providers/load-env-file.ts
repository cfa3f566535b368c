/**
 * Adds the variables of `.env` in the working folder; what the environment has wins. No such file is no error.
 *
 * @throws Error when there is one that cannot be read.
 */
export function loadEnvFile(): void {
  try {
    process.loadEnvFile();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw new Error(`The file .env cannot be read: ${message}`);
  }
}
