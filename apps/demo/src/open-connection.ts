import * as providers from '@loopwright/lab/providers';
import { policyModels, startPolicyServer } from '@loopwright/lab/zephyr';
import type { Connection } from './connection.ts';
import { sdkModels, sdkPackages } from './sdk-models.ts';

type Options = providers.ModelOptions;

const notice =
  'No language model was called: policies, small sets of rules, play the agent and its critic';

/**
 * Opens the way to the models that the options name.
 *
 * @throws Error that says what is missing. A provider that was named is asked, or nothing is.
 */
export async function openConnection(options: Options): Promise<Connection> {
  const { provider, wire, format, stream } = options;
  const how = stream ? `${format}, streamed` : format;
  if (provider !== 'policy') return openProvider({ ...options, provider }, how);
  const policies = {
    isLanguageModel: false,
    details: { format: how },
    explain: ({ message }: { message: string }) => message,
    withoutKey: providers.keyHider(undefined),
  };
  if (wire) return { ...policies, ...(await openWire(wire, options, how)) };
  return {
    ...policies,
    notice: format === 'json' ? `${notice}.` : `${notice}, in the ${format} format.`,
    modelsFor: (scenario) => policyModels(scenario, format),
    close: async () => {},
  };
}

/** The same policies behind a server on this machine: everything between a run and a provider is real but the model. */
async function openWire(sdk: providers.SdkName, options: Options, how: string) {
  const server = await startPolicyServer(options.format);
  const baseUrl = sdk === 'openai' ? `${server.url}/v1` : server.url;
  const makeModel = await sdkModels(sdk, { baseUrl }, options).catch(async (error) => {
    await server.close();
    throw error;
  });
  return {
    notice: `${notice}, over HTTP on 127.0.0.1 through the SDK of ${sdk} (format ${how}).`,
    details: { sdk, format: how },
    sdkPackage: sdkPackages[sdk],
    modelsFor: (scenario) => ({
      actor: makeModel(server.actorName(scenario), 'actor-policy'),
      critic: makeModel(server.criticName, 'critic-policy'),
    }),
    close: server.close,
  } satisfies Partial<Connection>;
}

async function openProvider(
  options: Options & { provider: providers.ProviderName },
  how: string,
): Promise<Connection> {
  const { provider } = options;
  providers.loadEnvFile();
  const choice = await providers.chooseProvider(options, process.env);
  const { model, apiKey, baseUrl } = choice;
  const sdk = provider === 'anthropic' ? provider : 'openai';
  const makeModel = await sdkModels(sdk, choice, options);
  const { host } = new URL(baseUrl);
  return {
    notice: `Language model: ${model} of ${provider} at ${host}, format ${how}.`,
    details: { provider, host, model, format: how },
    isLanguageModel: true,
    sdkPackage: sdkPackages[sdk],
    waitingFor: model,
    modelsFor: () => ({ actor: makeModel(model), critic: makeModel(model) }),
    explain: (error) => providers.explainError(error, choice),
    withoutKey: providers.keyHider(apiKey),
    close: async () => {},
  };
}
