/**
 * Splits a trace into generations: about a second each, with separate tables. Keeps only offsets into the file; the
 * events of a generation are read later, M by M. Rules: internal/trace/batch.go and generation.go of Go 1.26.
 */
import { EV, HEADER_BYTES, MAX_BATCH_BYTES, MAX_STRING_BYTES } from './traceFormat.ts';
import { Numbers } from './numbers.ts';
import { TraceError } from './traceError.ts';

interface Span { at: number; end: number }

/** Position of the events of a batch, and its start time. */
export interface Batch extends Span { ticks: number }

/** Wall-clock time of one moment; since Go 1.25. */
export interface ClockSnapshot { ticks: number; wallSeconds: number }

export interface Generation {
  number: number;
  /** Batches of each M in file order. */
  batches: Map<number, Batch[]>;
  strings: Map<number, { at: number; end: number }>;
  /** 0: not read yet. */
  nsPerTick: number;
  clock: ClockSnapshot | null;
  minTicks: number;
  /** Number of CPU samples; positions of their batches, and of the stacks of all events. */
  cpuSamples: number;
  sampleBatches: Span[];
  stackBatches: Span[];
}

export interface Generations {
  complete: Generation[];
  /** Reason why the file ends before its last generation does; null if it is complete. */
  cutOff: string | null;
}

/** Go ends a program with more than 10,000 threads. */
const MAX_THREADS = 20_000;
const MAX_STRINGS = 1_000_000;

/**
 * Splits the file after its header. `complete` excludes a truncated last generation; damage elsewhere throws
 * TraceError.
 */
export function splitGenerations(bytes: Uint8Array, minor: number): Generations {
  const numbers = new Numbers(bytes, HEADER_BYTES, bytes.length);
  const complete: Generation[] = [];
  let current: Generation | null = null;
  const close = (): void => {
    if (current === null) return;
    checkWhole(current, minor);
    complete.push(current);
    current = null;
  };
  try {
    while (!numbers.isAtEnd) {
      const batchAt = numbers.at;
      const kind = numbers.byte();
      if (kind === EV.endOfGeneration && minor >= 26) {
        close();
        continue;
      }
      const isExperiment = kind === EV.experimentalBatch && minor >= 23;
      if (kind !== EV.eventBatch && !isExperiment)
        throw new TraceError(`a batch should start at byte ${batchAt}, where ${kind} is`);
      if (isExperiment) numbers.byte();
      const number = numbers.next();
      const thread = numbers.next();
      const ticks = numbers.next();
      const size = numbers.next();
      if (number === 0) throw new TraceError(`the batch at byte ${batchAt} has generation 0`);
      if (size > MAX_BATCH_BYTES) throw new TraceError(`the batch at byte ${batchAt} says it has ${size} bytes`);
      const at = numbers.at;
      if (at + size > bytes.length) throw new TraceError(`the batch at byte ${batchAt} is cut off`);
      numbers.at = at + size;
      if (current !== null && number === (current).number + 1 && minor < 26) close();
      current ??= newGeneration(number);
      if ((current).number !== number)
        throw new TraceError(`the batch at byte ${batchAt} belongs to generation ${number}, out of order`);
      addBatch(current, { bytes, minor, isExperiment, thread, ticks, at, end: at + size });
    }
    // Before Go 1.26 the end of the file ends the last generation.
    if (minor < 26) close();
    else if (current !== null) throw new TraceError('its last generation has no end');
  } catch (error) {
    // The program or the connection ended during writing: complete generations before it count.
    if (!(error instanceof TraceError) || complete.length === 0) throw error;
    return { complete, cutOff: error.message };
  }
  return { complete, cutOff: null };
}

function newGeneration(number: number): Generation {
  return {
    number, batches: new Map(), strings: new Map(), nsPerTick: 0, clock: null, minTicks: Infinity,
    cpuSamples: 0, sampleBatches: [], stackBatches: [],
  };
}

