// Many sessions at the same time in one process.
import { loops } from '../loops/index.mjs';
import { measureInChild } from './child.mjs';

export const sessionLoad = { sessions: 1_000, steps: 10, delayMs: 5 };

export async function measureSessions({ source }) {
  const { sessions, steps, delayMs } = sessionLoad;
  const results = [];
  for (const [loop, { sessions: takesPart }] of Object.entries(loops)) {
    if (!takesPart) continue;
    console.error(`Sessions at the same time: ${loop}`);
    const args = [loop, sessions, steps, delayMs];
    const { wallMs, cpuMs } = await measureInChild('measure-sessions.mjs', args, { source });
    results.push({
      loop,
      wallMs,
      cpuMsPerRun: cpuMs / sessions,
      runsPerSecond: sessions / (wallMs / 1000),
    });
  }
  return results;
}
