import type { Message, Model, ModelRequest } from '@loopwright/agent-run';
import { checkFunctions } from '@loopwright/agent-run/option-checks';
import { checkOptionNames } from '../shared/option-checks.ts';
import type { GivenReply } from './ask-model.ts';
import { traitsOf } from './wrapped-model.ts';
import { checkModel } from './wrapper-checks.ts';

/** Options of {@link withDebug}. */
export type DebugOptions = {
  /** Gets each prompt and each completion as one text of several lines. What it throws or rejects with, and what cannot be told, is swallowed. */
  print: (text: string) => void;
};

/**
 * Prints each prompt before it is sent and each raw completion, or failure, when it has come; the model is the same
 * otherwise. For finding out what a model really sees: nothing is shortened or taken out, secrets neither.
 *
 * @throws ConfigurationError `invalid_option`
 */
export function withDebug(model: Model, options: DebugOptions): Model {
  checkModel('model', model);
  checkOptionNames(options, ['print']);
  checkFunctions({ print: options.print ?? null }, ['print']);
  let calls = 0;
  const print = (title: string, makeText: () => string) => {
    try {
      const answer: unknown = options.print(`--- ${title} ---\n${makeText()}\n`);
      Promise.resolve(answer).catch(() => {});
    } catch {
      // Who watches does not change what is watched.
    }
  };
  return {
    id: model.id,
    ...traitsOf([model]),
    async generate(request, callOptions) {
      calls += 1;
      const call = `${calls} of ${model.id}`;
      print(`prompt ${call}`, () => promptText(request));
      let reply: GivenReply;
      try {
        reply = await model.generate(request, callOptions);
      } catch (thrown) {
        print(`failure ${call}`, () => String(thrown));
        throw thrown;
      }
      print(`completion ${call}`, () => completionText(reply));
      return reply;
    },
  };
}

function promptText({ system, messages, ...settings }: ModelRequest): string {
  const parts = [`[system]\n${system}`, ...messages.map(messageText)];
  return [...parts, `[settings]\n${JSON.stringify(settings)}`].join('\n');
}

function messageText(message: Message): string {
  switch (message.role) {
    case 'user':
      return `[user]\n${message.blocks.join('')}`;
    case 'assistant':
      return `[assistant]\n${message.text}${callsText(message.toolCalls)}`;
    case 'tool':
      return `[tool ${message.id}]\n${message.text}`;
  }
}

function completionText({ text, toolCalls, finish }: GivenReply): string {
  return `${text}${callsText(toolCalls)}${finish === undefined ? '' : `\n[finish] ${finish}`}`;
}

function callsText(calls: readonly { name: string; args: string }[] = []): string {
  return calls.map(({ name, args }) => `\n[call] ${name} ${args}`).join('');
}