function checkWhole(generation: Generation, minor: number): void {
  const { number, nsPerTick, clock } = generation;
  if (nsPerTick === 0) throw new TraceError(`generation ${number} does not say the frequency of its clock`);
  if (minor >= 25 && clock === null) throw new TraceError(`generation ${number} has no clock snapshot`);
}

interface RawBatch {
  bytes: Uint8Array; minor: number; isExperiment: boolean; thread: number; ticks: number; at: number; end: number;
}

function addBatch(generation: Generation, batch: RawBatch): void {
  const { bytes, minor, isExperiment, thread, ticks, at, end } = batch;
  generation.minTicks = Math.min(generation.minTicks, ticks);
  if (isExperiment || at === end) return;
  const inside = new Numbers(bytes, at + 1, end);
  switch (bytes[at]) {
    case EV.strings: return addStrings(generation, inside);
    case EV.stacks:
      generation.stackBatches.push({ at: at + 1, end });
      return;
    case EV.cpuSamples:
      eachSample(inside, () => { generation.cpuSamples++; });
      generation.sampleBatches.push({ at: at + 1, end });
      return;
    case EV.sync: if (minor >= 25) return addSync(generation, inside, ticks);
      break;
    case EV.frequency:
      if (minor < 25) {
        inside.at = at;
        return addSync(generation, inside, ticks);
      }
      break;
    default: break;
  }
  const known = generation.batches.get(thread);
  if (known !== undefined) known.push({ ticks, at, end });
  else if (generation.batches.size >= MAX_THREADS) throw new TraceError(`it has more than ${MAX_THREADS} threads`);
  else generation.batches.set(thread, [{ ticks, at, end }]);
}

function addStrings({ strings, number }: Generation, numbers: Numbers): void {
  while (!numbers.isAtEnd) {
    if (numbers.byte() !== EV.string) throw new TraceError(`a string should start at byte ${numbers.at - 1}`);
    const id = numbers.next();
    const length = numbers.next();
    const at = numbers.at;
    if (length > MAX_STRING_BYTES || at + length > numbers.end)
      throw new TraceError(`the string at byte ${at} says it has ${length} bytes`);
    if (strings.has(id)) throw new TraceError(`generation ${number} has two strings with the number ${id}`);
    if (strings.size >= MAX_STRINGS) throw new TraceError(`it has more than ${MAX_STRINGS} strings`);
    strings.set(id, { at, end: at + length });
    numbers.at = at + length;
  }
}

function addSync(generation: Generation, numbers: Numbers, ticks: number): void {
  let now = ticks;
  while (!numbers.isAtEnd) {
    const kind = numbers.byte();
    if (kind === EV.frequency) {
      const perSecond = numbers.next();
      if (perSecond === 0 || generation.nsPerTick !== 0)
        throw new TraceError(`generation ${generation.number} says the frequency of its clock as ${perSecond}`);
      generation.nsPerTick = 1e9 / perSecond;
    } else if (kind === EV.clockSnapshot) {
      now += numbers.next();
      numbers.next();
      const seconds = numbers.next();
      generation.clock = { ticks: now, wallSeconds: seconds + numbers.next() / 1e9 };
    } else throw new TraceError(`a frequency or a clock should start at byte ${numbers.at - 1}, where ${kind} is`);
  }
}

/** Reads the samples of one batch, after its first byte. Throws TraceError if it contains anything else. */
export function eachSample(
  numbers: Numbers, take: (ticks: number, proc: number, goroutine: number, stack: number) => void
): void {
  while (!numbers.isAtEnd) {
    if (numbers.byte() !== EV.cpuSample) throw new TraceError(`a CPU sample should start at byte ${numbers.at - 1}`);
    const ticks = numbers.next();
    // Skips the M.
    numbers.next();
    take(ticks, numbers.next(), numbers.next(), numbers.next());
  }
}
