import { fileURLToPath } from 'node:url';
import type { DurableEvent } from '@loopwright/agent-run';
import type { RunLog } from '@loopwright/telemetry/run-log';
import { build } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { fillTemplate } from '../src/html/fill-template.ts';
import { readTemplateAt } from '../src/html/read-template.ts';
import { renderHtml } from '../src/html/render-html.ts';
import { makePage } from './built-page.ts';

const hostile = '</script><script>alert(1)</script><!-- $& $1 \u2028\u2029';

function logOf(task: string): RunLog {
  const started = { v: 1, seq: 0, path: '', type: 'started', task } as unknown as DurableEvent;
  const header = { type: 'log', format: { major: 1, minor: 0 }, session: 's' } as const;
  return {
    header: { ...header, level: 'verbose', redacted: true },
    events: [started],
    isCut: false,
  };
}

const log = logOf(hostile);
let template: string;

// The page as the build makes it, but kept in memory.
beforeAll(async () => {
  const configFile = fileURLToPath(new URL('../page/vite.config.ts', import.meta.url));
  const result = await build({ configFile, logLevel: 'silent', build: { write: false } });
  const { output } = [result].flat()[0] as { output: { fileName: string; source?: unknown }[] };
  template = String(output.find(({ fileName }) => fileName === 'page.html')!.source);
}, 60_000);

const dataIn = (html: string) =>
  /<script type="application\/json" id="run">(.*?)<\/script>/s.exec(html)![1]!;

describe('the page as one file', () => {
  it('has at most 120 kB without data and asks for no other file', () => {
    expect(Buffer.byteLength(template)).toBeLessThanOrEqual(120_000);
    const requests = /<(?:link|img|iframe)\b|<script[^>]*\bsrc=|url\((?!#)|@import/;
    expect(requests.exec(template)).toBeNull();
  });

  it('takes the run as data that nothing can break out of', () => {
    const html = fillTemplate(template, { log, title: hostile });
    expect(JSON.parse(dataIn(html))).toEqual({ log });
    expect(dataIn(html)).not.toMatch(/[<\u2028\u2029]/);
    expect(html.match(/<script\b/g)).toHaveLength(template.match(/<script\b/g)!.length);
    expect(html).toContain('<title>&lt;/script&gt;&lt;script&gt;');
  });

  it('lets run only the script of the template, and reaches nothing unless it is live', () => {
    const policyOf = (html: string) => /Content-Security-Policy" content="([^"]*)"/.exec(html)![1]!;
    const still = policyOf(fillTemplate(template, { log, title: '' }));
    expect(still).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-/);
    expect(still).toContain("connect-src 'none'");
    expect(still).not.toContain('unsafe');
    const live = fillTemplate(template, { log, title: '', livePath: '/events' });
    expect(policyOf(live)).toContain("connect-src 'self'");
    expect(JSON.parse(dataIn(live))).toMatchObject({ live: { path: '/events' } });
  });

  it('refuses a template of another version', () => {
    expect(() => fillTemplate('<title>Run</title>', { log, title: '' })).toThrow('has no <script');
  });
});

describe('renderHtml', () => {
  beforeAll(makePage, 60_000);

  it('says that a log is too long for one text', () => {
    const endless = { toJSON: () => 'x'.repeat(2 ** 30) } as unknown as DurableEvent;
    expect(() => renderHtml({ ...log, events: [endless] })).toThrow(/^The log is longer than/);
  });

  it('says which command makes the page where it was not built', () => {
    const missing = new URL('./no-such-folder/page.html', import.meta.url);
    expect(() => readTemplateAt(missing)).toThrow('pnpm --filter @loopwright/run-viewer build');
  });

  it.each([
    [{ theme: 'dark' }, 'There is no option theme; the options are title, live'],
    [{ title: 7 }, 'title must be a text'],
    [{ live: { path: 'https://example.com/' } }, 'live.path must be a path'],
    [{ live: { path: '//example.com' } }, 'live.path must be a path'],
    [{ live: { path: '/\t/example.com' } }, 'live.path must be a path'],
  ])('refuses options that cannot be meant: %j', (options, message) => {
    expect(() => renderHtml(log, options as never)).toThrow(message);
  });
});
