// An agent over confidential documents: the packages, the rule of access.mjs, an audit log, and the guards.

import { runReact } from '@loopwright/react-loop';
import { createToolRegistry, toolFailure, toolsFor } from '@loopwright/tool-registry';
import { z } from 'zod';
import { createAccessRule, mayKnow } from './access.mjs';
import { documents } from './archive.mjs';
import { createAuditLog } from './audit-log.mjs';

const defineTool = toolsFor();

const listDocuments = defineTool({
  name: 'list_documents',
  description: 'The ids of the documents that the user may read.',
  input: z.object({}),
  effect: 'pure',
  execute: (_, { context: { user } }) =>
    documents.filter((document) => mayKnow(user, document)).map(({ id }) => id),
});

const readDocument = defineTool({
  name: 'read_document',
  description: 'The text of one document.',
  input: z.object({ id: z.string() }),
  effect: 'pure',
  // Somebody who looks something up reads a few documents, not the archive.
  rateLimit: { calls: 5, perMs: 60_000 },
  timeoutMs: 1_000,
  execute: ({ id }) =>
    documents.find((document) => document.id === id)?.text ??
    toolFailure({ message: 'no such document' }),
});

const sendMessage = defineTool({
  name: 'send_message',
  description: 'Sends a message to an address of the company.',
  input: z.object({ to: z.string(), text: z.string() }),
  effect: 'once',
  execute: ({ to }, { context: { outbox } }) => {
    outbox.push(to);
    return `sent to ${to}`;
  },
});

/**
 * Answers a question of a user. `model` may be anything, also one that a document has taken over.
 *
 * @param session.log The session's audit log; a process that takes the session over passes what was written before.
 * @param session.options Anything else of a run, such as the `runtime` that it is resumed from.
 */
export async function ask(question, { user, model, log = createAuditLog(user.id), options }) {
  const outbox = [];
  const result = await runReact({
    task: question,
    model,
    tools: createToolRegistry({
      tools: [listDocuments, readDocument, sendMessage],
      context: { user, outbox },
      authorise: createAccessRule(user, log),
      audit: log.append,
    }),
    // Loops and missing progress are watched anyway; reading what has nothing to do with the question is drift.
    drift: { onDrift: 'stop' },
    limits: { maxSteps: 12, maxToolCalls: 12 },
    ...options,
  });
  return { result, outbox, log };
}
