import { createHash } from 'node:crypto';
import type { RunLog } from '@loopwright/telemetry/run-log';

/** What stands in the template, and is replaced. */
const slots = {
  policy: '<meta name="policy" />',
  title: '<title>Run</title>',
  run: '<script type="application/json" id="run">{}</script>',
} as const;

const inlineScript = /<script type="module"[^>]*>([\s\S]*?)<\/script>/g;
const inlineStyle = /<style[^>]*>([\s\S]*?)<\/style>/g;

export type PageFill = {
  readonly log: RunLog;
  readonly title: string;
  /** Where the page listens for further lines. */
  readonly livePath?: string | undefined;
};

/**
 * The template with a run in it. Nothing of the run can be read as markup, and the policy of the page lets run nothing but
 * the script of the template.
 *
 * @throws Error when the template is not that of this version.
 */
export function fillTemplate(template: string, { log, title, livePath }: PageFill): string {
  const data = livePath === undefined ? { log } : { log, live: { path: livePath } };
  const run = slots.run.replace('{}', () => escapeJson(JSON.stringify(data)));
  const filled = replaceOnce(template, slots.run, run);
  const titled = replaceOnce(filled, slots.title, `<title>${escapeHtml(title)}</title>`);
  return replaceOnce(titled, slots.policy, policyOf(template, livePath !== undefined));
}

function policyOf(template: string, isLive: boolean): string {
  const hashes = (pattern: RegExp) =>
    [...template.matchAll(pattern)]
      .map(([, text]) => `'sha256-${createHash('sha256').update(text!).digest('base64')}'`)
      .join(' ');
  const rules = [
    "default-src 'none'",
    `script-src ${hashes(inlineScript) || "'none'"}`,
    `style-src ${hashes(inlineStyle) || "'none'"}`,
    `connect-src ${isLive ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `<meta http-equiv="Content-Security-Policy" content="${rules.join('; ')}">`;
}

function replaceOnce(text: string, slot: string, value: string): string {
  const at = text.indexOf(slot);
  if (at === -1) throw new Error(`The page template has no ${slot}`);
  return text.slice(0, at) + value + text.slice(at + slot.length);
}

/** Inside a script element only `<` could end it; the separators end lines in older readers of scripts. */
function escapeJson(json: string): string {
  return json
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
