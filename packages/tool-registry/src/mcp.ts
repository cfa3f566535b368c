export type { McpClient, McpTool } from './mcp/client.ts';
export { mcpDefaults } from './mcp/defaults.ts';
export type { McpFingerprint } from './mcp/fingerprint.ts';
export type { McpListOptions } from './mcp/list-tools.ts';
export type { McpToolSettings, McpToolsOptions } from './mcp/mcp-options.ts';
export { fingerprintMcpTools, mcpTools } from './mcp/mcp-tools.ts';
