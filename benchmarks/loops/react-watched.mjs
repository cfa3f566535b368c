// runReact as somebody is told of its events. A file of its own, so that no other row imports telemetry.
import { createTelemetry } from '@loopwright/telemetry';
import { react } from './react.mjs';

const telemetry = createTelemetry({ agentName: 'bench' });

/** No SDK is registered, as in a process whose telemetry is switched off. */
export const runWithTelemetry = (scenario, size) => react(scenario, size, telemetry.watch());

/** What it costs alone that somebody is told: requests and configurations are digested then. */
export const runWithEvents = (scenario, size) => react(scenario, size, { onEvent: () => {} });
