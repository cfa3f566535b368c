import { detectGoalDrift, LoopDetector } from '@loopwright/loop-detector';

const detector = new LoopDetector();
for (const name of ['read', 'write', 'read', 'write', 'read', 'write']) {
  const state = detector.recordAction({ name, parameters: { path: 'notes.md' } });
  console.log(state.loopDetected, state.loopPattern, state.repeats);
}

const goal = 'What fees apply to my checking account';
console.log(detectGoalDrift({ goal }, ['lookup account types']).driftDetected);
console.log(detectGoalDrift({ goal }, ['search fee schedule for checking']).driftDetected);
