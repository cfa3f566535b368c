import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RunResult } from '@loopwright/agent-run';
import {
  leaveOnSignals,
  openStoreNamed,
  type SessionOptions,
  sessionRefused,
} from '../../sessions/index.ts';
import { type BankEntry, openBank } from './bank.ts';
import { startAgent } from './start-agent.ts';
import type { Moment } from './transfer-agent.ts';

/** How one agent was killed, went on and ended. */
export type KilledRun = {
  /** Between the two calls, or inside the transfer. */
  killed: (typeof kinds)[number];
  sessionId: string;
  /** What the process that was killed did, and then the one that went on. */
  processes: readonly [Moment[], Moment[]];
  result: RunResult<string>;
  /** What really happened, whatever the ledger says. */
  bank: BankEntry[];
  asExpected: boolean;
};

const kinds = ['between', 'inside'] as const;

const pauses: Readonly<Record<KilledRun['killed'], Partial<Moment>>> = {
  between: { what: 'asks', step: 2 },
  inside: { what: 'did', tool: 'transfer' },
};

/** Short, because the process that goes on waits for the end of the lease of the one that was killed. */
const leaseMs = 1_500;

/**
 * Kills two agents that move money, each at another moment, and lets another process go on. They keep their sessions in a
 * SQLite file of their own, or where `sessions` says. SIGTERM and Ctrl-C end it; there is no result then.
 *
 * @throws SessionRefused when a session is not new, or the store cannot be used.
 */
export async function runTransfer(
  sessions: SessionOptions | undefined,
): Promise<KilledRun[] | undefined> {
  const { leave, stop } = leaveOnSignals();
  const folder = mkdtempSync(path.join(tmpdir(), 'loopwright-transfer-'));
  const ownStore = { store: `sqlite:${path.join(folder, 'sessions.db')}`, session: 'transfer' };
  try {
    const place = { ...(sessions ?? ownStore), folder, leave };
    await checkNew(place);
    return await Promise.all(kinds.map((killed) => killAndGoOn(killed, place)));
  } catch (error) {
    if (leave.aborted) return undefined;
    throw error;
  } finally {
    stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

type Place = SessionOptions & { folder: string; leave: AbortSignal };

/** An agent that is killed has to be one that begins. */
async function checkNew({ store: name, session }: Place): Promise<void> {
  const store = await openStoreNamed(name, session);
  try {
    for (const killed of kinds) {
      const id = `${session}/${killed}`;
      if (!(await store.load(id))) continue;
      throw sessionRefused(
        `Session ${id} is in the store already, and this story begins with new ones: name another --session.`,
      );
    }
  } finally {
    await store.close();
  }
}

async function killAndGoOn(
  killed: KilledRun['killed'],
  { store, session, folder, leave }: Place,
): Promise<KilledRun> {
  const bankFile = path.join(folder, `${killed}.jsonl`);
  const task = { store, session, name: killed, bankFile, leaseMs };
  const first = await startAgent({ ...task, pauseAt: pauses[killed] }, leave);
  const second = await startAgent(task, leave);
  const run = {
    ...{ killed, sessionId: `${session}/${killed}` },
    processes: [first.moments, second.moments] as const,
    result: second.result!,
    bank: openBank(bankFile).entries(),
  };
  return { ...run, asExpected: first.result === undefined && isHonest(run) };
}

/** No payment was made twice, and the end says what is known. */
function isHonest({ killed, result, bank, processes }: Omit<KilledRun, 'asExpected'>): boolean {
  const madeAgain = processes[1].some((each) => each.what === 'calls' && each.tool === 'transfer');
  const ledger = result.effects.map(({ tool, status }) => `${tool} ${status}`).join(', ');
  const did = bank.map((entry) => entry.did).join(', ');
  const expected = {
    between: {
      status: 'solved',
      ledger: 'transfer committed, set_up_auto_payment committed',
      did: 'transfer, set_up_auto_payment',
    },
    inside: { status: 'degraded', ledger: 'transfer unknown', did: 'transfer' },
  }[killed];
  const isEnd = result.status === expected.status && ledger === expected.ledger;
  return !madeAgain && isEnd && did === expected.did;
}
