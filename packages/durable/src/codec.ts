/**
 * What happens to a text before it is stored, and after: redaction or encryption. The run sees the decoded stored form,
 * live as on replay, so that what was taken out is missing at once and not only after a crash. `encode` of a text that
 * came out of `decode` must decode to the same text.
 */
export type Codec = {
  encode(text: string): string | Promise<string>;
  decode(text: string): string | Promise<string>;
};

export const plainCodec: Codec = { encode: (text) => text, decode: (text) => text };
