import type { Content } from './content.ts';
import type { Instruments } from './instruments.ts';

/** What it takes to tell of one run. */
export type RunSettings = {
  instruments: Instruments;
  content: Content;
  /** The provider of a model as the conventions name it, if it is known. */
  providerOf(modelId: string): string | undefined;
};
