/** Used by `mcpTools` where an option is left out. */
export const mcpDefaults = {
  /** Pages of the list of tools. A longer list is refused. */
  maxPages: 20,
  /** Tools of a server, before `include`. A longer list is refused. */
  maxTools: 200,
  /** Milliseconds for the whole list. */
  listTimeoutMs: 30_000,
  /** Characters of a tool's description. */
  maxDescriptionChars: 1_000,
  /** Characters of a tool's schemas as JSON. A larger one is refused. */
  maxSchemaChars: 50_000,
} as const;
