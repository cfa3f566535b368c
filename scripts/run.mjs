// Runs one root script with the Node and pnpm this repository is tested on, after installing what it needs.
//   node scripts/run.mjs [--filter <pnpm filter>] <script> [arguments]
// A fresh machine needs only Node >= 20 and npm: whatever is missing comes from the npm registry through
// npx, cached after the first run. With --filter only that package and its runtime dependencies are installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';

const NODE = '24.21.0';
const root = new URL('..', import.meta.url);
const { packageManager } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const args = process.argv.slice(2);
const wanted = args[0] === '--filter' ? [...args.splice(0, 2), '--prod'] : [];
// Where everything is installed already, installing less would take the tools away that somebody works with.
const filter = existsSync(new URL('node_modules/vitest', root)) ? [] : wanted;
const [script, ...rest] = args;

// Ctrl-C reaches the script as well, and how it ends is its own affair: a demo that is left says how to go on.
process.on('SIGINT', () => {});

const [major, minor] = process.versions.node.split('.').map(Number);
const nodeIsRecent = major >= 24 || (major === 22 && minor >= 18);
const insidePnpm = process.env.npm_config_user_agent?.startsWith('pnpm/') ?? false;
const tools = [
  'npx',
  '--yes',
  '--prefer-offline',
  ...(nodeIsRecent ? [] : ['-p', `node@${NODE}`]),
  '-p',
  packageManager,
  '--',
];

function run(command) {
  const [file, ...argv] = nodeIsRecent && insidePnpm ? command : [...tools, ...command];
  const { status, signal, error } = spawnSync(file, argv, {
    // Installing reports on stderr, so that stdout stays the command's own.
    stdio: ['inherit', command.includes('install') ? 2 : 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    cwd: root,
    env: { ...process.env, NPM_CONFIG_UPDATE_NOTIFIER: 'false' },
  });
  if (error) throw error;
  if (signal) process.exit(128 + (constants.signals[signal] ?? 1));
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(new URL('node_modules', root))) {
  console.error(
    'First run: fetching Node 24, pnpm and the dependencies. This takes up to a minute, once.',
  );
}
run([
  'pnpm',
  'install',
  '--frozen-lockfile',
  '--prefer-offline',
  '--reporter=append-only',
  '--loglevel=warn',
  ...filter,
]);
run(['pnpm', 'run', '--silent', script, ...rest]);
