import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';

/** A server of its own on loopback, with its data in a folder. */
export type TestServer = {
  readonly folder: string;
  /** Ends the process, and waits for its end; a `SIGKILL` leaves it no time to write anything. */
  kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Starts it again over the same folder and ports. */
  start(): Promise<void>;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
};

/** Holds a process that can be killed and started again, and that is gone when this one is. */
export function holdServer(folder: string, launch: () => Promise<ChildProcess>): TestServer {
  let running: ChildProcess | undefined;
  const killNow = () => void running?.kill('SIGKILL');
  process.once('exit', killNow);
  const server: TestServer = {
    folder,
    async start() {
      running = await launch();
    },
    async kill(signal) {
      if (!running || hasEnded(running)) return;
      const ended = once(running, 'exit');
      running.kill(signal);
      await ended;
    },
    async remove() {
      await server.kill('SIGKILL');
      process.off('exit', killNow);
      await rm(folder, { recursive: true, force: true });
    },
  };
  return server;
}

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
