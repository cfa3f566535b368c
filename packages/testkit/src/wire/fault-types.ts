import type { ModelErrorKind } from '@loopwright/agent-run';
import type { RawResponse, WireApi, WireRequest } from './wire-types.ts';

/** Something that goes wrong on the wire, and what a model must make of it. */
export type WireFault = {
  /** The kinds of error that tell it truly. Empty: it is none, and the reply is taken. */
  readonly kinds: readonly ModelErrorKind[];
  /** True where a reply is right as well, because all of it came. */
  readonly mayAnswer?: true;
  /** True where nothing but a deadline ends the call. */
  readonly isEndless?: true;
  /** The formats in which it happens. Default: both. */
  readonly api?: WireApi;
  /** The requests to which it happens. Default: streamed or not. */
  readonly requests?: 'streamed' | 'whole';
  /** What else the error says. */
  readonly says?: {
    readonly status?: number;
    readonly retryable?: boolean;
    /** The least and the most milliseconds. */
    readonly retryAfterMs?: readonly [number, number];
  };
  respond(request: WireRequest): RawResponse;
};

/** True when the fault can happen to such a request. */
export function happensTo(fault: WireFault, api: WireApi, stream: boolean): boolean {
  const { requests = stream ? 'streamed' : 'whole' } = fault;
  return (fault.api ?? api) === api && (requests === 'streamed') === stream;
}
