/** Shorter ones are words such as "none", given to local servers; they are no secrets and stand in other places, too. */
const shortestSecret = 8;
/** More of a key than this is hidden also where the rest was cut off or stands on another line. */
const pieceLength = 16;

/** Makes the function that takes a key out of a text, or out of all texts and names in JSON data, before it is shown. */
export function keyHider(apiKey: string | undefined): <Value>(value: Value) => Value {
  if (apiKey === undefined || apiKey.length < shortestSecret) return (value) => value;
  const pieces = piecesOf(apiKey);
  const hide = (value: unknown): unknown => {
    if (typeof value === 'string') return hideIn(value, pieces);
    if (Array.isArray(value)) return value.map(hide);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value);
    return Object.fromEntries(members.map(([name, held]) => [hideIn(name, pieces), hide(held)]));
  };
  return <Value>(value: Value) => hide(value) as Value;
}

type Pieces = { readonly texts: ReadonlySet<string>; readonly length: number };

/** Every stretch of the key of one length. */
function piecesOf(apiKey: string): Pieces {
  const length = Math.min(apiKey.length, pieceLength);
  const texts = new Set<string>();
  for (let at = 0; at + length <= apiKey.length; at += 1) texts.add(apiKey.slice(at, at + length));
  return { texts, length };
}

function hideIn(text: string, { texts, length }: Pieces): string {
  let shown = '';
  let hiddenTo = 0;
  for (let at = 0; at + length <= text.length; at += 1) {
    if (!texts.has(text.slice(at, at + length))) continue;
    if (shown === '' || at > hiddenTo) shown += `${text.slice(hiddenTo, at)}[redacted]`;
    hiddenTo = at + length;
  }
  return shown + text.slice(hiddenTo);
}
