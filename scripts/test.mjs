// npm test: the gate that every change must pass. npm run test:all: the gate and the long lanes.
//   --lane a,b    only these lanes
//   --shard i/n   the i-th of n parts of each lane
//   --failed      only the files that failed in the last run
// testing/lanes.mjs says which file is in which lane. test-results/ keeps results, logs and pictures of failures.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, ensureInstalled, root } from './freshness.mjs';
import { AGAIN, filesToRunAgain, splitFlaky } from './testing/again.mjs';
import { appendHistory, readHistory, tooOftenFlaky } from './testing/history.mjs';
import { GATE_BUDGET, LANES } from './testing/lanes.mjs';
import { ALL_PROGRAMS, GATE_PROGRAMS, ensurePrograms } from './testing/packages.mjs';
import { hasIdleClass } from './testing/priority.mjs';
import { RESULTS_FOLDER, secondsSince, startLane, startStep, tailOf } from './testing/run.mjs';

const SUMMARY = join(RESULTS_FOLDER, 'summary.json');
const CHECKS = {
  'types and lint': ['node_modules/oxlint/bin/oxlint'],
  knip: ['node_modules/knip/bin/knip.js'],
};

const { values: options } = parseArgs({
  options: {
    all: { type: 'boolean' }, lane: { type: 'string' }, shard: { type: 'string' }, failed: { type: 'boolean' },
  },
});
const chosen = options.failed ? failedLast() : chosenLanes();
const command = options.all || chosen !== null ? 'all' : 'gate';

// So that what it started ends with it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
const startedMs = Date.now();
ensurePrograms(command === 'all' ? ALL_PROGRAMS : GATE_PROGRAMS);
ensureInstalled();
ensureBuilt();
const results = [];
const failedChecks = [];
if (chosen !== null) for (const { lane, files } of chosen) await run(lane, { files });
else await gate();
if (command === 'all' && chosen === null) await longLanes();
await report();

/**
 * Two cores: a real server at usual priority, with work for the CPU that gives way to it; then the built program beside
 * Chromium. Never two real servers at once, and never another lane of servers beside one.
 */
async function gate() {
  const beside = hasIdleClass() ? work() : null;
  await run('real');
  beside?.hurry();
  await (beside ?? work()).done;
  await Promise.all([run('server'), run('page')]);
}

/** Static checks, then unit tests. */
function work() {
  const checks = Object.entries(CHECKS).map(([name, args]) => (
    { start: (idle) => startStep(name, args, { idle }), note: noteCheck }
  ));
  return givingWay([...checks, ofLane('unit')]);
}

function ofLane(lane) {
  return { start: (idle) => startLane(lane, { idle, all: command === 'all', args: shardArgs() }), note };
}

/** One after another, giving way to what else runs until `hurry()`. */
function givingWay(steps) {
  let idle = hasIdleClass();
  let running = null;
  const done = (async () => {
    for (const { start, note: noteIt } of steps) {
      running = start(idle);
      noteIt(await running.done);
    }
  })();
  return { done, hurry: () => { idle = false; running?.hurry(); } };
}

async function longLanes() {
  noteCheck(await startStep('types', ['node_modules/typescript-native/bin/tsc', '--noEmit']).done);
  noteCheck(await startStep('s3 server', ['scripts/versitygw.mjs']).done);
  // What mostly waits beside what works; of what waits, the last minutes are one server that has nothing to do.
  await Promise.all([run('quiet'), (async () => {
    await run('page-long');
    await run('pictures');
    // As in the gate: work for the CPU gives way to a real server.
    const beside = givingWay(['unit-long', 'server-long'].map(ofLane));
    await run('live');
    beside.hurry();
    await beside.done;
  })()]);
  await run('precise');
}

async function run(lane, given = {}) {
  note(await startLane(lane, { ...given, all: command === 'all', args: shardArgs() }).done);
}

function note(result) {
  results.push(result);
  const { lane, passed, failed, skipped, seconds, failures, log } = result;
  console.log(`${lane}: ${passed} passed, ${failed} failed, ${skipped} skipped (${seconds} s)`);
  for (const failure of failures) console.log(`  ${failureText(failure)}`);
  if (failures.some(({ file }) => file === '')) console.log(tailOf(log));
}

