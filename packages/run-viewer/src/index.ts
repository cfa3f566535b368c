export type { RenderHtmlOptions } from './html/render-html.ts';
export { renderHtml } from './html/render-html.ts';
export type { RenderMermaidOptions } from './mermaid/render-mermaid.ts';
export { renderMermaid, renderMermaidDefaults } from './mermaid/render-mermaid.ts';
export type { ServeRunOptions } from './serve/serve-options.ts';
export { serveRunDefaults } from './serve/serve-options.ts';
export type { RunServer } from './serve/serve-run.ts';
export { serveRun } from './serve/serve-run.ts';
