import { ConfigurationError } from '@loopwright/agent-run';
import { checkNames } from '@loopwright/agent-run/option-checks';
import type { RunLog } from '@loopwright/telemetry/run-log';
import { oneLine } from '../story/visible-text.ts';
import { fillTemplate } from './fill-template.ts';
import { readTemplate } from './read-template.ts';

export type RenderHtmlOptions = {
  /** Of the page. Default: the task of the run. */
  readonly title?: string | undefined;
  /**
   * Has the page listen for further lines of the log: a path of its own server that sends them as server-sent events, one
   * line in each, with the seq as its id. Default: the page shows the log as it is and makes no request at all.
   */
  readonly live?: { readonly path: string } | undefined;
};

/** Of titles, in characters; a task can be long. */
const maxTitleChars = 120;

/**
 * A run as one HTML file that needs nothing else: no server, no network, no files beside it. What stands in the log is shown
 * as text and is never markup. Secrets are taken out when a log is written, not here.
 *
 * @throws ConfigurationError `invalid_option` for an option of another name and a path that leads elsewhere.
 * @throws Error for a log that is longer than a text can be, and when the page has not been built, which happens only in
 * sources.
 */
export function renderHtml(log: RunLog, options: RenderHtmlOptions = {}): string {
  checkNames({ ...options }, ['title', 'live']);
  const livePath = options.live?.path;
  if (livePath !== undefined && !/^\/(?![/\\])\P{Cc}*$/u.test(livePath)) {
    throw new ConfigurationError(
      'invalid_option',
      `live.path must be a path on the server of the page, such as /events, not ${String(livePath)}`,
    );
  }
  const { title = titleOf(log) } = options;
  if (typeof title !== 'string') {
    throw new ConfigurationError('invalid_option', `title must be a text, not ${String(title)}`);
  }
  const template = readTemplate();
  try {
    return fillTemplate(template, { log, title, livePath });
  } catch (cause) {
    if (!/string length/i.test(String(cause))) throw cause;
    throw new Error(
      'The log is longer than a text can be, which is about 500 million characters; serve it, or write it at a lower level',
      { cause },
    );
  }
}

function titleOf({ events }: RunLog): string {
  const started = events.find((event) => event.type === 'started' && event.path === '');
  const task = started?.type === 'started' ? started.task : undefined;
  return task === undefined ? 'Run' : oneLine(task, maxTitleChars);
}
