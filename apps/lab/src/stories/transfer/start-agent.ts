import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { RunResult } from '@loopwright/agent-run';
import { sessionRefused } from '../../sessions/index.ts';
import type { Moment } from './transfer-agent.ts';

/** What a process of the agent is told. */
export type AgentTask = {
  store: string;
  session: string;
  /** The part of the session's name behind the slash. */
  name: string;
  bankFile: string;
  /** Milliseconds of silence after which the next process may take the session over. */
  leaseMs: number;
  /** The moment at which the process waits until it is killed. */
  pauseAt?: Partial<Moment> | undefined;
};

/** What such a process says. */
export type AgentWord =
  | { says: 'reached'; moment: Moment }
  | { says: 'paused' }
  | { says: 'result'; result: RunResult<string> }
  | { says: 'refused'; sentence: string };

/** What came of a process: it was killed, or it has a result. */
export type AgentLife = { moments: Moment[]; result?: RunResult<string> };

const program = fileURLToPath(new URL('./agent-process.ts', import.meta.url));

/**
 * Starts a process of the agent, kills it with SIGKILL where it pauses, and resolves when it is gone.
 *
 * @throws SessionRefused when the process says so, and when `leave` is aborted, which kills it as well.
 */
export function startAgent(task: AgentTask, leave: AbortSignal): Promise<AgentLife> {
  const child = fork(program, [], {
    execArgv: ['--conditions=@loopwright/source'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const life: AgentLife = { moments: [] };
  let refusal: string | undefined;
  let isPaused = false;
  let complaint = '';
  child.stderr!.setEncoding('utf8').on('data', (text) => {
    complaint += text;
  });
  child.on('message', (given) => {
    const word = given as AgentWord;
    if (word.says === 'reached') life.moments.push(word.moment);
    if (word.says === 'result') life.result = word.result;
    if (word.says === 'refused') refusal = word.sentence;
    if (word.says !== 'paused') return;
    isPaused = true;
    child.kill('SIGKILL');
  });
  const onLeave = () => child.kill('SIGKILL');
  leave.addEventListener('abort', onLeave);
  child.send(task);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      leave.removeEventListener('abort', onLeave);
      if (leave.aborted) refusal = 'The story was left, and its agents with it';
      if (refusal !== undefined) reject(sessionRefused(refusal));
      else if (isPaused || life.result) resolve(life);
      else reject(new Error(`A process of the agent ended with ${signal ?? code}: ${complaint}`));
    });
  });
}
