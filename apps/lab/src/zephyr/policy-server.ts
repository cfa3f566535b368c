import type { FormatName } from './format-name.ts';
import { criticPolicy } from './policies/critic-policy.ts';
import { policyReply } from './policy-model.ts';
import type { Scenario } from './scenarios.ts';

/** The policies as the models of a server on this machine: to its clients it is a provider. */
export type PolicyServer = {
  /** `http://127.0.0.1:` and a port. */
  readonly url: string;
  readonly criticName: string;
  /** The name of the model that plays the agent in a scenario. */
  actorName(scenario: Scenario): string;
  close(): Promise<void>;
};

/** Starts the server. Who plays the agent and who its critic is told apart by the name of the model. */
export async function startPolicyServer(format: FormatName): Promise<PolicyServer> {
  // Loaded here, because a demo without a server needs none of it.
  const { startWireServer } = await import('@loopwright/testkit/wire');
  const actors = new Map<string, Scenario>();
  const { url, close } = await startWireServer({
    answer({ model, messages }) {
      const scenario = actors.get(model);
      if (!scenario) return policyReply(messages, { policy: criticPolicy, format: 'json' });
      return policyReply(messages, { policy: scenario.policy, format });
    },
  });
  return {
    url,
    close,
    criticName: 'critic',
    actorName(scenario) {
      const name = `actor-${scenario.name}`;
      actors.set(name, scenario);
      return name;
    },
  };
}
