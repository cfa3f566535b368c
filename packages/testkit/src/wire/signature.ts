import { createHash } from 'node:crypto';

/** Signs thinking, so that a block that comes back changed is found out. */
export function signatureOf(thinking: string): string {
  return createHash('sha256').update(`wire:${thinking}`).digest('base64');
}
