import { type Loose, listOf, recordOf, textOf } from './loose.ts';

/** What the page is filled with. */
export type PageData = {
  readonly header: Loose;
  readonly events: readonly unknown[];
  readonly isCut: boolean;
  /** Where more events come from. */
  readonly livePath: string | undefined;
};

/** Reads what `renderHtml` has put into the page. An empty page is an empty log. */
export function readPageData(json: string): PageData {
  const data = recordOf(JSON.parse(json));
  const log = recordOf(data.log);
  return {
    header: recordOf(log.header),
    events: listOf(log.events),
    isCut: log.isCut === true,
    livePath: textOf(recordOf(data.live).path),
  };
}
