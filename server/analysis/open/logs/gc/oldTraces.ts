/**
 * Reads the lines of gctrace before Go 1.5, when a whole collection stopped the program. Pure.
 *
 * Go 1.3 and 1.4: `gc9(2): 12+1+744+8 us, 2 -> 10 MB, 108615 (593983-485368) objects, ...` (stopping the world,
 * sweeping what is left, marking, waiting for the workers; the live heap after the cycle before, and the heap now).
 * Go 1.0 to 1.2: `gc1(1): 0+0+0 ms, 0 -> 0 MB 16 -> 18 (19-1) objects` (mark, sweep,
 * cleanup; the heap before and after).
 */
import { counted, formatBytes, formatSeconds } from '../../../../../core/text/format.ts';
import { allIn, fits } from '../../../../../core/text/prefilter/fits.ts';

const LINE = new RegExp(String.raw`\bgc(\d{1,9})\((\d{1,4})\): (\d{1,12})\+(\d{1,12})\+(\d{1,12})(?:\+(\d{1,12}))? `
  + String.raw`(us|ms),? (\d{1,9}) (?:-?\\u003e|->|-&gt;|→) (\d{1,9}) MB\b`, 'g');
const PHASES_OF_4 = ['stopping the world', 'sweeping', 'marking', 'waiting for the workers'];
const PHASES_OF_3 = ['marking', 'sweeping', 'cleaning up'];

interface Cycle { number: number; workers: number; phasesUs: number[]; fromMb: number; toMb: number }

/** Returns whether the text has such a line. */
export const hasOldTrace = (text: string): boolean => fits(new RegExp(LINE.source), text);

/** Describes the cycles of the process with most of them; null without a line. */
export function oldTraceFacts(text: string): string | null {
  const processes: Cycle[][] = [];
  for (const [, number, workers, a, b, c, d, unit, from, to] of allIn(LINE, text)) {
    const factor = unit === 'ms' ? 1000 : 1;
    const phasesUs = [a, b, c, ...d === undefined ? [] : [d]].map((value) => Number(value) * factor);
    const cycle = {
      number: Number(number), workers: Number(workers), phasesUs, fromMb: Number(from), toMb: Number(to),
    };
    const last = processes.at(-1)?.at(-1);
    if (last === undefined || cycle.number < last.number) processes.push([cycle]);
    else if (cycle.number > last.number) processes.at(-1)?.push(cycle);
  }
  const [first] = processes;
  if (first === undefined) return null;
  const cycles = processes.reduce((most, one) => (one.length > most.length ? one : most), first);
  return `${cyclesText(cycles)} ${pausesText(cycles)} ${heapText(cycles)}${processes.length === 1 ? ''
    : ` The numbering begins again: the lines are of ${processes.length} processes, of which this has most cycles.`}`;
}

function cyclesText(cycles: readonly Cycle[]): string {
  const [first, last] = [cycles[0]?.number ?? 0, cycles.at(-1)?.number ?? 0];
  const workers = Math.max(...cycles.slice(0, MAX_CYCLES).map((one) => one.workers));
  const count = first === last ? `one GC cycle (gc${first})`
    : `${counted(cycles.length, 'GC cycle', 'GC cycles')} between gc${first} and gc${last}`;
  return `The text has ${count}, with ${workers === 1 ? 'one worker' : `up to ${workers} workers`}, as ${
    isOf3(cycles) ? 'Go 1.2 and earlier' : 'Go 1.3 and 1.4'} print them; such a line has no time of day.`;
}

const isOf3 = (cycles: readonly Cycle[]): boolean => cycles[0]?.phasesUs.length === 3;
const pauseUs = ({ phasesUs }: Cycle): number => phasesUs.reduce((sum, one) => sum + one, 0);

/** A collection of those versions is one pause. Those of 1.2 and earlier are in whole milliseconds, rounded down. */
function pausesText(cycles: readonly Cycle[]): string {
  const [first] = cycles;
  if (first === undefined) return '';
  const longest = cycles.reduce((most, one) => (pauseUs(one) > pauseUs(most) ? one : most), first);
  const phase = longest.phasesUs.indexOf(Math.max(...longest.phasesUs));
  const name = (isOf3(cycles) ? PHASES_OF_3 : PHASES_OF_4)[phase] ?? '';
  if (pauseUs(longest) === 0) return `Each of them stops the program as a whole, here for less than ${
    isOf3(cycles) ? '3 ms' : '4 µs'}.`;
  const about = isOf3(cycles) ? 'about ' : '';
  const largest = 2 * Math.max(...longest.phasesUs) > pauseUs(longest) ? `, most of it ${name}` : '';
  const all = cycles.reduce((sum, one) => sum + pauseUs(one), 0);
  return `Each of them stops the program as a whole: for ${about}${formatSeconds(pauseUs(longest) / 1e6)} at most (gc${
    longest.number}${largest})${cycles.length === 1 ? '' : `, for ${about}${formatSeconds(all / 1e6)} in all`}.`;
}

/** The two sizes mean other things in the two forms. */
function heapText(cycles: readonly Cycle[]): string {
  const full = cycles.reduce((most, one) => {
    const [before, known] = isOf3(cycles) ? [one.fromMb, most.fromMb] : [one.toMb, most.toMb];
    return before > known ? one : most;
  }, cycles[0] ?? { number: 0, workers: 0, phasesUs: [], fromMb: 0, toMb: 0 });
  const peak = `Before a collection the heap, with its garbage, has ${
    sizeText(isOf3(cycles) ? full.fromMb : full.toMb)}`
    + `${cycles.length === 1 ? '' : ` at most (gc${full.number})`}`;
  // The size that the first cycle of a process finds left by another is that of an empty heap.
  const live = isOf3(cycles) ? cycles.map((one) => one.toMb)
    : cycles.filter((one) => one.number > 1).map((one) => one.fromMb);
  const [from, to] = [live[0], live.at(-1)];
  if (from === undefined || to === undefined) return `${peak}.`;
  const course = live.length === 1 || from === to ? sizeText(to) : `${sizeText(from)} first and ${sizeText(to)} last`;
  return `${peak}; what is left after ${live.length === 1 ? 'one' : 'each'} is ${course}.`;
}

const MAX_CYCLES = 20_000;
const sizeText = (mib: number): string => (mib === 0 ? 'less than 1 MiB' : formatBytes(mib * 2 ** 20));
