/**
 * Reads a recording of Java Flight Recorder, of the JDK or of async-profiler, as a profile: samples of CPU and of wall
 * time, allocations, waits for locks. https://openjdk.org/jeps/328
 */
import type { ValueType } from '../../decode/profile.ts';
import type { ForeignStack, ForeignStacks } from '../stacks/foreignStacks.ts';
import { JfrError } from './jfrBytes.ts';
import { jfrChunks, type JfrChunk } from './jfrChunks.ts';
import { jfrComments } from './jfrComments.ts';
import { chunkEvents, timeOf, type JfrEvent, type JfrFreed, type JfrPauses } from './jfrEvents.ts';
import { JfrLimits } from './jfrLimits.ts';
import type { JfrStack } from './jfrPools.ts';
import type { JfrSettings, SampleSettings } from './jfrSettings.ts';
import {
  ALLOCATION_SAMPLE, CPU_TIME_SAMPLE, EXECUTION_SAMPLE, IN_NEW_TLAB, JFR_KINDS, KINDS, OUTSIDE_TLAB, type JfrKindId,
} from './jfrSources.ts';

const SAMPLES: ValueType = { type: 'samples', unit: 'count' };
/** Number of events up to which each keeps its time, to save memory: a timeline could not distinguish more. */
const MAX_TIMED = 100_000;
/** Number of frames in the stacks of all events up to which each keeps its time. */
const MAX_FRAMES = 4_000_000;
const MAX_UNIX_NANOS = 9_000_000_000_000_000_000n;
const NATIVE_SKIPPED = 'It has too many events of native memory: later ones are left out, and it is not known what of '
  + 'it was freed';
/** A century. */
const MAX_SPAN_NANOS = 3_200_000_000_000_000_000n;

/** Returns no stacks for a recording without such events. Throws JfrError if no chunk can be read, or LimitError. */
export function jfrStacks(bytes: Uint8Array): ForeignStacks {
  const { chunks, gaps } = jfrChunks(bytes);
  const read: JfrChunk[] = [];
  const settings: SampleSettings[] = [];
  const all: JfrEvent[] = [];
  const pauses: JfrPauses = { collections: 0, nanos: 0, longest: 0 };
  const limits = new JfrLimits();
  const freed: JfrFreed = new Map();
  let before: JfrSettings | null = null;
  for (const chunk of chunks) {
    try {
      const own = chunkEvents(bytes, chunk, { before, limits, freed });
      before = own.settings.flat();
      read.push(chunk);
      if (own.events.length > 0) settings.push(own.samples);
      for (const event of own.events) all.push(event);
      pauses.collections += own.pauses.collections;
      pauses.nanos += own.pauses.nanos;
      pauses.longest = Math.max(pauses.longest, own.pauses.longest);
    } catch (error) {
      if (!(error instanceof JfrError)) throw error;
      gaps.push({ at: chunk.at, reason: error.message, isCut: false });
    }
  }
  gaps.sort((one, other) => one.at - other.at);
  const [gap] = gaps;
  if (read.length === 0 && gap !== undefined)
    throw new JfrError(`${gap.reason} (chunk at byte ${gap.at.toLocaleString('en-US')})`, gap.isCut);
  const { hasSkipped } = limits;
  const hasFrees = freed.size > 0 && !hasSkipped;
  const { events, skipped } = withoutTwice(hasFrees ? all.map((event) => withFreed(event, freed)) : all);
  const measured = new Set(JFR_KINDS.filter((kind) => KINDS[kind].measured !== null
    && events.every((event) => event.kind !== kind || event.amount !== null)));
  const kinds = JFR_KINDS.filter((kind) => events.some((event) => event.kind === kind));
  const types = kinds.map((kind) => typeOf(kind, measured));
  // With one kind, its number of samples is that of all.
  const columns = kinds.length === 1 && types[0]?.unit === 'count' ? [] : kinds;
  const sampleTypes = columns.length === 0 ? [SAMPLES] : [SAMPLES, ...types];
  const span = spanOf(read);
  const periods = new Set(events.flatMap(({ kind, count, amount }) => (kind === 'cpu' ? [(amount ?? 0) / count] : [])));
  const [period = 0] = periods.size === 1 ? periods : [];
  return {
    types: sampleTypes, stacks: stacksOf(events, columns, sampleTypes),
    defaultType: sampleTypes[1]?.type ?? SAMPLES.type,
    rest: {
      timeNanos: span.startNanos, durationNanos: span.durationNanos,
      ...period >= 1 ? { period: BigInt(Math.round(period)), periodType: { type: 'cpu', unit: 'nanoseconds' } } : {},
      comments: [
        ...jfrComments({
          events, measured, hasFrees, hasSkipped, chunks: read.length, gaps, settings, pauses, ...span,
        }),
        ...skipped, ...hasSkipped ? [NATIVE_SKIPPED] : [],
      ],
    },
  };
}