function noteCheck({ name, code, seconds, log }) {
  console.log(`${name}: ${code === 0 ? 'good' : 'FAILED'} (${seconds} s)`);
  if (code === 0) return;
  failedChecks.push(name);
  console.log(tailOf(log));
}

/** Runs what may run again, writes the summary and the history, and ends the process. */
async function report() {
  const { failed, flaky } = await failuresAfterAgain();
  const tooOften = command === 'gate' && chosen === null ? tooOftenFlaky(readHistory()) : [];
  const seconds = secondsSince(startedMs);
  const count = (key) => results.reduce((sum, result) => sum + result[key], 0);
  const failures = failed.length + failedChecks.length + tooOften.length;
  const summary = {
    at: new Date().toISOString(), command, commit: commitNow(), seconds, failed, flaky, failedChecks,
    lanes: results.map(({ lane, seconds: of, passed, skipped, tests }) => (
      { lane, seconds: of, passed, skipped, tests }
    )),
  };
  writeFileSync(SUMMARY, JSON.stringify(summary));
  if (chosen === null) {
    const { at, commit } = summary;
    appendHistory({ at, command, commit, seconds, failed: failed.map(nameOf), flaky: flaky.map(nameOf) });
  }
  console.log('');
  for (const name of failedChecks) console.log(`failed: ${name}`);
  for (const failure of failed) console.log(`failed: ${failureText(failure)}`);
  for (const name of tooOften) console.log(`failed: ${name}: flaky twice in the last 20 runs; mend or quarantine it`);
  for (const one of flaky) console.log(`flaky: ${failureText(one)}; passed alone afterwards`);
  const times = results.map(({ lane, seconds: of }) => `${lane} ${Math.round(of)}`).join(', ');
  const budget = command === 'gate' ? ` of ${GATE_BUDGET.wallSeconds}` : '';
  console.log(
    `${command}: ${count('passed') + flaky.length} passed, ${failures} failed, ${flaky.length} flaky, `
    + `${count('skipped')} skipped; ${Math.round(seconds)} s${budget} (${times})`
  );
  console.log(`${count('passed') + flaky.length} passed, ${failures} failed, ${count('skipped')} skipped`);
  process.exit(failures > 0 ? 1 : 0);
}

async function failuresAfterAgain() {
  const failures = results.flatMap((result) => result.failures.map((failure) => ({ ...failure, lane: result.lane })));
  const bounds = AGAIN[command];
  const { files, reason } = filesToRunAgain(results, bounds);
  if (reason !== null) console.log(`\nNothing runs again: ${reason}`);
  if (files.length === 0) return { failed: failures, flaky: [] };
  const further = [];
  for (const [i, { lane, file }] of files.entries()) {
    for (let time = 1; time <= bounds.runs; time++) {
      console.log(`Again, alone: ${file}`);
      further.push(await startLane(lane, { files: [file], tag: `again-${i}-${time}` }).done);
    }
  }
  return splitFlaky(failures, further);
}

function failureText({ file, name, message, pressurePercent, load }) {
  const full = pressurePercent === null || pressurePercent === undefined ? ''
    : ` (CPU pressure ${Math.round(pressurePercent)} %, load ${load.toFixed(1)})`;
  return `${nameOf({ file, name })}${full}\n    ${message}`;
}

function nameOf({ file, name }) {
  return `${file}: ${name}`;
}

function chosenLanes() {
  if (options.lane === undefined) return null;
  const names = options.lane.split(',');
  const unknown = names.filter((name) => LANES[name] === undefined);
  if (unknown.length === 0) return names.map((lane) => ({ lane, files: [] }));
  console.error(`There is no lane ${unknown.join(', ')}. Lanes: ${Object.keys(LANES).join(', ')}.`);
  process.exit(2);
}

function failedLast() {
  const { failed } = JSON.parse(readFileSync(SUMMARY, 'utf8'));
  const lanes = [...new Set(failed.map(({ lane }) => lane))];
  return lanes.map((lane) => ({
    lane, files: [...new Set(failed.filter((one) => one.lane === lane && one.file !== '').map(({ file }) => file))],
  }));
}

function shardArgs() {
  return options.shard === undefined ? [] : [`--shard=${options.shard}`];
}

function commitNow() {
  const { stdout, status } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}
