import type { RunResult } from '@loopwright/agent-run';
import { type World, worldLabel } from './world.ts';

/**
 * Compares the ledger of a run with what really happened: it must tell everything, contradict nothing, and say
 * `unknown` where it does not know; and what may happen once has happened once.
 */
export function ledgerFaults({ effects }: RunResult<unknown>, world: World): string[] {
  const faults: string[] = [];
  const told = new Set(effects.map(({ tool, args }) => worldLabel(tool, args)));
  for (const label of new Set(world.commits)) {
    if (!told.has(label)) faults.push(`${label} happened and is not in the ledger`);
    const [tool = ''] = label.split(' ');
    const isKeyed = world.hasKey(tool, '') !== undefined;
    const times = world.commits.filter((commit) => commit === label).length;
    if (!isKeyed && times > 1) faults.push(`${label} happened ${times} times`);
  }
  for (const { id, tool, args, status } of effects) {
    // The last part of an id counts the identical calls before this one.
    const earlier = Number(id.slice(id.lastIndexOf('/') + 1));
    const happened = world.hasKey(tool, id) ?? world.countOf(tool, args) > earlier;
    const isWrong = happened ? status === 'not_started' : status === 'committed';
    if (isWrong)
      faults.push(`the ledger says ${status} of ${id} and it did${happened ? '' : ' not'} happen`);
  }
  const ids = new Set(effects.map(({ id }) => id));
  if (ids.size !== effects.length) faults.push('the ledger has two lines of one id');
  return faults;
}
