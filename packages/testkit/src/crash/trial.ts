import type { ApprovalReport } from './approval.ts';
import type { Crasher } from './crash-strategy.ts';
import type { RaceReport } from './race.ts';
import type { SessionKind } from './sessions.ts';
import type { HaltPoint } from './worker-task.ts';
import type { ZombieReport } from './zombie.ts';

/** All that sessions are put through, over one kind of durability. */
export type Trial = Crasher & {
  /** Lines of the world at which a worker can be paused. */
  readonly pauses: readonly HaltPoint['what'][];
  wakeZombie(session: {
    kind: SessionKind;
    sessionId: string;
    pauseAt: HaltPoint;
    wakes: 'after the end' | 'in the same step';
  }): Promise<ZombieReport>;
  race(sessionId: string): Promise<RaceReport>;
  approve(sessionId: string): Promise<ApprovalReport>;
  close(): Promise<void>;
};
