import { createMemoryJournal, journalFromEvents } from '@loopwright/agent-run';
import { scriptedModel } from '@loopwright/providers/scripted';
import { runReact } from '@loopwright/react-loop';
import {
  createRunLog,
  diffRunLogs,
  type RunLogWriter,
  readRunLog,
  replayableEvents,
} from '@loopwright/telemetry/run-log';
import { createToolRegistry, defineTool } from '@loopwright/tool-registry';
import { z } from 'zod';

const tide = defineTool({
  name: 'tide',
  description: 'Height of the tide in centimetres at an hour.',
  effect: 'pure',
  input: z.object({ hour: z.number() }),
  execute: ({ hour }) => 100 + hour,
});

function run(replies: string[], log: RunLogWriter, runtime = createMemoryJournal()) {
  return runReact({
    task: 'How high is the tide at nine?',
    model: scriptedModel(replies),
    tools: createToolRegistry({ tools: [tide] }),
    onEvent: log.onEvent,
    runtime,
  });
}

// In your program: a file for each session, and (line) => appendFileSync(file, `${line}\n`).
const lines: string[] = [];
const log = createRunLog({ level: 'verbose', write: (line) => void lines.push(line) });
await run(
  ['Thought: I ask.\nAction: tide\nAction Input: {"hour": 9}', 'Final Answer: 109 cm'],
  log,
);
const { isKept, failure } = await log.end();
console.log(isKept, failure);

const written = readRunLog(lines.join('\n'));
for (const { seq, type } of written.events) console.log(seq, type);

// The same run again, without a model.
const again: string[] = [];
const { status } = await run(
  [],
  createRunLog({ level: 'quiet', write: (line) => void again.push(line) }),
  createMemoryJournal(journalFromEvents(replayableEvents(written))),
);
console.log(status, diffRunLogs(written, readRunLog(again.join('\n'))));
