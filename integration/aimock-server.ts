// A server that speaks the wire formats of OpenAI and Anthropic, written by others, and our models in front of it through
// the real client libraries. Its requests and replies are a second opinion on what stands on the wire.
import { readFileSync } from 'node:fs';
import { after } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import { type Fixture, LLMock } from '@copilotkit/aimock';
import type { ModelReply, ModelRequest } from '@loopwright/agent-run';
import type { ModelCallError, ProviderModel } from '@loopwright/providers';
import { type AnthropicModelOptions, anthropicModel } from '@loopwright/providers/anthropic';
import { type OpenAiModelOptions, openAiModel } from '@loopwright/providers/openai';
import OpenAI from 'openai';

export const server = await LLMock.create({ host: '127.0.0.1', strict: true });
after(() => server.stop());

/** The bodies of the requests of this test, as they stood on the wire. */
export const sent: { messages: { role: string; content: unknown }[]; [name: string]: unknown }[] =
  [];

const settings = {
  apiKey: 'sk-of-the-test',
  logLevel: 'off',
  fetch: (url: string | URL | Request, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)));
    return fetch(url, init);
  },
} as const;
const openAi = new OpenAI({ ...settings, baseURL: `${server.url}/v1` });
const anthropic = new Anthropic({ ...settings, baseURL: server.url });

export const openAiOf = (options: Partial<OpenAiModelOptions> = {}) =>
  openAiModel({ client: openAi, model: 'gpt-5-mini', ...options });
export const anthropicOf = (options: Partial<AnthropicModelOptions> = {}) =>
  anthropicModel({ client: anthropic, model: 'claude-sonnet-5', ...options });

/** Both wires, whole and streamed. */
export const wires = [false, true].flatMap((stream) => {
  const how = stream ? 'streamed' : 'whole';
  return [
    { name: `OpenAI, ${how}`, api: 'openai', stream, model: openAiOf({ stream }) },
    { name: `Anthropic, ${how}`, api: 'anthropic', stream, model: anthropicOf({ stream }) },
  ] as const;
});

/** What the server answers from now on, whatever it is asked. */
export function answer(response: Fixture['response'], options: Partial<Fixture> = {}): void {
  sent.length = 0;
  server.clearFixtures();
  server.clearRequests();
  server.addFixture({ ...options, match: {}, response });
}

export const question: ModelRequest = {
  system: 'Be brief.',
  messages: [{ role: 'user', blocks: ['How many satellites fly?'] }],
};

export const lookup = {
  name: 'lookup',
  description: 'Looks up a fact.',
  parameters: { type: 'object', properties: { fact: { type: 'string' } }, required: ['fact'] },
};

/** What the model answers, and the pieces in which it was told. */
export async function ask(model: ProviderModel, request: ModelRequest = question) {
  const pieces: string[] = [];
  const { signal } = new AbortController();
  const onDelta = (piece: string) => piece !== '' && pieces.push(piece);
  const reply = (await model.generate(request, { signal, onDelta })) as ModelReply;
  return { reply, pieces };
}

/** The error with which the model answers. */
export async function fail(model: ProviderModel): Promise<ModelCallError> {
  const outcome = await ask(model).then(
    ({ reply }) => `no error, but ${reply.text}`,
    (error: ModelCallError) => error,
  );
  if (typeof outcome === 'string') throw new Error(outcome);
  return outcome;
}

/** Prints the line of a test at its end. */
export function sayPassed(what: string): void {
  after(() => {
    const { dependencies } = JSON.parse(
      readFileSync(new URL('package.json', import.meta.url), 'utf8'),
    );
    const versions = ['openai', '@anthropic-ai/sdk', '@copilotkit/aimock'].map(
      (name) => `${name} ${dependencies[name]}`,
    );
    console.log(`ok ${versions.join(', ')}: ${what}`);
  });
}
