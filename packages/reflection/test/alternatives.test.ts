import type { JsonObject } from '@loopwright/core-parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReflectorOptions, ToolDescription, ToolOrName } from '../src/index.ts';
import { lexicalSimilarity, Reflector, reflectOnFailure } from '../src/index.ts';
import { fail, scriptedContext, stepsOf } from './steps.ts';

function tool(
  name: string,
  description: string,
  required: readonly string[] = [],
  effect = 'pure',
): ToolDescription {
  const properties = Object.fromEntries(required.map((each) => [each, { type: 'string' }]));
  const parameters = { type: 'object', properties, required: [...required] };
  return { name, description, parameters, effect };
}

const rates = tool('fx', 'The exchange rate of two currencies.', ['from', 'to']);
const archive = tool('archive', 'Old exchange rates of a currency by date.', ['from', 'date']);
const handbook = tool('handbook', 'Rules about baggage, fees and refunds.', ['question']);
const weather = tool('weather', 'The forecast for a city.', ['city']);
const all = [rates, archive, handbook, weather];

function propose(
  name: string,
  parameters: JsonObject,
  available: readonly ToolOrName[],
  given: { options?: ReflectorOptions; thought?: string; goal?: string } = {},
) {
  const { options, thought = '', goal = '' } = given;
  const error = 'not found';
  return new Reflector(options).reflect(
    { name, parameters },
    { success: false, error },
    available,
    goal,
    { thought },
  ).alternativeAction;
}

describe('alternatives by description', () => {
  it('F1: the tool whose description meets what failed is proposed, with the arguments that it takes', () => {
    expect(propose('fx', { from: 'USD', to: 'EUR' }, all)).toEqual({
      name: 'archive',
      parameters: { from: 'USD' },
    });
  });

  it('F1: task and thought count, and a free text that is required gets the words of the call', () => {
    const found = propose('policy', { topic: 'third bag' }, ['policy', ...all], {
      goal: 'What does a third bag cost?',
      thought: 'The rules about baggage fees will tell.',
    });
    expect(found).toEqual({ name: 'handbook', parameters: { question: 'third bag' } });
    expect(propose('policy', { topic: 'third bag' }, ['policy', ...all])).toBeUndefined();
  });

  it('F1: below the threshold there is none, and one shared word is chance', () => {
    const options = { minSimilarity: 0.99 };
    expect(propose('fx', { from: 'USD' }, all, { options })).toBeUndefined();
    expect(propose('rain', { place: 'Paris' }, all, { goal: 'Which city?' })).toBeUndefined();
  });

  it('F1: what failed about the same entity is not proposed, whatever its parameters are called', () => {
    const reflector = new Reflector();
    const reflect = (name: string, parameters: JsonObject) =>
      reflector.reflect({ name, parameters }, { success: false, error: 'not found' }, all, '');
    reflect('archive', { currency: 'usd' });
    expect(reflect('fx', { from: 'USD' })).not.toHaveProperty('alternativeAction');
    expect(reflect('fx', { base: 'USD' })).not.toHaveProperty('alternativeAction');
    expect(reflect('fx', { from: 'CHF' }).alternativeAction?.name).toBe('archive');
    const about = new Reflector();
    const ask = (name: string, parameters: JsonObject) =>
      about.reflect(
        { name, parameters },
        { success: false, error: 'timeout' },
        ['lookup', 'find'],
        '',
      );
    ask('find', { entity: 'mu', attribute: 'area' });
    ask('lookup', { entity: 'mu' });
    expect(ask('lookup', { entity: 'mu' })).not.toHaveProperty('alternativeAction');
  });

  it('F1: the ranking can be replaced; what is no number counts as nothing', () => {
    const rank = (_: unknown, tools: readonly ToolDescription[]) =>
      tools.map(({ name }) => (name === 'weather' ? 0.9 : Number.NaN));
    expect(propose('fx', {}, all, { options: { rank } })?.name).toBe('weather');
    expect(propose('fx', {}, all, { options: { rank: () => [] } })).toBeUndefined();
  });

  it('F1: a tool that acts on the world is proposed only where the caller names it', () => {
    const send = tool('send_rates', 'Sends the exchange rate of two currencies.', ['to'], 'once');
    expect(propose('fx', { to: 'EUR' }, [rates, send])).toBeUndefined();
    const options = { alternatives: { fx: ['send_rates'] } };
    expect(propose('fx', { to: 'EUR' }, [rates, send], { options })?.name).toBe('send_rates');
    expect(propose('get_contact', { id: 1 }, ['get_contact', 'delete_contact'])).toBeUndefined();
  });

  it('F2: a general search is known by its name; a special one with a description is not taken for it', () => {
    const search = tool('web_search', 'Asks the web.', ['query']);
    const flights = tool('search_flights', 'Flights between two airports.', ['origin']);
    expect(propose('lookup', { entity: 'atlantis' }, ['lookup', flights, search])).toEqual({
      name: 'web_search',
      parameters: { query: 'atlantis' },
    });
    expect(propose('lookup', { entity: 'atlantis' }, ['lookup', flights])).toBeUndefined();
    expect(propose('lookup', { entity: 'x' }, ['lookup', 'search_flights'])?.name).toBe(
      'search_flights',
    );
  });

  it('F2: a schema that takes anything tells nothing, one that takes nothing does', () => {
    const wide = (parameters: JsonObject) => ({ name: 'search', parameters });
    const open = wide({ type: 'object', properties: {}, additionalProperties: {} });
    const closed = wide({ type: 'object', properties: {}, additionalProperties: false });
    const proposed = (tool: ToolOrName) => propose('lookup', { entity: 'mu' }, ['lookup', tool]);
    expect(proposed(open)?.parameters).toEqual({ q: 'mu' });
    expect(proposed(closed)?.parameters).toEqual({});
  });

  it('F1: among tools that the rules about names hold equal, the description decides', () => {
    const users = tool('get_user', 'A user by id: name and mail.', ['id']);
    const orders = tool('get_user_orders', 'Orders of a user: goods, price, date.', ['id']);
    const profile = tool('get_user_profile', 'The name and mail of a user by id.', ['id']);
    expect(propose('get_user', { id: 'u7' }, [users, orders, profile])).toEqual({
      name: 'get_user_profile',
      parameters: { id: 'u7' },
    });
  });

  it('F1: in a note, a proposal without arguments that fit has no example', async () => {
    const [step] = stepsOf([fail('fx', { base: 'USD' }, 'not found')]);
    const { context } = scriptedContext('Convert.');
    const note = await reflectOnFailure({ tools: all }).advise(context, step!, []);
    expect(note).toMatch(/Next: try archive\.$/);
  });

  it('F1: similarity is deterministic and between 0 and 1', () => {
    const word = fc.constantFrom('rate', 'currency', 'city', 'the', 'bag', 'fees', 'Zürich', '');
    const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, fc.array(text, { maxLength: 4 }), (task, thought, descriptions) => {
        const tools = descriptions.map((description, at) => ({ name: `t${at}`, description }));
        const failed = { name: 'fx', parameters: { from: 'USD' } };
        const need = { task, thought, failed, failedTool: { name: 'fx' } };
        const scores = lexicalSimilarity(need, tools);
        expect(scores).toHaveLength(tools.length);
        for (const score of scores) expect(score >= 0 && score <= 1.000001).toBe(true);
        expect(lexicalSimilarity(need, tools)).toEqual(scores);
      }),
    );
  });
});
