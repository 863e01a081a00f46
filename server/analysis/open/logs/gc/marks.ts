/** Says how long cycles of a GC trace mark beside the program, and where its goroutines had to help. Pure. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { longStops, type Stop } from './stops.ts';

/** The concurrent part of a cycle; the CPU of goroutines that helped it, and of its own workers. */
export interface Mark { ms: number; assistMs: number; workersMs: number }

/** Trace of a process, from the start of its first cycle to the end of its last one. */
interface Traced {
  marks: readonly Mark[]; stops: readonly Stop[]; seconds: number;
  /** GC's share of CPU in the trace, and as the last line states it since the start of the process; in percent. */
  percent: number; statedPercent: number;
}

const MIN_CYCLES = 2;
/** A mark phase, and a share of the time, from which marking is reported. */
const LONG_MS = 500;
const MUCH_OF_TIME = 0.05;
/** A trace this short shows no share of time. */
const MIN_SECONDS = 5;
/** Share of the CPU of marking that goroutines did, and that CPU, from which a cycle is said to need them. */
const MUCH_ASSIST = 0.25;
const MIN_ASSIST_MS = 200;
const MAX_NAMED = 3;
/** Factor by which the stated share exceeds that of the trace if it is of another time. */
const OTHER_TIME = 2;
const MAX_CYCLES = 20_000;

const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0);

/** Returns sentences on the mark phases, with a blank before each; "" if they are short and rare. */
export function markWords(process: Traced): string {
  const { marks, stops, seconds, percent, statedPercent } = process;
  const phases = marks.slice(0, MAX_CYCLES).map(({ ms }) => ms);
  const [least, most, all] = [Math.min(...phases), Math.max(...phases), sumOf(phases)];
  const share = seconds >= MIN_SECONDS ? all / 1000 / seconds : 0;
  if (phases.length < MIN_CYCLES || (most < LONG_MS && share < MUCH_OF_TIME)) return '';
  const [from, to] = [formatSeconds(least / 1000), formatSeconds(most / 1000)];
  const ofTime = share === 0 ? '' : `, ${Number((100 * share).toPrecision(2))} % of the time`;
  const stopped = Math.max(...stops.slice(0, MAX_CYCLES).map(({ sweepMs, termMs }) => sweepMs + termMs));
  const isConcurrent = longStops(stops) === null;
  return ` A cycle marks for ${from === to ? to : `${from} to ${to}`}${ofTime}, beside the program${
    isConcurrent ? `, which it stops for ${formatSeconds(stopped / 1000)} at most` : ''}.${
    assistWords(marks, stops)}${statedPercent < OTHER_TIME * percent || seconds < MIN_SECONDS ? ''
    : ` The ${statedPercent} % of its last line is the average since the start, not of this time.`}`;
}

/** Names the cycles in which goroutines did much of the marking themselves; "" if there are none. */
function assistWords(marks: readonly Mark[], stops: readonly Stop[]): string {
  const found = marks.flatMap(({ assistMs, workersMs }, at) =>
    (assistMs >= MIN_ASSIST_MS && assistMs >= MUCH_ASSIST * (assistMs + workersMs)
      ? [{ assistMs, number: stops[at]?.number ?? 0 }] : [])).sort((a, b) => b.assistMs - a.assistMs);
  const [most] = found;
  if (most === undefined) return '';
  const numbers = found.slice(0, MAX_NAMED).map(({ number }) => number).sort((a, b) => a - b);
  const cycles = found.length === 1 ? `In gc ${most.number}`
    : found.length <= MAX_NAMED ? `In gc ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1) ?? 0}`
    : `In ${found.length} of ${marks.length} cycles`;
  return ` ${cycles} goroutines that allocate had to help marking, with ${found.length === 1 ? '' : 'up to '}${
    formatSeconds(most.assistMs / 1000)} of CPU: they were slower meanwhile.`;
}
