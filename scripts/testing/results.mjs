// Results of tests as lines of JSON, the same from vitest and from Playwright. A line is written when a test ends, so
// that a lane that is killed keeps what it had.
//   {type: 'test', file, name, result: 'passed' | 'failed' | 'skipped', seconds, message?, pressurePercent?, load?}
//   {type: 'file', file, startMs, endMs}: UNIX time of a file's run
//   {type: 'fault', atMs, what}: a fault of the program under test, noted by the lab
//     (server/program/integration/lab/faults.ts)
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';

const COLOURS = new RegExp(`${String.fromCodePoint(27)}\\[[0-9;]*m`, 'g');
const MAX_MESSAGE_LINES = 8;
const MAX_MESSAGE_CHARACTERS = 800;

/** Appends a line to the file that the runner of the lane named; does nothing where none did. */
export function writeResult(line) {
  const file = process.env.TSDBSCOPE_TEST_RESULTS;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`);
}

/** The line of a test that ended; a failure carries how full the machine was. */
export function testLine({ file, name, result, seconds, message }) {
  const line = { type: 'test', file, name, result, seconds: Math.round(seconds * 1000) / 1000 };
  if (result !== 'failed') return line;
  return { ...line, message: shortMessage(message), pressurePercent: cpuPressurePercent(), load: loadavg()[0] };
}

/** All lines of a file of results; empty where it is missing. */
export function readResults(file) {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').split('\n').filter((line) => line !== '').map((line) => JSON.parse(line));
}

/** The share of the last ten seconds in which something waited for a CPU, in percent; null where it is unknown. */
function cpuPressurePercent() {
  const file = '/proc/pressure/cpu';
  const share = existsSync(file) ? /^some avg10=([\d.]+)/.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
  return share === undefined ? null : Number(share);
}

/** The first lines of an error, without colours and stack. */
function shortMessage(message = '') {
  return message.replaceAll(COLOURS, '').split('\n').map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('at '))
    .slice(0, MAX_MESSAGE_LINES).join(' | ').slice(0, MAX_MESSAGE_CHARACTERS);
}
