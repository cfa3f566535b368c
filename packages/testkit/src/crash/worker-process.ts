import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { WorkerTask, WorkerWord } from './worker-task.ts';

/** How a worker process ended: its last word, if it got to say one. */
export type WorkerEnd = {
  result?: Extract<WorkerWord, { says: 'result' }>['result'];
  error?: { code: string; message: string };
  signal: NodeJS.Signals | null;
};

/** A worker process as its parent sees it. */
export type WorkerProcess = {
  /** Resolves when it has said so; rejects when it ended without. */
  said(word: WorkerWord['says']): Promise<void>;
  kill(): void;
  /** Lets it go on after it has paused itself. */
  wake(): void;
  ended: Promise<WorkerEnd>;
};

const wakeAgainMs = 20;

const workerFile = fileURLToPath(new URL('./worker.ts', import.meta.url));

export function startWorker(task: WorkerTask): WorkerProcess {
  const child = spawn(
    process.execPath,
    ['--conditions=@loopwright/source', workerFile, JSON.stringify(task)],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const words: WorkerWord[] = [];
  const listeners = new Set<() => void>();
  let [unread, complaints, isOver] = ['', '', false];
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = `${unread}${text}`.split('\n');
    unread = lines.pop()!;
    for (const line of lines) words.push(JSON.parse(line) as WorkerWord);
    for (const listener of listeners) listener();
  });
  const ended = new Promise<WorkerEnd>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      isOver = true;
      for (const listener of listeners) listener();
      if (code !== 0 && signal === null) {
        reject(new Error(`Worker ${task.life} failed with code ${code}: ${complaints}`));
        return;
      }
      const end: WorkerEnd = { signal };
      for (const word of words) {
        if (word.says === 'result') end.result = word.result;
        if (word.says === 'error') end.error = { code: word.code, message: word.message };
      }
      resolve(end);
    });
  });
  // Whoever waits for the end hears of it; whoever does not must not be ended by it.
  ended.catch(() => {});
  return {
    ended,
    kill: () => void child.kill('SIGKILL'),
    wake() {
      // It tells that it is about to stop, so that a single signal might come before it has.
      const again = setInterval(() => child.kill('SIGCONT'), wakeAgainMs);
      child.on('exit', () => clearInterval(again));
    },
    said: (word) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (words.some(({ says }) => says === word)) resolve();
          else if (isOver)
            reject(new Error(`Worker ${task.life} ended and never said ${word}. ${complaints}`));
          else return;
          listeners.delete(check);
        };
        listeners.add(check);
        check();
      }),
  };
}
