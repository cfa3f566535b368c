import { isSessionRefused } from '@loopwright/lab/sessions';
import { prepare } from './prepare.ts';
import { tellScenarios, tellStory } from './tell.ts';

// console.log itself passes over a full device or a closed pipe.
process.stdout.on('error', ({ message }) => {
  console.error(`The output could not be written: ${message}`);
  process.exit(1);
});
process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const prepared = await prepare(args);
  if (typeof prepared === 'number') return prepared;
  const { connection, options, sessions } = prepared;
  try {
    (options.json ? console.error : console.log)(connection.notice);
    return await (options.story === undefined ? tellScenarios(prepared) : tellStory(options));
  } catch (error) {
    if (!isSessionRefused(error)) throw error;
    console.error(error.message);
    return 2;
  } finally {
    await sessions?.close();
    await connection.close();
  }
}
