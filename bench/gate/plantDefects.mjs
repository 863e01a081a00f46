#!/usr/bin/env node
// Measures what the gate catches: plants each defect of bench/gate/defects.mjs in a clone of the last commit and runs
// tests there, cheapest first, until one fails. A defect that only an expensive lane catches lacks a unit test; one
// that nothing catches is a hole.
//
//   node bench/gate/plantDefects.mjs [3 17 ...] [--unit] [--all] [--lint] [--projects quick,slow,io]
//
// Numbers choose defects. --unit: unit tests only. --all: the long lanes too, for what the gate misses. --lint: types
// and lint over the defects, which must pass, instead of tests.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../scripts/freshness.mjs';
import { LANES } from '../../scripts/testing/lanes.mjs';
import { readResults } from '../../scripts/testing/results.mjs';
import { laneResult } from '../../scripts/testing/run.mjs';
import { DEFECTS } from './defects.mjs';

/** Their processes need a build; in the order of their costs. */
const GATE_LANES = ['server', 'page', 'real'];
const LONG_LANES = Object.keys(LANES).filter((lane) => !LANES[lane].gate);

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    unit: { type: 'boolean' }, all: { type: 'boolean' }, lint: { type: 'boolean' },
    projects: { type: 'string', default: 'quick,slow,io' },
  },
});
const projects = options.projects.split(',').flatMap((name) => ['--project', name]);
const chosen = DEFECTS.map((defect, i) => ({ ...defect, number: i + 1 }))
  .filter(({ number }) => positionals.length === 0 || positionals.includes(String(number)));

const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-defects-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
const clone = join(folder, 'clone');
const results = join(folder, 'results.ndjson');
run('git', ['clone', '--quiet', '--shared', root, clone], { cwd: folder, isNeeded: true });
symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));

const stale = chosen.filter((defect) => sourceOf(defect).split(defect.find).length !== 2);
for (const { number, file } of stale) console.error(`${number}: its text does not occur exactly once in ${file}`);
if (stale.length > 0) process.exit(1);

if (options.lint === true) {
  for (const defect of chosen) plant(defect);
  const { status, output } = run(process.execPath, ['node_modules/oxlint/bin/oxlint', '--deny-warnings']);
  console.log(output);
  process.exit(status);
}
let missed = 0;
let passedTests = 0;
for (const defect of chosen) {
  const begunMs = Date.now();
  passedTests = 0;
  const caught = caughtByUnitTests(defect) ?? (options.unit === true ? null : caughtByLanes(defect));
  if (caught === null) missed += 1;
  const seconds = Math.round((Date.now() - begunMs) / 1000);
  const words = caught === null ? `NOT CAUGHT, ${passedTests} unit tests passed`
    : `${caught.lane}: ${caught.file}: ${caught.name}`;
  console.log(`${defect.number} | ${defect.layer} | ${defect.what} | ${words} | ${seconds} s`);
}
console.log(`${chosen.length - missed} of ${chosen.length} caught`);
process.exit(missed > 0 ? 1 : 0);

/** The tests of the defect's own folder, then all whose imports lead to it. */
function caughtByUnitTests(defect) {
  const { file } = defect;
  return caughtByVitest(defect, ['run', `${dirname(file)}/`]) ?? caughtByVitest(defect, ['related', file, '--run']);
}

/** A test has caught it that fails alone too, each time with the defect and not without it. */
function caughtByVitest(defect, args) {
  const isSame = (one) => (other) => one.file === other.file && one.name === other.name;
  // On a full machine one fails by chance: then all that fail are looked at.
  for (const bail of [['--bail=1'], []]) {
    const failures = withDefect(defect, () => failuresOf([...args, ...bail]));
    if (failures.length === 0) return null;
    for (const failure of failures) {
      const again = withDefect(defect, () => failuresOf(['run', failure.file]));
      if (again.some(isSame(failure)) && !failuresOf(['run', failure.file]).some(isSame(failure)))
        return { lane: 'unit', ...failure };
      console.error(`${failure.file} fails by chance or without the defect: ${failure.name}\n${failure.message}`);
    }
  }
  return null;
}

function failuresOf([command, ...args]) {
  rmSync(results, { force: true });
  const { status, output } = run(process.execPath, [
    'node_modules/vitest/vitest.mjs', command, ...projects, '--passWithNoTests',
    '--reporter=./scripts/testing/vitestReporter.mjs', ...args,
  ], { env: { TSDBSCOPE_TEST_RESULTS: results, TSDBSCOPE_GATE: '1' } });
  const lines = readResults(results);
  if (lines.length === 0 && status === 0) return [];
  const { failures, passed } = laneResult('unit', lines, { code: status, seconds: 0, log: '' });
  passedTests += passed;
  if (failures.some(({ file }) => file === ''))
    throw new Error(`vitest ended badly without a failed test:\n${output.slice(-2000)}`);
  return failures;
}

function caughtByLanes(defect) {
  const env = { TSDBSCOPE_GATE: '1' };
  const further = options.all === true ? LONG_LANES.map((lane) => ({ lane })) : [];
  const lanes = [...GATE_LANES.map((lane) => ({ lane, env })), ...further];
  return withDefect(defect, () => {
    const built = run(process.execPath, ['scripts/build.mjs']);
    if (built.status !== 0) return { lane: 'build', file: defect.file, name: 'does not build' };
    for (const { lane, env: more } of lanes) {
      const { status, output } = run(process.execPath, ['scripts/test.mjs', '--lane', lane], { env: more });
      const [, file = '', name = ''] = /^failed: (\S+): (.*)$/m.exec(output) ?? [];
      if (status !== 0) return { lane, file, name };
    }
    return null;
  });
}

function withDefect(defect, work) {
  plant(defect);
  try {
    return work();
  } finally {
    run('git', ['checkout', '--quiet', '--', defect.file], { isNeeded: true });
  }
}

function sourceOf({ file }) {
  return readFileSync(join(clone, file), 'utf8');
}

function plant(defect) {
  writeFileSync(join(clone, defect.file), sourceOf(defect).replace(defect.find, () => defect.replace));
}

function run(command, args, { cwd = clone, env = {}, isNeeded = false } = {}) {
  const { status, stdout, stderr } = spawnSync(
    command, args, { cwd, env: { ...process.env, ...env }, encoding: 'utf8', maxBuffer: 2 ** 28 }
  );
  if (isNeeded && status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  return { status: status ?? 1, output: stdout + stderr };
}
