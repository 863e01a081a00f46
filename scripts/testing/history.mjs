// What earlier runs on this machine said, in test-results/history.ndjson: a line for each run.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RESULTS_FOLDER } from './run.mjs';

const HISTORY = join(RESULTS_FOLDER, 'history.ndjson');
/** A test that was flaky this often in so many of the latest runs of the gate fails the next one. */
const MAX_FLAKY = 1;
const RUNS = 20;

/** Earlier runs, oldest first: {at, command: 'gate' | 'all', commit, seconds, failed: string[], flaky: string[]}. */
export function readHistory() {
  if (!existsSync(HISTORY)) return [];
  return readFileSync(HISTORY, 'utf8').split('\n').filter((line) => line !== '').map((line) => JSON.parse(line));
}

export function appendHistory(run) {
  appendFileSync(HISTORY, `${JSON.stringify(run)}\n`);
}

/** Names of tests that were flaky too often in the latest runs of the gate: to be mended or quarantined. */
export function tooOftenFlaky(runs) {
  const count = new Map();
  for (const { flaky } of runs.filter(({ command }) => command === 'gate').slice(-RUNS))
    for (const name of new Set(flaky)) count.set(name, (count.get(name) ?? 0) + 1);
  return [...count].filter(([, times]) => times > MAX_FLAKY).map(([name]) => name);
}
