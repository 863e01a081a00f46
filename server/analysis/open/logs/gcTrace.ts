/** Summarizes the lines of GODEBUG=gctrace=1 within any output, per process, from these lines alone. */
import { counted, formatBytes, formatSeconds } from '../../../../core/text/format.ts';
import { fits, isIn, mayMatch } from '../../../../core/text/prefilter/fits.ts';
import { bareLines } from '../../logs/bareLines.ts';
import type { Look } from '../look/look.ts';
import { GC_LINE, withoutTears } from './gcTraceLines.ts';
import { fivePhaseFacts, inThreePhases } from './gc/fivePhases.ts';
import { growthText } from './gc/growth.ts';
import { markWords, type Mark } from './gc/marks.ts';
import { hasOldTrace, oldTraceFacts } from './gc/oldTraces.ts';
import { denseStretch, type TracedCycle } from './gc/denseStretch.ts';
import { memoryLimit } from './gc/memoryLimit.ts';
import { paceOf } from './gc/pace.ts';
import { longestStop, longStops, type Stop } from './gc/stops.ts';
import { tagOf, toolsOf } from './gc/traceSources.ts';

interface Process {
  cycles: number; lastSeconds: number; endSeconds: number; cpuMs: number; liveMb: number[]; cores: number;
  forced: number; goalPerLive: number[];
  /** Number of each cycle, and its heap at the end of the mark phase. */
  numbers: number[]; heapMb: number[]; stops: Stop[]; marks: Mark[];
  /** Whether its last cycle was asked for, by runtime.GC or by time: the heap may be at its smallest then. */
  isLastForced: boolean;
  /** Cycle number of the first line; above 1, the trace was cut there. */
  firstNumber: number; firstSeconds: number;
  /** CPU of the cycles before the last. */
  cpuBeforeLastMs: number;
  /** GC's share of CPU since the start, as stated in the last line. */
  statedPercent: number;
  each: TracedCycle[];
}

/** Returns whether the text has a line of any version. */
export const hasGcTrace = ({ text, bare }: Look): boolean => fits(GC_LINE, bare) || hasOldTrace(text)
  || (isIn(' ms clock, ', text) && GC_LINE.test(inThreePhases(text)));

/** The beginning of a line of Go 1.5 or later. */
const BEGIN = /\bgc #?\d{1,9} @\d/;
/** Returns only the GC lines, without their wrapping: JSON escapes the arrow. */
function gcLines(text: string): string {
  if (!mayMatch(BEGIN, text)) return '';
  const lines = withoutTears(inThreePhases(text)).split('\n').filter((line) => /\bgc \d{1,9} @\d/.test(line));
  return bareLines(lines.join('\n'), lines).lines.join('\n');
}

