import { callPayloads } from './call-payloads.ts';
import { labelPayloads } from './label-payloads.ts';
import type { Payload } from './payload.ts';
import { planPayloads } from './plan-payloads.ts';
import { turnPayloads } from './turn-payloads.ts';
import { wrapperPayloads } from './wrapper-payloads.ts';

/** All payloads: families of texts, each in all variants of its family. */
export const injectionPayloads: readonly Payload[] = [
  ...labelPayloads,
  ...callPayloads,
  ...wrapperPayloads,
  ...turnPayloads,
  ...planPayloads,
];
