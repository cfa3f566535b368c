import { runReact } from '@loopwright/react-loop';
import { actionText, anyArguments, cutEverywhere, finalText, turnModel } from '@loopwright/testkit';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';

// A payment in the second step. The process dies once before each entry of the journal could be stored.
const report = await cutEverywhere({
  name: 'pay',
  run: ({ runtime, world, onEvent }) => {
    const pay = defineTool({
      name: 'pay',
      description: 'Pays an amount.',
      input: anyArguments,
      effect: 'idempotent',
      execute: (args, { idempotencyKey }) => world.commitForKey('pay', args, idempotencyKey),
    });
    return runReact({
      task: 'Pay 5 euros.',
      model: turnModel([actionText('pay', { eur: 5 }), finalText('paid')]),
      tools: createToolRegistry({ tools: [pay] }),
      now: () => 0,
      runtime,
      onEvent,
    });
  },
});

console.log(`${report.cuts} cuts, ${report.faults.length} faults`);
console.log(`it ended with ${report.result.stopReason}; what happened: ${report.world.commits}`);
