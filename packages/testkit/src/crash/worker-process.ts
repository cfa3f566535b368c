import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { RestateWorkerTask, WorkerTask, WorkerWord } from './worker-task.ts';

/** How a worker process ended: its last word, if it got to say one. */
export type WorkerEnd = {
  result?: Extract<WorkerWord, { says: 'result' }>['result'];
  error?: { code: string; message: string };
  signal: NodeJS.Signals | null;
};

type Spoken<Says> = Extract<WorkerWord, { says: Says }>;

/** A worker process as its parent sees it. */
export type WorkerProcess = {
  /** How often it has said so. */
  heard(word: WorkerWord['says']): number;
  /** Resolves when it has said so as often; rejects when it ended without. Default: once. */
  said<Says extends WorkerWord['says']>(word: Says, times?: number): Promise<Spoken<Says>>;
  kill(): void;
  /** Lets it go on after it has paused itself. */
  wake(): void;
  ended: Promise<WorkerEnd>;
};

const wakeAgainMs = 20;

/** A process that runs one session over a store. */
export function startWorker(task: WorkerTask): WorkerProcess {
  return startProgram(new URL('./worker.ts', import.meta.url), task);
}

/** A process that runs the sessions that a Restate server gives it. */
export function startRestateWorker(task: RestateWorkerTask): WorkerProcess {
  return startProgram(new URL('./restate-worker.ts', import.meta.url), task);
}

function startProgram(program: URL, task: { life: string }): WorkerProcess {
  const file = fileURLToPath(program);
  const child = spawn(
    process.execPath,
    ['--conditions=@loopwright/source', file, JSON.stringify(task)],
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
    heard: (word) => words.filter(({ says }) => says === word).length,
    said: (word, times = 1) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const heard = words.filter((each): each is Spoken<typeof word> => each.says === word);
          if (heard.length >= times) resolve(heard.at(-1)!);
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
