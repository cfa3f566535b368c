/** Watches a JSON text that comes in pieces for the end of its first object. Reads every character once. */
export type JsonEnd = {
  /** True once the first object is closed. */
  readonly isClosed: boolean;
  /** True when another object or list begins behind it. */
  readonly hasSecond: boolean;
  push(piece: string): void;
};

export function createJsonEnd(): JsonEnd {
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let isClosed = false;
  let hasSecond = false;
  const read = (char: string) => {
    if (isInString) {
      if (isEscaped) isEscaped = false;
      else if (char === '\\') isEscaped = true;
      else if (char === '"') isInString = false;
    } else if (char === '"') {
      isInString = true;
    } else if (char === '{' || char === '[') {
      if (isClosed) hasSecond = true;
      depth += 1;
    } else if ((char === '}' || char === ']') && depth > 0) {
      depth -= 1;
      if (depth === 0) isClosed = true;
    }
  };
  return {
    get isClosed() {
      return isClosed;
    },
    get hasSecond() {
      return hasSecond;
    },
    push(piece) {
      for (const char of piece) read(char);
    },
  };
}
