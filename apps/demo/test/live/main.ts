import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  endpointOf,
  loadEnvFile,
  type ProviderName,
  providerNames,
  variablesOf,
} from '@loopwright/lab/providers';

// The suite that asks real models. A provider takes part when its key is set, a local server when its address is; every
// other one is named as skipped, so that nobody takes silence for success.
//   node scripts/run.mjs test:live

const demo = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const formats = ['text', 'native'] as const;

loadEnvFile();
let asked = 0;
let failed = 0;
for (const provider of providerNames) {
  if (provider === 'policy') continue;
  const missing = await missingVariable(provider);
  if (missing) {
    console.log(`skipped ${provider}: ${missing} is not set`);
    continue;
  }
  for (const format of formats) {
    asked += 1;
    const { isOk, told } = askDemo(provider, format);
    if (!isOk) failed += 1;
    console.log(`${isOk ? 'ok' : 'FAILED'} ${provider}, ${format} format: ${told}`);
  }
}
console.log(
  asked === 0 ? 'Nothing was asked: no key and no address of a local server is set.' : total(),
);
process.exitCode = failed === 0 ? 0 : 1;

function total(): string {
  return `${asked - failed} of ${asked} ended as they should.`;
}

async function missingVariable(provider: ProviderName): Promise<string | undefined> {
  const { key, baseUrl } = variablesOf(provider);
  const { needsKey } = await endpointOf(provider);
  const needed = needsKey ? key : baseUrl;
  return process.env[needed]?.trim() ? undefined : needed;
}

/** Both scenarios as a user runs them. */
function askDemo(provider: ProviderName, format: string): { isOk: boolean; told: string } {
  const argv = ['--conditions=@loopwright/source', demo, '--json'];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...argv, '--provider', provider, '--format', format],
    { encoding: 'utf8' },
  );
  if (stdout === '') return { isOk: false, told: stderr.trim() };
  const { model, scenarios } = JSON.parse(stdout) as Report;
  const ends = scenarios.map(
    ({ scenario, status, answer, reason }) => `${scenario} ${status} (${answer ?? reason})`,
  );
  return { isOk: status === 0, told: `${model}: ${ends.join('; ')}` };
}

type Report = {
  model: string;
  scenarios: { scenario: string; status: string; answer?: string; reason: string }[];
};
