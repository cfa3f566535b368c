import {
  createMemoryJournal,
  type MemoryJournal,
  type Model,
  type Outcome,
  type Run,
  runStrategy,
} from '@loopwright/agent-run';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { z } from 'zod';

const payment = z.object({ invoice: z.number(), eur: z.number() });

// A strategy is a function over a run: ask for a list of payments, make them, answer with the receipts.
async function payInvoices(run: Run): Promise<Outcome> {
  const system = 'List the payments as JSON: [{"invoice": 1, "eur": 10}].';
  const { text } = await run.think(
    { system, messages: [{ role: 'user', blocks: [run.task] }] },
    'planner',
  );
  const calls = z
    .array(payment)
    .parse(JSON.parse(text))
    .map((args) => ({ tool: 'pay', args }));
  const observations = await run.act(calls);
  await run.judge({ thought: text, calls, observations });
  return { stopReason: 'final', answer: observations.map((observation) => observation.text) };
}

const pay = defineTool({
  name: 'pay',
  description: 'Pays an invoice.',
  input: payment,
  effect: 'once',
  approval: ({ eur }) => eur > 100,
  execute: ({ invoice, eur }) => {
    console.log(`  the bank pays ${eur} EUR`);
    return `receipt for invoice ${invoice}`;
  },
});

// Any object with an id and a generate function is a model.
const clerk: Model = {
  id: 'clerk',
  generate: async () => {
    console.log('  the model is asked');
    return { text: '[{"invoice": 7, "eur": 40}, {"invoice": 8, "eur": 900}]' };
  },
};

// Every life of the run has the same configuration, and a journal of what was stored before.
function start(runtime: MemoryJournal) {
  return runStrategy(
    {
      strategy: { name: 'pay-invoices', version: 1 },
      task: 'Pay what is due in May.',
      tools: createToolRegistry({ tools: [pay] }),
      models: { default: clerk },
      allowance: { planner: 1 },
      runtime,
    },
    payInvoices,
  );
}

console.log('first process');
const journal = createMemoryJournal({ sessionId: 'may' });
const first = await start(journal);
console.log(first.status, first.stopReason, '-', first.reason);
const stored = JSON.stringify(journal.record());

console.log('second process, after somebody decided');
const resumed = createMemoryJournal(JSON.parse(stored));
if (first.status === 'suspended') {
  for (const { key } of first.pending) resumed.answer(key, { approved: false, note: 'too much' });
}
const second = await start(resumed);
console.log(second.status, second.stopReason, '-', second.partial.text);
console.log(`model calls: ${second.counts.modelCalls.planner} of ${second.bounds.modelCalls}`);
for (const { id, status } of second.effects) console.log(status, id);
