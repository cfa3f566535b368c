// Stops a loop of your own when its calls go round in circles.
import { LoopDetector } from '@loopwright/loop-detector';

// What an agent may do that reads a file and writes it back, over and over.
const nextCall = (turn) => ({
  name: turn % 2 === 0 ? 'read' : 'write',
  parameters: { path: 'notes.md' },
});

const detector = new LoopDetector();
for (let turn = 0; turn < 100; turn++) {
  const { loopDetected, loopPattern, repeats } = detector.recordAction(nextCall(turn));
  if (!loopDetected) continue;
  console.log(`stopped after ${turn + 1} of 100 turns:`, loopPattern, repeats, 'times');
  break;
}

// Output:
// stopped after 4 of 100 turns: [ 'read(path=notes.md)', 'write(path=notes.md)' ] 2 times
