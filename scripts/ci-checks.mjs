// Runs every check after the tests, each as the npm script that a developer would run. One line a check; the output of a
// check is shown only when it fails, and the others go on.
//   node scripts/run.mjs ci:checks
import { attempt } from './lib/process.mjs';
import { workspaceRoot } from './lib/workspace.mjs';

const CHECKS = [
  { name: 'lint', script: 'lint' },
  { name: 'types', script: 'typecheck' },
  { name: 'boundaries', script: 'check:boundaries' },
  { name: 'contracts', script: 'check:contracts' },
  { name: 'docs', script: 'check:docs' },
  { name: 'unused code', script: 'check:unused' },
  { name: 'shape', script: 'check:shape' },
  { name: 'changesets', script: 'check:changesets' },
  { name: 'scripts', script: 'check:scripts' },
  { name: 'demo', script: 'check:demo' },
  { name: 'lab', script: 'lab:run' },
  { name: 'measures', script: 'check:measure' },
  { name: 'hostile runs', script: 'check:hostile' },
  { name: 'killed workers', script: 'check:crash' },
  { name: 'random wire', script: 'check:wire' },
  { name: 'protocol of sessions', script: 'check:protocol:run' },
  { name: 'injection, all payloads', script: 'check:injection' },
  { name: 'build', script: 'build' },
  { name: 'packages', script: 'check:packages' },
  { name: 'install each package alone', script: 'check:install:run' },
  { name: 'integration', script: 'check:integration:run' },
  { name: 'telemetry', script: 'check:telemetry:run' },
  { name: 'Restate', script: 'check:restate:run' },
  { name: 'browser', script: 'check:browser:run' },
  { name: 'viewer', script: 'check:viewer:run' },
  { name: 'release rehearsal', script: 'release:rehearse:run' },
];

let failed = 0;
for (const { name, script } of CHECKS) {
  const started = performance.now();
  const { code, stdout, stderr } = await attempt('pnpm', ['run', '--silent', script], {
    cwd: workspaceRoot,
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (code === 0) {
    console.log(`ok ${name} (${seconds} s)`);
  } else {
    failed += 1;
    console.log(`FAILED ${name} (${seconds} s)`);
    console.log(`${stdout}${stderr}`.trimEnd().replaceAll(/^/gm, '    '));
  }
}
process.exitCode = failed > 0 ? 1 : 0;
