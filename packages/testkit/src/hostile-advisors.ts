import type { Advisor, ModelRequest } from '@loopwright/agent-run';

/** Asks a model what it makes of a step, as a reflector would. */
export const askingAdvisor: Advisor = {
  name: 'asking',
  role: 'reflector',
  async advise({ think }, step) {
    const reply = await think(requestFor(step.n), 'reflector');
    return reply.text.slice(0, 200);
  },
};

/** Catches every end, asks more often than it may, at the same time, and does not wait for the last answer. */
export const carelessAdvisor: Advisor = {
  name: 'careless',
  role: 'critic',
  async advise({ think }, step) {
    const asked = [1, 2].map((n) => think(requestFor(step.n * 10 + n), 'critic'));
    const notes = await Promise.all(asked).catch(() => []);
    void think(requestFor(step.n * 10 + 3), 'critic').catch(() => {});
    return notes.map(({ text }) => text.slice(0, 50)).join(' ') || 'swallowed';
  },
};

/** Fails. */
export const throwingAdvisor: Advisor = {
  name: 'throwing',
  advise: () => {
    throw new Error('no advice');
  },
};

function requestFor(n: number): ModelRequest {
  return { system: 'Reflect.', messages: [{ role: 'user', blocks: [`Step ${n}`] }] };
}
