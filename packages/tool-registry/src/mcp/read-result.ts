import type { Json, JsonObject } from '@loopwright/core-parser';
import { toJson } from '@loopwright/core-parser';
import { describeError } from '../describe-error.ts';
import { isJsonObject } from '../json-schema/check-schema.ts';
import type { ToolFailure } from '../tool-failure.ts';
import { toolFailure } from '../tool-failure.ts';

/**
 * What a call came to: `structuredContent` where there is some, one text for texts, otherwise a list of the blocks, with
 * the size of images, audio and other binary data in place of the data. `isError` is a failure that the model may act on.
 */
export function readMcpResult(result: unknown): Json | ToolFailure {
  const json = toJson(result);
  if (!isJsonObject(json)) {
    return toolFailure({ type: 'McpError', message: 'the server gave no readable result' });
  }
  const { content, structuredContent, isError, toolResult } = json;
  const blocks = Array.isArray(content) ? content.map(readBlock) : [];
  if (isError === true) return failureOf(blocks);
  if (structuredContent !== undefined && structuredContent !== null) return structuredContent;
  if (content === undefined && toolResult !== undefined) return toolResult;
  if (blocks.length === 0) return null;
  return blocks.every((block) => typeof block === 'string') ? blocks.join('\n') : blocks;
}

/** What the server says of its failure decides the class, as far as it says so; otherwise other arguments may help. */
function failureOf(blocks: readonly Json[]): ToolFailure {
  const texts = blocks.filter((block) => typeof block === 'string');
  const { message, class: errorClass } = describeError({ message: texts.join(' ') });
  return toolFailure({
    type: 'McpToolError',
    message,
    class: errorClass === 'unknown' ? 'fixable_by_model' : errorClass,
  });
}

function readBlock(block: Json): Json {
  if (!isJsonObject(block)) return block;
  const { type, text, mimeType, data, resource } = block;
  if (type === 'text' && typeof text === 'string') return text;
  if (type === 'resource' && isJsonObject(resource)) return { type, ...withoutBlob(resource) };
  if (typeof data !== 'string') return withoutMeta(block);
  return { type: type ?? 'data', mimeType: mimeType ?? null, omitted: sizeOf(data) };
}

function withoutBlob(resource: JsonObject): JsonObject {
  const { blob, ...rest } = withoutMeta(resource);
  return typeof blob === 'string' ? { ...rest, omitted: sizeOf(blob) } : rest;
}

/** `_meta` is for programs; hints about the audience are not for the model either. */
function withoutMeta(block: JsonObject): JsonObject {
  const { _meta, annotations, ...rest } = block;
  return rest;
}

function sizeOf(base64: string): string {
  return `${base64.length} characters of base64`;
}
