import { defineTool } from '@loopwright/tool-registry';
import { z } from 'zod';

/** A search in a fixed set of texts (T5). With `outage` every search fails as it does when the backend is down. */
export function createWebSearch(options: { pages: readonly string[]; outage: boolean }) {
  return defineTool({
    name: 'web_search',
    description: 'Searches the web and returns the pages that hold all words of the query.',
    input: z.object({ query: z.string().min(1).max(500) }),
    effect: 'pure',
    execute({ query }) {
      if (options.outage) throw searchBackendError();
      const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
      return options.pages.filter((page) =>
        words.every((word) => page.toLowerCase().includes(word)),
      );
    },
  });
}

function searchBackendError(): Error {
  const error = new Error('the search backend answered HTTP 503 Service Unavailable');
  return Object.assign(error, { name: 'SearchBackendError', status: 503 });
}
