import { createCritic } from '@loopwright/reflection';

// Any model will do; this one has its reply by heart.
const critic = createCritic({ when: 'on_error' });
const note = await critic.advise(
  {
    task: 'What did Zephyr Labs spend launching satellites?',
    think: async () => ({
      text: '{"on_track": false, "critique": "The unit is known already.", "next_hint": "Multiply 47 by 12."}',
    }),
  },
  {
    n: 3,
    kind: 'act',
    thought: 'I should look up the unit.',
    calls: [{ tool: 'lookup', args: { key: 'unit' } }],
    observations: [{ tool: 'lookup', ok: false, text: 'ERROR[lookup]: KeyError: unit' }],
  },
  [],
);

console.log(note);
