import { crc32 } from 'node:zlib';

/** An event in the binary framing of AWS: two lengths, headers, a payload, and checksums of the lengths and of all. */
export function awsEvent(
  name: string,
  payload: object,
  kind: 'event' | 'exception' = 'event',
): Buffer {
  const headers = Buffer.concat([header(`:${kind}-type`, name), header(':message-type', kind)]);
  const body = Buffer.from(JSON.stringify(payload));
  const lengths = Buffer.concat([
    uint32(16 + headers.length + body.length),
    uint32(headers.length),
  ]);
  const unsigned = Buffer.concat([lengths, uint32(crc32(lengths)), headers, body]);
  return Buffer.concat([unsigned, uint32(crc32(unsigned))]);
}

/** A header whose value is a text, which is type 7. */
function header(name: string, value: string): Buffer {
  const valueLength = [value.length >> 8, value.length & 255];
  const head = [Buffer.from([name.length]), Buffer.from(name), Buffer.from([7, ...valueLength])];
  return Buffer.concat([...head, Buffer.from(value)]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
