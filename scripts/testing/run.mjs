// Runs one lane of tests, or one command beside it, with its output kept in a file.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../freshness.mjs';
import { LANES, QUARANTINE, ROWS, rowOf } from './lanes.mjs';
import { toUsualPriority, whenIdle } from './priority.mjs';
import { readResults } from './results.mjs';

/** Where results, logs and pictures of failures are kept until the next run. */
export const RESULTS_FOLDER = join(root, 'test-results');

/** A lane that takes longer than this hangs. */
const MAX_LANE_SECONDS = { gate: 900, long: 3600 };

/**
 * Starts a command in the project's folder. `done` resolves to {code, seconds, log}; `hurry()` ends its giving way.
 * `idle`: it gives way to everything else; `limitSeconds`: it is killed then.
 */
export function startStep(name, args, { idle = false, env = {}, limitSeconds = MAX_LANE_SECONDS.gate } = {}) {
  mkdirSync(RESULTS_FOLDER, { recursive: true });
  const log = join(RESULTS_FOLDER, `${name.replaceAll(' ', '-')}.log`);
  const output = openSync(log, 'w');
  const startedMs = Date.now();
  const plain = [process.execPath, ...args];
  const [file, ...rest] = idle ? whenIdle(plain) : plain;
  const child = spawn(file, rest, {
    cwd: root, stdio: ['ignore', output, output], env: { ...process.env, ...env }, detached: true,
  });
  closeSync(output);
  const killAll = () => {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  };
  const limit = setTimeout(killAll, limitSeconds * 1000);
  process.once('exit', killAll);
  const done = once(child, 'exit').then(([code]) => {
    clearTimeout(limit);
    process.off('exit', killAll);
    // What it left running would disturb the next lane.
    killAll();
    return { name, code: code ?? 'a signal', seconds: secondsSince(startedMs), log };
  });
  return { done, hurry: () => { if (idle) toUsualPriority(child.pid); } };
}

/**
 * Starts a lane, or some of its files; `done` resolves to its result (`laneResult`). `tag`: a word for the files of
 * results of a further run. `args`: further arguments of vitest or Playwright. `all`: quarantined tests, too.
 */
export function startLane(lane, { files = [], tag = '', idle = false, args = [], all = false } = {}) {
  const name = tag === '' ? lane : `${lane}-${tag}`;
  const results = join(RESULTS_FOLDER, `${name}.ndjson`);
  rmSync(results, { force: true });
  const { runner, gate, workers } = LANES[lane];
  const { done, hurry } = startStep(name, [
    ...commandOf(lane, runner), ...workersArgs(runner, workers),
    ...skipArgs(lane, all), ...args, ...files,
  ], {
    idle, env: { TSDBSCOPE_TEST_RESULTS: results, ...(gate && !all ? { TSDBSCOPE_GATE: '1' } : {}) },
    limitSeconds: gate ? MAX_LANE_SECONDS.gate : MAX_LANE_SECONDS.long,
  });
  return { hurry, done: done.then((ended) => laneResult(lane, readResults(results), ended)) };
}

function commandOf(lane, runner) {
  if (runner === 'playwright') {
    return [
      'node_modules/@playwright/test/cli.js', 'test', `--project=${lane}`,
      '--reporter=list,./scripts/testing/playwrightReporter.mjs',
    ];
  }
  const projects = new Set(ROWS.filter((row) => row.lane === lane).map(({ project }) => project ?? lane));
  return [
    'node_modules/vitest/vitest.mjs', 'run', ...[...projects].flatMap((project) => ['--project', project]),
    '--reporter=default', '--reporter=./scripts/testing/vitestReporter.mjs',
  ];
}

function workersArgs(runner, workers) {
  if (workers === undefined) return [];
  return [runner === 'playwright' ? `--workers=${workers}` : `--maxWorkers=${workers}`];
}

/** Skips the quarantined tests of a lane, except in `npm run test:all`. */
function skipArgs(lane, all) {
  const names = QUARANTINE.filter(({ file }) => rowOf(file)?.lane === lane)
    .map(({ test }) => test.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (names.length === 0 || all) return [];
  return LANES[lane].runner === 'playwright' ? ['--grep-invert', names.join('|')]
    : ['--testNamePattern', `^(?!.*(?:${names.join('|')}))`];
}

/**
 * {lane, seconds, passed, failed, skipped, failures: test lines, tests: test lines, spans: {file: {startMs, endMs}},
 * faults: fault lines, log}. A run without a test, and one that ended badly without a failed test, has failed too.
 */
export function laneResult(lane, lines, { code, seconds, log }) {
  const tests = lines.filter(({ type }) => type === 'test');
  const failures = tests.filter(({ result }) => result === 'failed');
  if (failures.length === 0 && (code !== 0 || tests.length === 0)) {
    const message = code === 0 ? 'no test was run' : `it ended with ${code} and no failed test`;
    failures.push({ type: 'test', file: '', name: 'the lane itself', result: 'failed', seconds: 0, message });
  }
  const counted = (result) => tests.filter((test) => test.result === result).length;
  return {
    lane, seconds, passed: counted('passed'), failed: failures.length, skipped: counted('skipped'), failures, tests,
    spans: Object.fromEntries(lines.filter(({ type }) => type === 'file').map(({ file, startMs, endMs }) => (
      [file, { startMs, endMs }]
    ))),
    faults: lines.filter(({ type }) => type === 'fault'), log,
  };
}

/** The end of a file of output. */
export function tailOf(log, lines = 60) {
  return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
}

export function secondsSince(startedMs) {
  return Math.round((Date.now() - startedMs) / 100) / 10;
}
