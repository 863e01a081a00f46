// npm test: everything a change must pass. Installs what the tests need, then types, lint, schemas beside the unit
// tests, a build, and beside each other the program, real servers, and the page in a real Chromium. The last line
// counts the tests.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './freshness.mjs';

const SYSTEM_PACKAGES = [
  { name: 'prometheus', binary: '/usr/bin/prometheus' },
  { name: 'prometheus-node-exporter', binary: '/usr/bin/prometheus-node-exporter' },
  { name: 'victoria-metrics', binary: '/usr/bin/victoria-metrics' },
  { name: 'chromium', binary: '/usr/bin/chromium' },
];

const reports = mkdtempSync(join(tmpdir(), 'tsdbscope-test-'));
const counts = { passed: 0, failed: 0, skipped: 0 };
const failures = [];

const startedMs = Date.now();
ensureSystemPackages();
ensureInstalled();
// Types and lint hold one core each, unit tests both for a part of their time: together they take no longer than the
// longest.
await Promise.all([checks(), vitest('unit', ['unit', 'slow'])]);
ensureBuilt();
// What mostly waits (a real server's blocks, replays, restarts) goes beside what works.
await Promise.all([
  vitest('clock'),
  playwright('live').then(() => playwright('pictures')),
  vitest('integration').then(() => playwright('pages')),
]);
rmSync(reports, { recursive: true, force: true });

console.log(`\nall of it: ${seconds(startedMs)}`);
for (const failure of failures) console.log(`failed: ${failure}`);
if (failures.length > 0 && counts.failed === 0) counts.failed = failures.length;
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(failures.length > 0 || counts.failed > 0 ? 1 : 0);

/** Debian's or Ubuntu's packages, through apt when we may; else one line that says what to install. */
function ensureSystemPackages() {
  const missing = SYSTEM_PACKAGES.filter(({ binary }) => !existsSync(binary)).map(({ name }) => name);
  if (missing.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(`The tests need ${missing.join(', ')}. Install them first, on Debian or Ubuntu: sudo ${command}`);
    process.exit(1);
  }
  console.log(`Installing for the tests: ${missing.join(', ')}`);
  const script = `apt-get update -qq && ${command}`;
  const result = spawnSync(
    'sh', ['-c', script], { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  );
  if (result.status !== 0) {
    console.error(`These packages could not be installed: ${missing.join(', ')}.`);
    process.exit(1);
  }
}

async function checks() {
  const node = process.execPath;
  await step('schemas', node, ['scripts/schemas.mjs', '--check']);
  await step('types', node, ['node_modules/typescript/bin/tsc', '--noEmit']);
  await step(
    'lint', node,
    ['node_modules/eslint/bin/eslint.js', '--max-warnings', '0', '--report-unused-disable-directives', '.']
  );
  await step('knip', node, ['node_modules/knip/bin/knip.js']);
}

/** Runs beside others, so what it prints is kept in a file and shown when it ends. */
async function step(name, command, args, env = {}) {
  const log = join(reports, `${name}.log`);
  const output = openSync(log, 'w');
  const begunMs = Date.now();
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', output, output], env: { ...process.env, ...env } });
  const [code] = await once(child, 'exit');
  closeSync(output);
  console.log(`\n== ${name}\n${readFileSync(log, 'utf8')}`);
  console.log(`   ${name}: ${code === 0 ? 'good' : 'FAILED'} (${seconds(begunMs)})`);
  if (code !== 0) failures.push(name);
}

function seconds(sinceMs) {
  return `${Math.round((Date.now() - sinceMs) / 1000)} s`;
}

function vitestArgs(name, projects) {
  const report = join(reports, `${name}.json`);
  const which = projects.flatMap((project) => ['--project', project]);
  return [
    'node_modules/vitest/vitest.mjs', 'run', ...which, '--reporter=default',
    '--reporter=json', `--outputFile.json=${report}`,
  ];
}

async function vitest(name, projects = [name]) {
  await step(name, process.execPath, vitestArgs(name, projects));
  count(name);
}

function count(project) {
  const result = readReport(join(reports, `${project}.json`));
  counts.passed += result?.numPassedTests ?? 0;
  counts.failed += result?.numFailedTests ?? 0;
  counts.skipped += (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0);
}

async function playwright(project) {
  const report = join(reports, `chromium-${project}.json`);
  const args = ['node_modules/@playwright/test/cli.js', 'test', `--project=${project}`, '--reporter=list,json'];
  await step(`chromium-${project}`, process.execPath, args, { PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  const result = readReport(report)?.stats;
  counts.passed += (result?.expected ?? 0) + (result?.flaky ?? 0);
  counts.failed += result?.unexpected ?? 0;
  counts.skipped += result?.skipped ?? 0;
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
