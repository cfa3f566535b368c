// Stops a loop of your own when its calls go round in circles. To ask again is no loop while the answers change.
import { LoopDetector } from '@loopwright/loop-detector';

// What an agent may do that waits for a file, then reads it and writes it back, over and over.
const answers = ['25 %', '50 %', '75 %', 'ready'];
const nameOf = (turn) => (turn < answers.length ? 'status' : turn % 2 === 0 ? 'read' : 'write');

const detector = new LoopDetector({ resultAware: true });
for (let turn = 0; turn < 100; turn++) {
  const action = { name: nameOf(turn), parameters: { path: 'notes.md' } };
  detector.recordAction(action);
  const state = detector.recordObservation(action, answers[turn] ?? 'the draft of yesterday');
  if (!state.loopDetected) continue;
  console.log(`stopped after ${turn + 1} of 100 turns: ${state.text}`);
  break;
}

// Output:
// stopped after 8 of 100 turns: Went round read(path=notes.md), write(path=notes.md) 2 times with the same result.