/** Describes the process with most cycles; null without a line. A lower cycle number begins another process. */
export function gcTraceFacts({ text }: Look): string | null {
  const processes: Process[] = [];
  let last = Infinity;
  for (const match of gcLines(text).matchAll(new RegExp(GC_LINE, 'g'))) {
    const numbers = match.slice(1, 16).map(Number);
    const [number = 0, at = 0, sweep = 0, mark = 0, term = 0, sweepCpu = 0, assist = 0, background = 0] = numbers;
    const [, termCpu = 0, start = 0, marked = 0, live = 0, goal = 0, cores = 0] = numbers.slice(8);
    if (number <= last && (number < last || processes.length === 0)) {
      processes.push({
        each: [], cycles: 0, lastSeconds: 0, endSeconds: 0, cpuMs: 0, liveMb: [], cores, forced: 0, goalPerLive: [],
        firstNumber: number, firstSeconds: at, cpuBeforeLastMs: 0, statedPercent: 0, numbers: [], heapMb: [],
        stops: [], marks: [], isLastForced: false,
      });
    }
    const process = processes.at(-1);
    if (process === undefined) continue;
    const before = process.liveMb.at(-1);
    // Skips repeated lines, which exports contain.
    if (number === last && process.lastSeconds === at) continue;
    last = number;
    process.cycles += 1;
    process.lastSeconds = at;
    process.endSeconds = at + (sweep + mark + term) / 1000;
    process.statedPercent = Number(/s (\d{1,3})%:/.exec(match[0])?.[1] ?? 0);
    process.cpuBeforeLastMs = process.cpuMs;
    // Excludes idle workers, which only use spare CPU.
    process.cpuMs += sweepCpu + assist + background + termCpu;
    // A goal just above the heap was raised to it, as after one large allocation: it shows no GOGC.
    const isNext = number === (process.numbers.at(-1) ?? 0) + 1;
    if (before !== undefined && isNext && before > 4 && goal !== start + 1) process.goalPerLive.push(goal / before);
    process.each.push({
      seconds: at, cpuMs: sweepCpu + assist + background + termCpu, assistMs: assist, liveMb: live, goalMb: goal,
      number, startMb: start, markMs: mark, isForced: match[16] !== undefined,
    });
    process.liveMb.push(live);
    process.heapMb.push(Math.max(start, marked));
    process.numbers.push(number);
    process.stops.push({ sweepMs: sweep, termMs: term, number });
    process.marks.push({ ms: mark, assistMs: assist, workersMs: background });
    process.isLastForced = match[16] !== undefined;
    process.forced += process.isLastForced ? 1 : 0;
  }
  if (processes.length === 0) return oldTraceFacts(text);
  const most = longest(processes);
  const several = processes.length === 1 ? ''
    : ` The numbering begins again: the lines are of ${processes.length} processes, of which this has most cycles.${
      othersOf(processes, most)}`;
  const phases = fivePhaseFacts(text);
  const start = startFact(processes);
  // Of five phases, the longest stop is reported with them.
  const tiny = tinyOf(most);
  const isWhole = start === null && missingIn(most) === 0;
  const limit = !isWhole ? null
    : memoryLimit(most.each, most.cores, text) ?? denseStretch(most.each, most.cores, text);
  const marks = phases === null && start === null && limit === null && tiny === '' ? marksOf(most) : '';
  const stop = phases === null && !marks.includes(STOPS) ? longestStop(most.stops, start !== null) : null;
  const growth = limit ?? (start === null ? growthOf(most) : null);
  const stops = start ?? (phases === null ? longStops(most.stops) : null);
  const pace = isWhole && limit === null && growth === null && tiny === '' ? paceOf(most.each) : null;
  return leading(growth) + leading(stops) + leading(pace?.lead ?? null)
    + (limit === null ? '' : 'Over the whole trace, ')
    + sentenceOf(most, growth !== null)
    + (stop === null ? '' : ` ${stop}`) + marks + littleOf(most) + tiny + several
    + (processes.length === 2 ? toolsOf(text, GC_LINE) : '') + (phases === null ? '' : ` ${phases}`) + tagOf(text)
    + (pace === null ? '' : ` ${pace.step}`);
}

/** Words with which the mark phases are reported together with the stops. */
const STOPS = ', which it stops for ';

/** Describes the mark phases of a trace that lacks no cycle; "" for others. */
function marksOf(process: Process): string {
  const { firstSeconds, lastSeconds, endSeconds, firstNumber, cpuMs, cpuBeforeLastMs, cores } = process;
  const isCut = firstNumber > 1;
  const [cpu, span] = isCut ? [cpuBeforeLastMs, lastSeconds - firstSeconds] : [cpuMs, endSeconds];
  return missingIn(process) > 0 || span <= 0 ? '' : markWords({
    ...process, seconds: isCut ? endSeconds - firstSeconds : endSeconds, percent: cpu / 10 / span / cores,
  });
}

/** Describes a live heap that grows through a trace which lacks no cycle; null for others. */
function growthOf(process: Process): string | null {
  const { liveMb, goalPerLive, firstSeconds, lastSeconds } = process;
  return missingIn(process) > 0 ? null : growthText({ liveMb, goalPerLive, seconds: lastSeconds - firstSeconds });
}

/** A trace that ends earlier is of a start. */
const START_SECONDS = 1;
/** A start with a larger heap is worth a look. */
const SMALL_HEAP_MIB = 64;

/** Says that all lines are of the first moments of their processes, with small heaps; null if they are not. */
function startFact(processes: readonly Process[]): string | null {
  const heap = largestOf(processes.flatMap(({ heapMb }) => heapMb));
  const seconds = largestOf(processes.map(({ endSeconds }) => endSeconds));
  if (heap >= SMALL_HEAP_MIB || seconds >= START_SECONDS || processes.some(({ firstNumber }) => firstNumber !== 1))
    return null;
  return `The trace has only the first ${formatSeconds(seconds)} of ${
    processes.length === 1 ? 'a process' : `${processes.length} processes`}, with a heap of at most ${
    heapText(heap)}: GC is frequent in such a start, and no memory problem is seen in it.`;
}

const MAX_OTHERS = 2;
const ORDINALS = ['first', 'second', 'third'];

/** Describes the processes besides that with most cycles; "" if they are many. */
function othersOf(processes: readonly Process[], most: Process): string {
  return processes.length > MAX_OTHERS + 1 ? '' : processes.map((process, i) => (process === most ? ''
    : ` The ${ORDINALS[i] ?? ''} has ${counted(process.cycles, 'cycle')}${spanOf(process)}: ${shareOf(process)}, and ${
      'its live heap is '}${liveWords(process).live}.`)).join('');
}

/** A shorter trace shows no state, and a larger share of the CPU is worth a look. */
const MIN_SECONDS = 10;
const LITTLE_SHARE = 0.01;
const MIN_CYCLES = 5;

