import { fieldsOf, textOf } from '../shared/fields.ts';
import { type ArgumentsJoiner, createArgumentsJoiner } from './arguments-joiner.ts';
import {
  argumentsText,
  functionOf,
  type GivenCall,
  readCall,
  unreadableCalls,
} from './chat-calls.ts';

/** Joins the calls of a stream out of their pieces. */
export type CallJoiner = {
  /** True once a call has begun. */
  readonly hasCalls: boolean;
  push(piece: unknown): void;
  /** @throws ModelCallError when the pieces do not make up calls. */
  end(): GivenCall[];
};

type OpenCall = { id: string; name: string; index?: number; readonly args: ArgumentsJoiner };

/** What a piece says about the call it belongs to. */
type Piece = { id: string; name: string; index: number | undefined; args: string };

/**
 * Servers number the pieces as they like: without an index, with one index for all calls, with the id in the first
 * piece, in each, or in none, or with a new one in each. An id that is new begins a call, unless it only goes on with
 * arguments; so does a name behind arguments that are complete.
 */
export function createCallJoiner(provider: string): CallJoiner {
  const calls: OpenCall[] = [];
  const byId = new Map<string, OpenCall>();
  const byIndex = new Map<number, OpenCall>();

  const latestOf = (index: number | undefined): OpenCall | undefined => {
    const last = calls.at(-1);
    if (index === undefined) return last;
    return byIndex.get(index) ?? (last && last.index === undefined ? last : undefined);
  };
  const find = (piece: Piece): OpenCall | undefined => {
    const { id, name, index, args } = piece;
    const known = byId.get(id);
    const isSameIndex = known?.index === undefined || index === undefined || known.index === index;
    if (known && isSameIndex) return known;
    const latest = latestOf(index);
    if (!latest) return undefined;
    if (id !== '' && latest.id !== '') return goesOn(piece, latest) ? latest : undefined;
    const isNamed = name !== '' && latest.name !== '';
    const isOver = latest.args.isComplete && args !== '';
    return isNamed && (name !== latest.name || isOver) ? undefined : latest;
  };
  const begin = (): OpenCall => {
    const call = { id: '', name: '', args: createArgumentsJoiner() };
    calls.push(call);
    return call;
  };

  return {
    get hasCalls() {
      return calls.length > 0;
    },
    push(given) {
      const piece = readPiece(given);
      const { id, name, index, args } = piece;
      const call = find(piece) ?? begin();
      if (id !== '') {
        call.id ||= id;
        byId.set(id, call);
      }
      if (index !== undefined) {
        call.index = index;
        byIndex.set(index, call);
      }
      call.name ||= name;
      call.args.push(args);
    },
    end: () =>
      calls.map(({ id, name, args }) => {
        const text = args.end();
        if (text === undefined) throw unreadableCalls(provider, `the arguments of ${name} repeat`);
        return readCall({ id, name, arguments: text }, provider);
      }),
  };
}

/** Nothing but arguments, for a call that still lacks some. */
function goesOn({ name, args }: Piece, call: OpenCall): boolean {
  return name === '' && args !== '' && !call.args.isComplete;
}

function readPiece(given: unknown): Piece {
  const piece = fieldsOf(given);
  const { name, arguments: args } = functionOf(piece);
  const { index } = piece;
  return {
    id: textOf(piece.id),
    name: textOf(name),
    index: typeof index === 'number' ? index : undefined,
    args: argumentsText(args),
  };
}
