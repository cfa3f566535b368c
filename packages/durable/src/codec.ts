/**
 * What happens to a text before it is stored, and after: redaction or encryption. The run sees the decoded stored form,
 * live as on replay, so that what was taken out is missing at once and not only after a crash. The texts are JSON, each
 * the value of one step, the digest of its input, the stamp of the session or its result; what `decode` gives must be
 * JSON too. The same text must always decode to the same text, whatever `encode` made of it.
 */
export type Codec = {
  /**
   * Names the codec and its version, such as `aes-2`. It is stored with a session, which is refused to another codec: what one
   * has encrypted, none other may go on with in plain text. One that still reads what an older version wrote keeps its id.
   */
  readonly id: string;
  encode(text: string): string | Promise<string>;
  decode(text: string): string | Promise<string>;
};

export const plainCodec: Codec = {
  id: 'plain',
  encode: (text) => text,
  decode: (text) => text,
};
