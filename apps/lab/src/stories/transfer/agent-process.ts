import { isSessionRefused, openSessions } from '../../sessions/index.ts';
import { openBank } from './bank.ts';
import type { AgentTask, AgentWord } from './start-agent.ts';
import { type Moment, runTransferAgent } from './transfer-agent.ts';

// One process of the agent. It is told its task by whoever started it, and ends when that one is gone.
process.once('disconnect', () => process.exit(1));
process.once('message', (task) => void work(task as AgentTask));

function say(word: AgentWord): void {
  process.send!(word);
}

async function work(task: AgentTask): Promise<void> {
  try {
    say({ says: 'result', result: await run(task) });
  } catch (error) {
    if (!isSessionRefused(error)) throw error;
    say({ says: 'refused', sentence: error.message });
  }
  process.disconnect();
}

async function run({ store, session, name, bankFile, leaseMs, pauseAt }: AgentTask) {
  const sessions = await openSessions(
    { store, session },
    { withoutKey: (text) => text, tell: () => {}, leaseMs },
  );
  const reach = async (moment: Moment) => {
    say({ says: 'reached', moment });
    if (!pauseAt || !isAt(moment, pauseAt)) return;
    say({ says: 'paused' });
    await new Promise(() => {});
  };
  try {
    const bank = openBank(bankFile);
    const { result } = await sessions.run(name, {}, async ({ runtime }) => ({
      result: await runTransferAgent({ runtime, bank, reach }),
    }));
    return result;
  } finally {
    await sessions.close();
  }
}

function isAt(moment: Moment, pauseAt: Partial<Moment>): boolean {
  const reached: Readonly<Record<string, unknown>> = moment;
  return Object.entries(pauseAt).every(([field, value]) => reached[field] === value);
}
