import { spawn } from 'node:child_process';

/** Opens an address in the browser of this machine. Where there is none nothing happens. */
export function openBrowser(url: string): void {
  const [program, ...args] = {
    darwin: ['open'],
    // The quotes are the title of a window, which `start` expects first.
    win32: ['cmd', '/c', 'start', '""'],
  }[process.platform as string] ?? ['xdg-open'];
  const child = spawn(program!, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
