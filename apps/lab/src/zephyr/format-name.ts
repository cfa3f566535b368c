/** The ways in which steps can be written: with labels, as JSON objects, as native calls. */
export const formatNames = ['text', 'json', 'native'] as const;

export type FormatName = (typeof formatNames)[number];
