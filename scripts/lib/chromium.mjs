// Where a Chromium or Chrome is on this machine.
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** What to say where there is none. */
export const howToInstallChromium = `install one of ${PROGRAMS.join(', ')}, for example with apt-get install chromium`;

/** The first Chromium or Chrome on the PATH. */
export function findChromium() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const files = PROGRAMS.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return files.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
