/** A tool as a server describes it. Everything in it is the server's word. */
export type McpTool = {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: object;
  readonly outputSchema?: object | undefined;
  readonly annotations?:
    | {
        readonly readOnlyHint?: boolean | undefined;
        readonly idempotentHint?: boolean | undefined;
      }
    | undefined;
};

/** What is passed on to the client's own requests. */
export type McpRequestOptions = {
  readonly signal: AbortSignal;
  /** Milliseconds after which the client itself gives up. */
  readonly timeout: number;
};

/**
 * A connected client, by shape: the `Client` of `@modelcontextprotocol/sdk` 1.x and of `@modelcontextprotocol/client` 2.x
 * both fit.
 */
export type McpClient = {
  listTools(
    params?: { cursor?: string },
    options?: McpRequestOptions,
  ): Promise<{ tools: readonly McpTool[]; nextCursor?: string | undefined }>;
  /** Options come last: behind the schema of the result in 1.x, behind the parameters in 2.x. */
  callTool(
    params: { name: string; arguments?: Record<string, unknown> },
    ...rest: never[]
  ): Promise<unknown>;
};

type AnyCallTool = (params: object, ...rest: unknown[]) => Promise<unknown>;

/** Calls a tool in the way of the client's major version; clients of 2.x are told by `getProtocolEra`. */
export function callMcpTool(
  client: McpClient,
  params: { name: string; arguments: Record<string, unknown> },
  options: McpRequestOptions,
): Promise<unknown> {
  const callTool = client.callTool.bind(client) as AnyCallTool;
  return 'getProtocolEra' in client
    ? callTool(params, options)
    : callTool(params, undefined, options);
}
