import { finishReply } from './finish-reply.ts';
import { type WireQuirks, wireQuirks } from './quirks.ts';
import type { RawResponse, WireReply, WireRequest } from './wire-types.ts';
import { chatBody, chatFrames } from './write-chat-reply.ts';
import { messageBody, messageFrames } from './write-messages-reply.ts';

/** Writes a reply in the format that the request asked for. */
export function writeReply(
  request: WireRequest,
  reply: WireReply,
  quirks: WireQuirks = wireQuirks.openai,
): RawResponse {
  const { api, stream, bodyText } = request;
  const finished = finishReply(request, reply, api === 'messages' || quirks.stop === 'honoured');
  const id = `${api === 'chat' ? 'chatcmpl' : 'msg'}_${bodyText.length}`;
  if (stream) {
    const frames =
      api === 'chat'
        ? chatFrames(request, finished, quirks, id)
        : messageFrames(request, finished, id);
    return { status: 200, headers: { 'content-type': eventStream }, pieces: frames };
  }
  const body =
    api === 'chat' ? chatBody(request, finished, quirks, id) : messageBody(request, finished, id);
  return jsonResponse(200, body);
}

/** What a stream says that it is. */
export const eventStream = 'text/event-stream; charset=utf-8';

/** A response with a JSON body. */
export function jsonResponse(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): RawResponse {
  const json = { 'content-type': 'application/json', ...headers };
  return { status, headers: json, pieces: [JSON.stringify(body)] };
}
