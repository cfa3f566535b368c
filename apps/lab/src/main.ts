import { experiments } from './experiments.ts';
import { runCommand } from './run-command.ts';

const { stdout } = process;
// console.log itself passes over a full device or a closed pipe.
stdout.on('error', ({ message }) => {
  console.error(`The output could not be written: ${message}`);
  process.exit(1);
});
// hasColors knows NO_COLOR and terminals without colours.
const colour = stdout.isTTY === true && stdout.hasColors();
process.exitCode = await runCommand(process.argv.slice(2), experiments, {
  output: console,
  colour,
});
