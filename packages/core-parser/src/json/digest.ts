import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { canonicalJson } from './canonical-json.ts';
import type { Json } from './json.ts';

const encoder = new TextEncoder();

/** The first 16 bytes of SHA-256 over the canonical JSON of the value: 32 hex characters. */
export function digest(value: Json): string {
  return digestText(canonicalJson(value));
}

/** The first 16 bytes of SHA-256 over the UTF-8 text: 32 hex characters. */
export function digestText(text: string): string {
  return bytesToHex(sha256(encoder.encode(text)).subarray(0, 16));
}
