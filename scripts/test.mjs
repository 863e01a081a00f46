// npm test: everything a change must pass. Installs what the tests need, then types, lint, schemas beside the unit
// tests, a build, and beside each other the program, real servers, and the page in a real Chromium. The last line
// counts the tests.
// Lanes of real servers share two cores. A test that fails there is run once more when all else has ended, so that the
// end of the output says whether it fails alone too; it has failed either way.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, root } from './freshness.mjs';
import { playwrightReport, vitestReport } from './testReport.mjs';

const SYSTEM_PACKAGES = [
  { name: 'prometheus', binary: '/usr/bin/prometheus' },
  { name: 'prometheus-node-exporter', binary: '/usr/bin/prometheus-node-exporter' },
  { name: 'prometheus-alertmanager', binary: '/usr/bin/prometheus-alertmanager' },
  { name: 'victoria-metrics', binary: '/usr/bin/victoria-metrics' },
  { name: 'chromium', binary: '/usr/bin/chromium' },
  { name: 'strace', binary: '/usr/bin/strace' },
];

const reports = mkdtempSync(join(tmpdir(), 'tsdbscope-test-'));
/** More files than this fail by a fault, not by a full machine. */
const MOST_FILES_AGAIN = 5;
const failedChecks = [];

const startedMs = Date.now();
ensureSystemPackages();
ensureInstalled();
// Types and lint hold one core each, unit tests both for a part of their time: together they take no longer than the
// longest.
const [, unit] = await Promise.all([checks(), vitest('unit', ['unit', 'slow']), s3Server()]);
ensureBuilt();
// What mostly waits (a real server's blocks, replays, restarts) goes beside what works. Two at a time: with three lanes
// on two cores, servers and scrapes came so late that what they measure was late too.
const [[clock, live], [integration, pages, pictures]] = await Promise.all([
  inTurn(() => vitest('clock'), () => playwright('live')),
  inTurn(() => vitest('integration'), () => playwright('pages'), () => playwright('pictures')),
]);
const ofServers = [clock, integration, live, pages, pictures];
const lanes = [unit, ...ofServers];
const passedAlone = new Set();
if (new Set(ofServers.flatMap(filesOf)).size <= MOST_FILES_AGAIN) {
  for (const lane of ofServers.filter(({ failures }) => failures.length > 0)) await runAlone(lane);
}
rmSync(reports, { recursive: true, force: true });

console.log(`\nall of it: ${seconds(startedMs)}`);
for (const name of failedChecks) console.log(`failed: ${name}`);
for (const { name, failures, failed } of lanes) {
  if (failed > failures.length) console.log(`failed: ${name}, which ended badly without a failed test`);
  for (const failure of failures) console.log(`failed: ${failureText(failure)}`);
}
const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map((key) => {
  return lanes.reduce((sum, lane) => sum + lane[key], 0);
});
console.log(`${passed} passed, ${failed + failedChecks.length} failed, ${skipped} skipped`);
process.exit(failed + failedChecks.length > 0 ? 1 : 0);

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
  const lint = ['node_modules/eslint/bin/eslint.js', '--max-warnings', '0', '--report-unused-disable-directives', '.'];
  const each = {
    schemas: ['scripts/schemas.mjs', '--check'],
    types: ['node_modules/typescript/bin/tsc', '--noEmit'],
    lint,
    knip: ['node_modules/knip/bin/knip.js'],
  };
  for (const [name, args] of Object.entries(each)) {
    if ((await step(name, node, args)) !== 0) failedChecks.push(name);
  }
}

/** Built once for a user, of sources in Go. */
async function s3Server() {
  if ((await step('s3-server', process.execPath, ['scripts/versitygw.mjs'])) !== 0) failedChecks.push('s3-server');
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
  return code;
}

function seconds(sinceMs) {
  return `${Math.round((Date.now() - sinceMs) / 1000)} s`;
}

async function inTurn(...runs) {
  const results = [];
  for (const run of runs) results.push(await run());
  return results;
}

async function vitest(name, projects = [name], files = []) {
  const report = join(reports, `${name}.json`);
  rmSync(report, { force: true });
  const which = projects.flatMap((project) => ['--project', project]);
  const code = await step(name, process.execPath, [
    'node_modules/vitest/vitest.mjs', 'run', ...which, '--reporter=default', '--reporter=json',
    `--outputFile.json=${report}`, ...files,
  ]);
  return { name, ...vitestReport(report, code, root), run: (some) => vitest(name, projects, some) };
}

async function playwright(project, files = []) {
  const report = join(reports, `chromium-${project}.json`);
  rmSync(report, { force: true });
  const args = ['node_modules/@playwright/test/cli.js', 'test', `--project=${project}`, '--reporter=list,json'];
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const code = await step(`chromium-${project}`, process.execPath, [...args, ...files], env);
  return { name: project, ...playwrightReport(report, code, 'web/e2e'), run: (some) => playwright(project, some) };
}

/** Its failed files once more; notes which tests pass then. */
async function runAlone({ failures, run }) {
  const second = await run(filesOf({ failures }));
  const still = new Set(second.failures.map(nameOf));
  if (second.passed > 0) for (const one of failures.map(nameOf)) if (!still.has(one)) passedAlone.add(one);
}

function nameOf({ file, name }) {
  return `${file}: ${name}`;
}

function filesOf({ failures }) {
  return [...new Set(failures.map(({ file }) => file))];
}

function failureText({ message, ...failure }) {
  const alone = passedAlone.has(nameOf(failure)) ? ' (passed when run alone afterwards)' : '';
  return `${nameOf(failure)}${alone}\n    ${message}`;
}