function typeOf(kind: JfrKindId, measured: ReadonlySet<JfrKindId>): ValueType {
  const { measured: own, counted } = KINDS[kind];
  return own !== null && measured.has(kind) ? own : { type: counted, unit: 'count' };
}

/** Sets apart memory of malloc that no later event frees. */
const withFreed = (event: JfrEvent, freed: JfrFreed): JfrEvent => (event.kind !== 'malloc'
  || (freed.get(event.address) ?? -1) >= timeOf(event.offset, event.chunk) ? event : { ...event, kind: 'unfreed' });

/** Leaves events out whose CPU time or allocations other events of the recording have, too. */
function withoutTwice(all: readonly JfrEvent[]): { events: readonly JfrEvent[]; skipped: string[] } {
  const has = (...names: string[]): boolean => all.some(({ source }) => names.includes(source.event));
  const isTwice = ({ source, kind }: JfrEvent): boolean =>
    (source.event === EXECUTION_SAMPLE && kind === 'cpu' && hasCpuTime)
    || (source.event === ALLOCATION_SAMPLE && hasTlabs);
  const hasCpuTime = has(CPU_TIME_SAMPLE);
  const hasTlabs = has(IN_NEW_TLAB, OUTSIDE_TLAB);
  const skipped = new Set(all.filter(isTwice).map(({ source }) => source.event));
  return {
    events: skipped.size === 0 ? all : all.filter((event) => !isTwice(event)),
    skipped: [...skipped].map((name) => `Its ${name} events are left out, because ${
      name === EXECUTION_SAMPLE ? CPU_TIME_SAMPLE : 'the events of TLABs'} state the same ${
      name === EXECUTION_SAMPLE ? 'CPU time' : 'allocations'}`),
  };
}

/** Returns the events, each with its time if they are not too many, else those of one stack together. */
function stacksOf(
  events: readonly JfrEvent[], columns: readonly JfrKindId[], types: readonly ValueType[]
): ForeignStack[] {
  const isTimed = events.length <= MAX_TIMED
    && events.reduce((sum, { stack }) => sum + stack.frames.length, 0) <= MAX_FRAMES;
  return (isTimed ? events : together(events)).map((event) => {
    const { stack: { frames }, kind, count, amount } = event;
    const ofKind = types[columns.indexOf(kind) + 1]?.unit === 'count' ? count : amount ?? 0;
    return {
      frames, values: [count, ...columns.map((one) => (one === kind ? ofKind : 0))], labels: labelsOf(event, isTimed),
    };
  });
}

function together(events: readonly JfrEvent[]): JfrEvent[] {
  const numbers = new Map<JfrStack, number>();
  const sums = new Map<string, JfrEvent>();
  for (const event of events) {
    const number = numbers.get(event.stack) ?? numbers.size;
    numbers.set(event.stack, number);
    const key = [number, event.source.event, event.kind, event.className, event.thread].join('\u0000');
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { ...event });
    else {
      sum.count += event.count;
      sum.amount = sum.amount === null || event.amount === null ? null : sum.amount + event.amount;
    }
  }
  return [...sums.values()];
}

function labelsOf(
  { source, thread, className, chunk, offset }: JfrEvent, isTimed: boolean
): NonNullable<ForeignStack['labels']> {
  const labels: [key: string, value: string | bigint][] = [['event', source.event]];
  if (thread !== '') labels.push(['thread', thread]);
  if (className !== '') labels.push(['class', className]);
  if (!isTimed || !Number.isSafeInteger(Math.round(offset))) return labels;
  const time = chunk.startNanos + BigInt(Math.round(offset));
  if (chunk.startNanos > 0n && time > 0n && time < MAX_UNIX_NANOS) labels.push(['timestamp_ns', time]);
  return labels;
}

/** Returns the time from the first start to the last end of chunks; 0 for times that cannot be. */
function spanOf(chunks: readonly JfrChunk[]): { startNanos: bigint; durationNanos: bigint } {
  const valid = chunks.filter(({ startNanos, durationNanos }) =>
    startNanos < MAX_UNIX_NANOS && durationNanos < MAX_SPAN_NANOS);
  let [start, end] = [valid[0]?.startNanos ?? 0n, 0n];
  for (const { startNanos, durationNanos } of valid) {
    if (startNanos < start) start = startNanos;
    if (startNanos + durationNanos > end) end = startNanos + durationNanos;
  }
  const length = end - start;
  return { startNanos: start, durationNanos: length > 0n && length < MAX_SPAN_NANOS ? length : 0n };
}