/** Says that GC needs little CPU, and that the live heap stays, in a trace long enough for that; "" otherwise. */
function littleOf(process: Process): string {
  const { firstNumber, firstSeconds, endSeconds, cpuMs, cores, liveMb, cycles } = process;
  const seconds = firstNumber > 1 ? endSeconds - firstSeconds : endSeconds;
  if (missingIn(process) > 0 || seconds < MIN_SECONDS || cpuMs / 1000 / seconds / cores >= LITTLE_SHARE) return '';
  const [first, most] = [liveMb[0] ?? 0, largestOf(liveMb)];
  const stays = cycles >= MIN_CYCLES && most >= MIN_LARGE_MIB && most <= MAX_GROWTH * first;
  return ` GC needs little CPU in this time${stays ? ', and the live heap does not grow' : ''}.`;
}

const MAX_GROWTH = 1.1;

/** A live heap up to this is small enough for the least goal of Go, 4 MiB times GOGC / 100. */
const TINY_MIB = 8;
/** Share of the CPU, and cycles in a second, from which the smallness of a heap is what costs. */
const MUCH_SHARE = 0.05;
const MANY_PER_SECOND = 5;

/** Says that GC takes much CPU only because the heap is small, so that each cycle comes soon; "" otherwise. */
function tinyOf(process: Process): string {
  const { cycles, firstSeconds, lastSeconds, cpuBeforeLastMs, cores, heapMb, forced, statedPercent } = process;
  const [seconds, heap] = [lastSeconds - firstSeconds, largestOf(heapMb)];
  const perSecond = (cycles - 1) / seconds;
  const share = cpuBeforeLastMs / 1000 / seconds / cores;
  if (missingIn(process) > 0 || cycles < MIN_CYCLES || 2 * forced > cycles || heap > TINY_MIB
    || !(perSecond >= MANY_PER_SECOND) || share < MUCH_SHARE) return '';
  const average = 100 * share < 2 * statedPercent ? ''
    : ` The ${statedPercent} % of its last line is the average since the start.`;
  return ` It runs ${Number(perSecond.toPrecision(2)).toLocaleString('en-US')} times per second because the heap is so `
    + `small (at most ${heapText(heap)}) that its goal is soon reached again.${average} Memory is not the `
    + 'problem: raise GOGC (such as GOGC=400), or turn it off with a GOMEMLIMIT, and allocate less (a profile of '
    + 'allocations shows where).';
}

const leading = (sentence: string | null): string => (sentence === null ? '' : `${sentence} `);

/** Returns a size of a trace, which is rounded down to whole MiB. */
const heapText = (mib: number): string => (mib === 0 ? 'less than 1 MiB' : formatBytes(mib * 2 ** 20));

function longest(processes: readonly Process[]): Process {
  return processes.reduce((most, one) => (one.cycles > most.cycles ? one : most));
}

/** Share of CPU below which GC is no load; a trace of fewer cycles does not show it. */
const LOW_PERCENT = 1;
const MIN_JUDGED = 3;

/** Returns GC's share of CPU; for a cut trace, from its first line to its last. */
function shareOf(process: Process): string {
  const { firstNumber, firstSeconds, lastSeconds, endSeconds, cpuMs, cpuBeforeLastMs, cores, statedPercent } = process;
  const isCut = firstNumber > 1;
  // Cycles that the text lacks took CPU, too.
  if (missingIn(process) > 0) return `GC took ${statedPercent} % of the CPU since the start, as the last line says`;
  const seconds = isCut ? lastSeconds - firstSeconds : endSeconds;
  if (seconds <= 0) return isCut ? `GC took ${statedPercent} % of the CPU since the start, as the line says`
    : `GC takes ${formatSeconds(cpuMs / 1000)} of CPU`;
  const perSecond = (isCut ? cpuBeforeLastMs : cpuMs) / 1000 / seconds;
  const percent = 100 * perSecond / cores;
  return `GC takes ${perSecond.toPrecision(3)} cores, ${percent.toPrecision(3)} % of ${cores} P${
    percent < LOW_PERCENT && process.cycles >= MIN_JUDGED ? ', which is little' : ''}`;
}

function spanOf({ firstNumber, firstSeconds, endSeconds }: Process): string {
  return firstNumber <= 1 ? ` in ${formatSeconds(endSeconds)}`
    : ` in ${formatSeconds(endSeconds - firstSeconds)}, from number ${firstNumber.toLocaleString('en-US')} on`;
}

