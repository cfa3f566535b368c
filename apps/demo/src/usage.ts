import { storeForms } from '@loopwright/durable/open-store';
import { providerNames, sdkNames } from '@loopwright/lab/providers';
import { franceModes, storyNames } from '@loopwright/lab/stories';
import { defaultScenarios, formatNames, scenarios } from '@loopwright/lab/zephyr';
import { defaultMaxSteps } from './run-scenario.ts';

/** What the options of the command line may name, as a list for people. */
export const allowed = {
  scenarios: [...scenarios.map(({ name }) => name), 'all'].join(', '),
  stories: storyNames.join(', '),
  modes: [...franceModes, 'all'].join(', '),
  providers: providerNames.join(', '),
  wires: sdkNames.join(', '),
  formats: formatNames.join(', '),
};

export const usage = `Usage: npm run demo -- [options]

  --scenario NAME   a question: ${allowed.scenarios};
                    or a story: ${allowed.stories}
                    (default: ${defaultScenarios.map(({ name }) => name).join(' and ')})
  --mode MODE       the strategy that answers the question of france: ${allowed.modes} (default: all)
  --max-steps N     steps that each run may take, from 1 (default: ${defaultMaxSteps})
  --format FORMAT   how steps are written: ${allowed.formats}
                    (default: native for openai and anthropic, json for policies, else text)
  --json            print one JSON document instead of the story
  --trace FILE      also write a run log to a new file, secrets redacted, to be looked at with
                    npm run viewer; for several scenarios one file each, with -SCENARIO before its ending
  --record FILE     also write what is told as Markdown, with what produced it, to a new file
  --help            show this text

Runs that go on:
  --session ID      store every step under this name; after a kill, SIGTERM or Ctrl-C the same command goes on, and a
                    finished run is told again without asking a model. Each question is a session of its own: ID/NAME
  --store STORE     where: ${storeForms}; the story of transfer takes both as well

Who answers:
  --provider NAME   ${allowed.providers}
                    (default: policy, which asks no language model)
  --model NAME      the model of that provider
  --base-url URL    where the provider is, if not where it usually is
  --wire API        policies behind a server on 127.0.0.1, asked through the SDK of ${allowed.wires}
  --stream          have replies streamed
  --timeout-ms N    milliseconds that one model call may take (default: 120000)

Keys come from NVIDIA_API_KEY, OPENAI_API_KEY and ANTHROPIC_API_KEY, in the environment or in the file .env of the
working folder; .env.example lists what else can stand there. The environment wins over .env, an option over both.

LOOPWRIGHT_DEBUG=1 in the environment prints each prompt and each raw reply of a scenario on standard error.

Ends with 0 when every scenario ended as expected, 2 when options, keys, store or session do not allow a run, 3 when it
left a session that can go on, otherwise 1.`;
