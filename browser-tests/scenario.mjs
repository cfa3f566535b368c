// Four runs, made of every core package, with a clock and session ids that are the same everywhere. What they give is plain
// data: all that the runs told, what their journals hold, and their results.
import { createMemoryJournal, journalFromEvents } from '@loopwright/agent-run';
import { runPlanExecute } from '@loopwright/planner';
import { scriptedModel } from '@loopwright/providers/scripted';
import { jsonFormat, runReact } from '@loopwright/react-loop';
import { reflectOnFailure } from '@loopwright/reflection';
import { runRewoo } from '@loopwright/rewoo';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';

const startMs = Date.UTC(2026, 0, 1);

/** Runs all of them, one after another. */
export async function runScenario() {
  return {
    react: await record('react', runReact, {
      task: 'When may we leave the harbour? Pay the fee first.',
      model: scriptedModel([
        action('tide', { hour: 3 }),
        action('radio', {}),
        action('pay', { eur: 12 }),
        action('pay', { eur: 12 }),
        'I am not sure what to write.',
        'Thought: high water.\nFinal Answer: At 3, with 103 cm — the fee is paid ✓',
      ]),
      advisors: [reflectOnFailure()],
    }),
    loop: await record('loop', runReact, {
      task: 'Watch the tide.',
      format: jsonFormat,
      model: scriptedModel(
        Array.from({ length: 10 }, () =>
          JSON.stringify({ thought: 'again', action: 'tide', action_input: { hour: 5 } }),
        ),
      ),
    }),
    rewoo: await record('rewoo', runRewoo, {
      task: 'Compare two tides and pay for the higher one.',
      model: scriptedModel([
        plan(
          { id: 'E1', tool: 'tide', args: { hour: 1 } },
          { id: 'E2', tool: 'tide', args: { hour: 2 } },
          { id: 'E3', tool: 'pay', args: { eur: '#E2' } },
        ),
        'Final Answer: 102',
      ]),
    }),
    planExecute: await record('plan-execute', runPlanExecute, {
      task: 'Ask the harbour master, or else look up the tide.',
      model: scriptedModel([
        plan({ id: 'E1', tool: 'radio', args: {} }),
        plan({ id: 'E1', tool: 'tide', args: { hour: 4 } }),
      ]),
    }),
  };
}

/** What a run tells that is given neither a journal nor a clock: without times and without the id that it makes itself. */
export async function runOnDefaults() {
  const events = [];
  const { answer, steps } = await runReact({
    task: 'When is high water?',
    model: scriptedModel([action('tide', { hour: 3 }), 'Final Answer: at 3']),
    tools: harbourTools(),
    onEvent: (event) => events.push(event),
  });
  const forked = journalFromEvents(events, { atSeq: 2 });
  const ids = [events[0].sessionId, forked.sessionId];
  return { answer, steps, idLengths: ids.map((id) => id.length) };
}

/** Runs one strategy over a journal, then once more over what the journal stored: that must tell the same and ask no model. */
async function record(sessionId, run, options) {
  const first = await live({ sessionId }, run, options);
  const { result: _, ...unfinished } = first.journal;
  const again = await live(unfinished, run, { ...options, model: scriptedModel([]) });
  return { first, again };
}

async function live(stored, run, options) {
  const journal = createMemoryJournal(stored);
  const events = [];
  const liveEvents = [];
  let time = startMs;
  const result = await run({
    ...options,
    tools: harbourTools(),
    runtime: journal,
    now: () => {
      time += 7;
      return time;
    },
    onEvent: (event) => events.push(event),
    onLive: (event) => liveEvents.push(event),
  });
  return { events, liveEvents, journal: journal.record(), result };
}

function harbourTools() {
  return createToolRegistry({
    tools: [
      defineTool({
        name: 'tide',
        description: 'Height of the tide in centimetres at an hour.',
        effect: 'pure',
        input: numberNamed('hour'),
        execute: ({ hour }) => 100 + hour,
      }),
      defineTool({
        name: 'radio',
        description: 'Asks the harbour master.',
        effect: 'pure',
        input: object({}, () => []),
        execute: () => {
          throw new RangeError('no signal on channel 12');
        },
      }),
      defineTool({
        name: 'pay',
        description: 'Pays the harbour fee in euros.',
        effect: 'once',
        input: numberNamed('eur'),
        execute: ({ eur }) => ({ paid: eur, receipt: `№ ${eur}` }),
      }),
    ],
  });
}

function numberNamed(name) {
  return object({ [name]: { type: 'number' } }, (args) =>
    typeof args[name] === 'number' ? [] : [{ message: 'must be a number', path: [name] }],
  );
}

/** A Standard Schema of our own, so that nothing but the packages is in the bundle. */
function object(properties, issuesOf) {
  const schema = { type: 'object', properties, required: Object.keys(properties) };
  return {
    '~standard': {
      version: 1,
      vendor: 'browser-tests',
      validate: (args) => {
        const issues = issuesOf(args);
        return issues.length > 0 ? { issues } : { value: args };
      },
      jsonSchema: { input: () => schema },
    },
  };
}

function action(tool, args) {
  return `Thought: next\nAction: ${tool}\nAction Input: ${JSON.stringify(args)}`;
}

function plan(...steps) {
  return JSON.stringify({ plan: steps });
}
