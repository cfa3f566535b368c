// Reads a reply written for a ReAct loop. Its JSON holds a label, braces and a trailing comma, where a regular expression
// would cut it, and the model went on to invent the observation.
import { parseReactStep } from '@loopwright/core-parser';

const reply = `Thought: I should write that down.
Action: save_note
Action Input: {"text": "Observation: pump {no. 2} hums", "tags": ["pump",]}
Observation: saved as note 7`;

const step = parseReactStep(reply);
console.log(step.tool, step.args);
console.log(step.flags.join(', '));

// Output:
// save_note { text: 'Observation: pump {no. 2} hums', tags: [ 'pump' ] }
// invented_observation
