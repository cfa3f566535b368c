// Decides after a failed call: try again, take another way, or give up.
import { classifyFailure, Reflector } from '@loopwright/reflection';

const reflector = new Reflector();
const tools = ['search', 'lookup'];
const action = { name: 'lookup', parameters: { entity: 'atlantis' } };

for (const error of ['request timeout', 'Entity not found: atlantis', 'HTTP 403 Forbidden']) {
  const { decision } = reflector.reflect(action, { success: false, error }, tools, 'Find Atlantis');
  console.log(`${decision} after ${classifyFailure(error).class}`);
}

// Output:
// retry after timeout
// alternative after permanent
// escalate after policy
