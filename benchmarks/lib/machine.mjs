// Where and when a measurement was made: without it no number means anything.
import os from 'node:os';
import { attempt } from '../../scripts/lib/process.mjs';
import { workspaceRoot } from '../../scripts/lib/workspace.mjs';

export async function describeMachine() {
  const cpus = os.cpus();
  return {
    at: new Date().toISOString(),
    cpu: cpus[0]?.model.trim() ?? 'unknown',
    cores: cpus.length,
    memoryGb: Math.round(os.totalmem() / 1024 ** 3),
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    node: process.versions.node,
    commit: await currentCommit(),
  };
}

/** The load averages of 1, 5 and 15 minutes. Zeros on Windows, which has none. */
export function currentLoad() {
  return os.loadavg().map((load) => Number(load.toFixed(2)));
}

async function currentCommit() {
  const git = async (...args) => {
    try {
      return (await attempt('git', args, { cwd: workspaceRoot })).stdout.trim();
    } catch {
      return '';
    }
  };
  const commit = await git('rev-parse', '--short', 'HEAD');
  if (commit === '') return 'unknown';
  return (await git('status', '--porcelain')) === '' ? commit : `${commit} with changes`;
}
