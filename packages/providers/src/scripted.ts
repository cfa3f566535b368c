import type { Model, ModelReply, ModelRequest } from '@loopwright/agent-run';

/** One prepared answer: a text, a reply with more than a text, an error to throw, or a function of the request. */
export type ScriptedReply =
  | string
  | (Partial<ModelReply> & { text: string })
  | Error
  | ((request: ModelRequest) => string | (Partial<ModelReply> & { text: string }));

/** A model that gives prepared replies in order, for tests. */
export type ScriptedModel = Model & {
  /** Every request it was asked, in order. */
  readonly requests: readonly ModelRequest[];
  /** @throws Error when replies are left that nobody asked for. */
  assertComplete(): void;
};

/**
 * Makes a model that answers with `replies`, one a call. A call after the last reply fails with an error that says
 * so and is not tried again. An `Error` among the replies is thrown; give it `retryable: true` to have it retried.
 *
 * @param options.id Default `scripted`.
 */
export function scriptedModel(
  replies: readonly ScriptedReply[],
  options: { id?: string | undefined } = {},
): ScriptedModel {
  const requests: ModelRequest[] = [];
  return {
    id: options.id ?? 'scripted',
    requests,
    async generate(request) {
      requests.push(request);
      if (requests.length > replies.length) {
        throw Object.assign(
          new Error(`Unexpected call ${requests.length}: the script has ${replies.length} replies`),
          { kind: 'bad_request', retryable: false },
        );
      }
      const reply = replies[requests.length - 1]!;
      if (reply instanceof Error) throw reply;
      const said = typeof reply === 'function' ? reply(request) : reply;
      return typeof said === 'string' ? { text: said } : said;
    },
    assertComplete() {
      if (requests.length < replies.length) {
        throw new Error(
          `The script has ${replies.length} replies and ${requests.length} were asked for`,
        );
      }
    },
  };
}
