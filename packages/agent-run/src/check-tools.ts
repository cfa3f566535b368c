import type { ToolRegistry } from '@loopwright/tool-registry';
import { ConfigurationError } from './configuration-error.ts';

/** Refuses tools that are no registry. @throws ConfigurationError `invalid_option` */
export function checkTools(tools: ToolRegistry | undefined): void {
  if (typeof tools?.admit === 'function' && typeof tools.tools?.values === 'function') return;
  throw new ConfigurationError(
    'invalid_option',
    'tools must be a tool registry, as createToolRegistry makes it',
  );
}
