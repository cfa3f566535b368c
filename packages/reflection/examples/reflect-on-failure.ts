import { Reflector } from '@loopwright/reflection';

const reflector = new Reflector();
const tools = ['search', 'lookup', 'calculate'];
const goal = 'Find information about Atlantis';

for (const error of ['request timeout', 'request timeout', 'Entity not found: atlantis']) {
  const action = { name: 'lookup', parameters: { entity: 'atlantis' } };
  const reflection = reflector.reflect(action, { success: false, error }, tools, goal);
  console.log(reflection.decision, reflection.alternativeAction ?? '');
}

console.log(reflector.promptText());
