// npm test: everything a change must pass. Installs what the tests need, then types, lint, schemas, unit,
// build, integration on a real Prometheus, and the page in a real Chromium. The last line counts the tests.
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

ensureSystemPackages();
ensureInstalled();
step('schemas', process.execPath, ['scripts/schemas.mjs', '--check']);
step('types', process.execPath, ['node_modules/typescript/bin/tsc', '--noEmit']);
step('lint', process.execPath, ['node_modules/eslint/bin/eslint.js', '--max-warnings', '0', '--report-unused-disable-directives', '.']);
vitest('unit');
ensureBuilt();
const clock = vitestBeside('clock');
vitest('integration');
playwright();
await clock;
rmSync(reports, { recursive: true, force: true });

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
  const result = spawnSync('sh', ['-c', script], { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  if (result.status !== 0) {
    console.error(`These packages could not be installed: ${missing.join(', ')}.`);
    process.exit(1);
  }
}

function step(name, command, args) {
  console.log(`\n== ${name}`);
  const started = Date.now();
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  console.log(`   ${name}: ${result.status === 0 ? 'good' : 'FAILED'} (${Math.round((Date.now() - started) / 1000)} s)`);
  if (result.status !== 0) failures.push(name);
}

function vitestArgs(project) {
  const report = join(reports, `${project}.json`);
  return ['node_modules/vitest/vitest.mjs', 'run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
}

function vitest(project) {
  step(project, process.execPath, vitestArgs(project));
  count(project);
}

/** Tests that mostly wait, beside the next steps; what they print comes when they end. */
async function vitestBeside(project) {
  const log = join(reports, `${project}.log`);
  const output = openSync(log, 'w');
  const child = spawn(process.execPath, vitestArgs(project), { cwd: root, stdio: ['ignore', output, output] });
  const [code] = await once(child, 'exit');
  closeSync(output);
  console.log(`\n== ${project} (beside the others)\n${readFileSync(log, 'utf8')}`);
  console.log(`   ${project}: ${code === 0 ? 'good' : 'FAILED'}`);
  if (code !== 0) failures.push(project);
  count(project);
}

function count(project) {
  const result = readReport(join(reports, `${project}.json`));
  counts.passed += result?.numPassedTests ?? 0;
  counts.failed += result?.numFailedTests ?? 0;
  counts.skipped += (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0);
}

function playwright() {
  const report = join(reports, 'playwright.json');
  process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = report;
  step('chromium', process.execPath, ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json']);
  const result = readReport(report)?.stats;
  counts.passed += (result?.expected ?? 0) + (result?.flaky ?? 0);
  counts.failed += result?.unexpected ?? 0;
  counts.skipped += result?.skipped ?? 0;
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
