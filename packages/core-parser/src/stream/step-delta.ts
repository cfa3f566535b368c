/**
 * A piece of the thought or of the answer that can be shown while the reply still comes in. It is a preview: only the step
 * that the stream gives at its end says what the reply means.
 */
export type StepDelta = { kind: 'thought' | 'answer'; text: string };
