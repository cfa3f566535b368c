import type { AnthropicRequestBody } from './client.ts';
import { type ContentBlock, readBlocks, type Turn } from './content-block.ts';

/** A place up to which the provider keeps the request, for five minutes unless said otherwise. */
export type CacheMark = { type: 'ephemeral'; ttl?: '5m' | '1h' };

type MarkableBody = Omit<AnthropicRequestBody, 'messages'> & { readonly messages: readonly Turn[] };

/** The API refuses a request with more (PROV-055). */
const maxMarks = 4;

/**
 * Puts marks where the next request finds them again: on the last block, on the end of what never changes (the system
 * prompt, which stands behind the tools), and where the last block of the request before this one was. Marks that the
 * caller's own data holds count first; of more than the API takes, the last stay.
 */
export function withCacheMarks(body: MarkableBody, mark: CacheMark | undefined): MarkableBody {
  const marked = markableLists(body)
    .flat()
    .filter((block) => block.cache_control !== undefined);
  const room = maxMarks - (body.cache_control ? 1 : 0);
  const kept = new Set(marked.slice(-room));
  const free = mark ? placesToMark(body).filter((block) => !kept.has(block)) : [];
  const added = new Set(free.slice(0, room - kept.size));
  const change = (block: ContentBlock): ContentBlock => {
    const { cache_control, ...rest } = block;
    if (added.has(block)) return { ...rest, type: block.type, cache_control: { ...mark! } };
    return cache_control === undefined || kept.has(block) ? block : { ...rest, type: block.type };
  };
  return {
    ...body,
    ...(body.tools ? { tools: (body.tools as ContentBlock[]).map(change) } : {}),
    ...(Array.isArray(body.system) ? { system: body.system.map(change) } : {}),
    messages: body.messages.map(({ role, content }) => ({ role, content: content.map(change) })),
  };
}

/** In the order in which the provider reads them. */
function markableLists({ tools = [], system, messages }: MarkableBody): ContentBlock[][] {
  return [
    tools as ContentBlock[],
    Array.isArray(system) ? readBlocks(system) : [],
    ...messages.map(({ content }) => content),
  ];
}

/** The most useful first. Thinking takes no mark, and only the model's turns hold it. */
function placesToMark(body: MarkableBody): ContentBlock[] {
  const [tools, system] = markableLists(body);
  const ends = body.messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => content.at(-1));
  const places = [ends.at(-1), system?.at(-1) ?? tools?.at(-1), ends.at(-2)];
  return places.filter((block) => block !== undefined);
}
