import { isObjectText } from './chat-calls.ts';
import { createJsonEnd } from './json-end.ts';

/** Joins the arguments of one call, which come in pieces, or as the whole so far again and again. */
export type ArgumentsJoiner = {
  /** True once they hold a whole object. */
  readonly isComplete: boolean;
  push(piece: string): void;
  /** The text of the arguments; undefined when it is several objects, of which none may be run. */
  end(): string | undefined;
};

export function createArgumentsJoiner(): ArgumentsJoiner {
  let json = createJsonEnd();
  let joined = '';
  let last = '';
  let isCumulative = true;
  let isPlaceholder = false;
  const restart = () => {
    json = createJsonEnd();
    joined = '';
    last = '';
  };
  return {
    get isComplete() {
      return json.isClosed;
    },
    push(piece) {
      if (piece === '') return;
      // Some servers begin a call with empty arguments and replace them by those that come.
      if (isPlaceholder && piece.trimStart().startsWith('{')) restart();
      isPlaceholder = joined === '' && piece.trim() === '{}';
      isCumulative &&= piece.startsWith(last);
      joined += piece;
      last = piece;
      json.push(piece);
    },
    end() {
      if (isCumulative && isObjectText(last)) return last;
      return json.hasSecond ? undefined : joined;
    },
  };
}
