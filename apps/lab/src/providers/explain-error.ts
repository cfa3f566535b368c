import type { ModelError } from '@loopwright/agent-run';
import type { ProviderChoice } from './choose-provider.ts';

/** What went wrong in a call to a provider and what can be done about it, in one sentence. */
export function explainError(
  { kind, status, message }: ModelError,
  { provider, baseUrl, model, apiKey, keyVariable }: ProviderChoice,
): string {
  const { host, hostname } = new URL(baseUrl);
  if (kind === 'auth') {
    const problem = apiKey === undefined ? 'wants a key' : `refused the key in ${keyVariable}`;
    return `${provider} at ${host} ${problem}: check ${keyVariable} and whether it may use ${model}.`;
  }
  if (status === 404) {
    return `${provider} at ${host} does not know ${model}: choose another --model, or check --base-url ${baseUrl}.`;
  }
  switch (kind) {
    case 'transient':
      if (status !== undefined) break;
      return `Nobody answers at ${baseUrl}: ${isLocal(hostname) ? `start ${provider} there` : 'check the network'}, or say with --base-url where it is.`;
    case 'timeout':
      return `${model} at ${host} did not answer in time: try again, or allow more with --timeout-ms.`;
    case 'quota':
      return `The account of ${keyVariable} has nothing left at ${host}: top it up, or choose another provider.`;
    case 'rate_limit':
      return `${host} takes no more requests for now: try again later.`;
    default:
  }
  return `${model} at ${host} could not be asked (${kind}): ${oneLine(message)}`;
}

/** What a server says may be a whole page. */
function oneLine(message: string): string {
  const line = message.slice(0, 1_000).replaceAll(/\s+/g, ' ');
  return line.length > 300 ? `${line.slice(0, 300)} …` : line;
}

function isLocal(hostname: string): boolean {
  return /^(?:localhost|127\.|\[::1\])/.test(hostname);
}
