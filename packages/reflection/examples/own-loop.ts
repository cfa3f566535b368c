import type { ReflectedStep } from '@loopwright/reflection';
import {
  checkRepeatedFailure,
  emptyLessonStore,
  reflectAtEnd,
  rememberLessons,
} from '@loopwright/reflection';

// The calls that a model might ask for, and tools that find nothing.
const asked = ['atlantis', 'atlantis', 'mu'].map((entity) => ({
  tool: 'lookup',
  args: { entity },
}));
const steps: ReflectedStep[] = [];

for (const call of asked) {
  const check = checkRepeatedFailure(steps, call);
  const error = check.allowed
    ? { type: 'Error', class: 'permanent', message: `Entity not found: ${call.args.entity}` }
    : check.error;
  const text = `ERROR[lookup]: ${error.type}: ${error.message}`;
  const n = steps.length + 1;
  const observation = { tool: call.tool, ok: false, text, error };
  steps.push({ n, kind: 'act', thought: '', calls: [call], observations: [observation] });
  console.log(text);
}

const report = await reflectAtEnd(steps, { tools: ['lookup', 'search'] });
console.log(report.text);

// Plain data, to be stored as JSON; a later run gets recallLessons(store, { now }).
const { lessons, worked } = report;
const store = rememberLessons(emptyLessonStore, lessons, { now: Date.now(), worked });
console.log(store.lessons.map(({ action, reason, binding }) => ({ action, reason, binding })));
