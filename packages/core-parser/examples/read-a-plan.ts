import { parsePlan, planWaves, substitute } from '@loopwright/core-parser';

// A plan as a planner writes it, in the form of the ReWOO paper. Other forms give the same steps.
const completion = `Plan: Look up both heights.
#E1 = search[height of the Vierge lighthouse]
#E2 = search[height of the Kéréon lighthouse]
Plan: Subtract one from the other.
#E3 = subtract[{"x": "#E1.metres", "y": "#E2.metres"}]`;

const reading = parsePlan(completion, { tools: { search: ['query'], subtract: ['x', 'y'] } });
if (reading.ok) {
  console.log(planWaves(reading.plan));

  // The steps of a wave can run together; what they gave takes the place of the references, with its type.
  const evidence = new Map([
    ['E1', { metres: 82.5 }],
    ['E2', { metres: 37 }],
  ]);
  for (const { tool, args } of reading.plan.steps) console.log(tool, substitute(args, evidence));
}

// A plan that cannot be carried out as a whole is refused before anything runs, with all that is wrong with it.
const broken = parsePlan(`1. search("tides")
2. sum("add them", ["$1"]
3. send("$1 and $4")
4. join()`);
if (!broken.ok) console.log(`${broken.code}\n${broken.message}`);
