/** Judges lines of GODEBUG=schedtrace: whether the processors are busy, and how the run queue and threads go. Pure. */
import { formatNumber, formatSeconds } from '../../../../../core/text/format.ts';
import { allIn } from '../../../../../core/text/prefilter/fits.ts';
import { joined } from '../../look/factTools.ts';
import { counted } from '../../look/named.ts';

const SCHED = new RegExp([
  String.raw`^SCHED (\d{1,15})ms: gomaxprocs=(\d{1,5}) idleprocs=(\d{1,5}) threads=(\d{1,6}) `,
  String.raw`.*runqueue=(\d{1,9}) \[([\d ]{1,20000})\]?`,
].join(''), 'gm');
/** Lines from which a course is told, and its least change. */
const MIN_LINES = 3;
const MIN_GROWTH = 1.2;
const MANY_THREADS = 10;
/** Share of the lines in which all processors are busy from which the program is short of CPU. */
const MOSTLY = 0.8;
/** Factor by which the runnable goroutines exceed the processors. */
const MANY_WAITING = 2;
const MS = 1000;

interface Row { ms: number; processors: number; idle: number; threads: number; global: number; local: number }
const waitingOf = ({ global, local }: Row): number => global + local;
const shown = (value: number): string => value.toLocaleString('en-US');

/** Returns how long all processors were busy, how many goroutines waited for one, and their course. */
export function schedulerFacts(text: string): string | null {
  const rows = allIn(SCHED, text).map(([, ms, processors, idle, threads, global, local = '']): Row => ({
    ms: Number(ms), processors: Number(processors), idle: Number(idle), threads: Number(threads),
    global: Number(global), local: local.trim().split(' ').reduce((sum, one) => sum + Number(one), 0),
  }));
  const [first] = rows;
  if (first === undefined) return null;
  const busy = rows.filter(({ idle }) => idle === 0);
  const most = rows.reduce((max, row) => (waitingOf(row) > waitingOf(max) ? row : max), first);
  const idle = Math.min(...rows.map((row) => row.idle));
  const said = busy.length === 0
    ? `At least ${idle} of ${first.processors} processors were idle: the program did not lack CPU.`
    : `All ${first.processors} processors were busy in ${busy.length} of ${counted(rows.length, 'line')}; up to `
      + `${counted(waitingOf(most), 'goroutine')} waited for one, at ${most.ms.toLocaleString('en-US')} ms.`;
  return joined([said, courseOf(rows), shortage(rows, busy.length), threadsOf(rows)]);
}

/** Says how the goroutines that wait for a processor go from the first to the last line. */
function courseOf(rows: readonly Row[]): string | null {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined || rows.length < MIN_LINES) return null;
  const [from, to] = [waitingOf(first), waitingOf(last)];
  if (Math.max(from, to) < MANY_WAITING * first.processors) return null;
  const within = last.ms > first.ms ? ` in ${formatSeconds((last.ms - first.ms) / MS)}` : '';
  const growth = to / Math.max(1, from);
  if (growth < MIN_GROWTH && growth > 1 / MIN_GROWTH)
    return `Goroutines that wait stay about as many: ${shown(from)} in the first line, ${shown(to)} in the last.`;
  const change = from === 0 ? '' : ` (${growth > 1 ? '+' : '\u2212'}${formatNumber(100 * Math.abs(growth - 1))} %)`;
  const global = last.global - first.global;
  const where = Math.abs(global) < MOSTLY * Math.abs(to - from) ? ''
    : `, nearly all of it in the global queue (${shown(first.global)} to ${shown(last.global)})`;
  return `The run queue ${growth > 1 ? 'grows' : 'shrinks'} from ${shown(from)} to ${shown(to)} goroutines${change}${
    within}${where}.`;
}

/** Judges whether there is more work than the processors do; null if they are not busy most of the time. */
function shortage(rows: readonly Row[], busy: number): string | null {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined || busy < MOSTLY * rows.length || rows.length < MIN_LINES) return null;
  const isMuch = rows.filter((row) => waitingOf(row) >= MANY_WAITING * row.processors).length >= MOSTLY * rows.length;
  if (!isMuch) return 'It uses all its processors, and few goroutines wait for one.';
  const grows = waitingOf(last) >= MIN_GROWTH * waitingOf(first);
  const burst = grows ? 'a burst of work comes in faster than it is done' : 'works off a burst';
  return `There are more runnable goroutines than ${first.processors} processors can run: the program is CPU-bound, or `
    + `${burst}. Each runnable goroutine waits for its turn, which adds to every latency.`;
}

function threadsOf(rows: readonly Row[]): string {
  const [first, last] = [rows[0], rows.at(-1)];
  const most = Math.max(...rows.map(({ threads }) => threads));
  const from = first?.threads ?? 0;
  const to = last?.threads ?? 0;
  if (rows.length >= MIN_LINES && to >= MIN_GROWTH * from && to - from >= MANY_THREADS)
    return `Threads grow from ${from} to ${to}: system calls or calls of C hold them.`;
  return rows.length >= MIN_LINES && from === to && most === to ? `It has ${counted(most, 'thread')} in all lines.`
    : `It had up to ${counted(most, 'thread')}.`;
}