/** Returns the time and the CPU of the cycles; of a cut trace up to the start of the last one, as for the share. */
function costOf(process: Process): string {
  const { firstNumber, firstSeconds, lastSeconds, cpuMs, cpuBeforeLastMs, cycles } = process;
  if (firstNumber <= 1 || cycles < 2 || lastSeconds <= firstSeconds)
    return `${spanOf(process)}, with ${formatSeconds(cpuMs / 1000)} of CPU without idle workers`;
  return `, from number ${firstNumber.toLocaleString('en-US')} on; those before the last took ${
    formatSeconds(cpuBeforeLastMs / 1000)} of CPU without idle workers in ${formatSeconds(lastSeconds - firstSeconds)}`;
}

/** Returns how many numbers are missing between the first and the last cycle. */
const missingIn = ({ numbers }: Process): number =>
  Math.max(0, (numbers.at(-1) ?? 0) - (numbers[0] ?? 0) + 1 - new Set(numbers).size);

/** Factor from which the heap was larger before than at both ends of the trace. */
const MUCH_LARGER = 1.25;
/** Sizes below are those of a program that just started, mostly. */
const MIN_LARGE_MIB = 4;

const MAX_COMPARED = 20_000;
/** Part of the range of the live heap below which its ends show no trend. */
const MAX_OF_SWING = 0.5;

/**
 * Returns the live heap: from the first cycle to the last, or from the least if it rises, and the largest if that lies
 * between them.
 */
function liveWords({ liveMb, heapMb, numbers, isLastForced }: Process): { live: string; peak: string } {
  const [start, last] = [liveMb[0] ?? 0, liveMb.at(-1) ?? 0];
  // A heap that rises may have been smaller than at first.
  const first = last >= start ? Math.min(start, ...liveMb.slice(0, MAX_COMPARED)) : start;
  const [firstHeap, lastHeap] = [heapText(first), heapText(last)];
  const isTiny = firstHeap !== lastHeap && Math.max(first, last) === 1;
  const ends = isTiny ? 'less than 2 MiB'
    : firstHeap === lastHeap ? firstHeap : `${firstHeap} to ${lastHeap}`;
  const [live, heap] = [largestOf(liveMb), largestOf(heapMb)];
  const isBetween = live >= MIN_LARGE_MIB && live > MUCH_LARGER * Math.max(first, last);
  // The ends alone would read as growth, and leave out what lies between them.
  const least = liveMb.slice(0, MAX_COMPARED).reduce((low, one) => Math.min(low, one), first);
  const isSwing = Math.abs(last - start) <= MAX_OF_SWING * (live - least) && heapText(least) !== heapText(live);
  const isWithin = !isBetween && ((live > last && last >= start && heapText(live) !== heapText(last)) || isSwing);
  const range = isWithin ? `between ${heapText(least)} and ${heapText(live)}` : ends;
  const isTold = heap >= MIN_LARGE_MIB && (isBetween || (isLastForced && heap > MUCH_LARGER * last));
  return {
    live: !isBetween ? range : `at most ${heapText(live)} (gc ${numbers[liveMb.indexOf(live)] ?? 0}), and ${
      lastHeap} after the last cycle${isLastForced ? ', which was forced' : ''}`,
    peak: isTold ? ` The heap reached ${heapText(heap)} (gc ${numbers[heapMb.indexOf(heap)] ?? 0}).` : '',
  };
}

const largestOf = (all: readonly number[]): number => all.reduce((most, one) => Math.max(most, one), 0);

/** A goal below this multiple of the live heap is of no GOGC that is set in practice. */
const MIN_GOAL = 1.05;

/** `isGrowthTold`: whether the live heap and its goal are reported already. */
function sentenceOf(process: Process, isGrowthTold: boolean): string {
  const { cycles, forced, goalPerLive } = process;
  const gogc = goalPerLive.toSorted((a, b) => a - b)[Math.floor(goalPerLive.length / 2)];
  const missing = missingIn(process);
  const count = missing > 0 ? `The text has ${cycles} of ${(cycles + missing).toLocaleString('en-US')} GC cycles`
    : cycles === 1 ? 'There is one GC cycle' : `There are ${cycles} GC cycles`;
  const { live, peak } = liveWords(process);
  const work = `${shareOf(process)}. ${count}${costOf(process)}`;
  if (isGrowthTold) return `${work}${forced > 0 ? `; ${counted(forced, 'cycle was', 'cycles were')} forced.` : '.'}`;
  return `${work}. The live heap is ${live}`
    + (gogc === undefined ? '' : `, and the heap goal ${gogc.toPrecision(gogc < MIN_GOAL ? 3 : 2)} times the live heap `
      + `of the cycle before (${gogc < MIN_GOAL ? 'as at a memory limit, GOMEMLIMIT, that is close to it'
        : `GOGC about ${Math.round((gogc - 1) * 10) * 10}`})`)
    + (forced > 0 ? `; ${counted(forced, 'cycle was', 'cycles were')} forced.` : '.') + peak;
}
