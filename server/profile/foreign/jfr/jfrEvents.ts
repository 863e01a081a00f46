/** Reads the events with stacks of one chunk of a Java Flight Recorder file. Pure. */
import { JfrBytes, JfrError } from './jfrBytes.ts';
import { JFR_HEADER, type JfrChunk } from './jfrChunks.ts';
import type { JfrLimits } from './jfrLimits.ts';
import { readMetadata, type JfrType, type JfrTypes } from './jfrMetadata.ts';
import { JfrPools, type JfrStack } from './jfrPools.ts';
import { ACTIVE_SETTING, JfrSettings, SETTING_FIELDS, type SampleSettings } from './jfrSettings.ts';
import {
  EVENT_FIELDS, EXECUTION_SAMPLE, FREE, isLockClass, MALLOC, SOURCES, THREAD_PARK, type JfrKindId, type JfrSource,
} from './jfrSources.ts';
import { JfrValueReader, numberOf, type JfrValues } from './jfrValues.ts';

export interface JfrEvent {
  source: JfrSource;
  kind: JfrKindId;
  stack: JfrStack;
  thread: string;
  /** Class that is allocated or waited for; "" for none. */
  className: string;
  /** Number of samples. */
  count: number;
  /** Nanoseconds or bytes; null if the recording does not state them. */
  amount: number | null;
  chunk: JfrChunk;
  /** Nanoseconds since the chunk began. */
  offset: number;
  /** Address of memory of malloc; 0 for other events. */
  address: number;
}
/** The last time that memory at an address was freed, in nanoseconds since 1970. */
export type JfrFreed = Map<number, number>;
/** Pauses of garbage collections, in nanoseconds. */
export interface JfrPauses { collections: number; nanos: number; longest: number }
export interface JfrChunkEvents {
  events: JfrEvent[]; settings: JfrSettings; samples: SampleSettings; pauses: JfrPauses;
}

const CHECKPOINT = 1;
const COLLECTION = 'jdk.GarbageCollection';
const FREE_FIELDS = new Set(['address', 'startTime']);
const PAUSE_FIELDS = new Set(['sumOfPauses', 'longestPause']);
/** Number of settings of a chunk that are read; the JDK has some 400. */
const MAX_SETTINGS = 20_000;
/** The largest amount of one event that a double represents. */
const MAX_AMOUNT = 2 ** 53;

/** Returns the events of a chunk; `before` has the settings of the chunk before it. Throws JfrError, or LimitError. */
export function chunkEvents(
  bytes: Uint8Array, chunk: JfrChunk,
  { before, limits, freed }: { before: JfrSettings | null; limits: JfrLimits; freed: JfrFreed }
): JfrChunkEvents {
  const types = readMetadata(bytes, chunk.metadata, chunk.end);
  const values = new JfrValueReader(types, chunk.end - chunk.at);
  const pools = new JfrPools(bytes, chunk.end, values, limits);
  const settings = new JfrSettings(before);
  const sources = new Map([...types.values()].flatMap((type) => {
    const source = SOURCES.find(({ event }) => event === type.name);
    return source === undefined ? [] : [[type.id, { source, type }] as const];
  }));
  const stated: JfrBytes[] = [];
  const setting = [...types.values()].find(({ name }) => name === ACTIVE_SETTING);
  // Constants may be behind the events that name them.
  eachEvent(bytes, chunk, (id, at, end) => {
    if (id === CHECKPOINT) pools.addCheckpoint(new JfrBytes(bytes, at, end));
    else if (id === setting?.id && stated.length < MAX_SETTINGS) stated.push(new JfrBytes(bytes, at, end));
  });
  if (setting !== undefined) for (const own of stated) {
    const { id, name, value } = values.fields(own, setting, SETTING_FIELDS);
    settings.add(typeof id === 'number' ? types.get(id)?.name ?? '' : '', pools.text(name), pools.text(value));
  }
  const samples = settings.samples();
  const events: JfrEvent[] = [];
  const pauses: JfrPauses = { collections: 0, nanos: 0, longest: 0 };
  const [collection, free] = [COLLECTION, FREE].map((wanted) =>
    [...types.values()].find(({ name }) => name === wanted));
  eachEvent(bytes, chunk, (id, at, end) => {
    const found = sources.get(id);
    if (collection?.id === id)
      addPauses(pauses, values.fields(new JfrBytes(bytes, at, end), collection, PAUSE_FIELDS), chunk);
    if (free?.id === id && limits.native())
      addFreed(freed, values.fields(new JfrBytes(bytes, at, end), free, FREE_FIELDS), chunk);
    if (found === undefined || (found.source.event === MALLOC && !limits.native())) return;
    limits.event();
    const fields = values.fields(new JfrBytes(bytes, at, end), found.type, EVENT_FIELDS);
    const event = eventOf(fields, found, { chunk, pools, samples });
    if (!(event.count <= MAX_AMOUNT) || !((event.amount ?? 0) <= MAX_AMOUNT))
      throw new JfrError(`the event at byte ${at} states an impossible amount`);
    events.push(event);
  });
  return { events, settings, samples, pauses };
}

function addPauses(pauses: JfrPauses, { sumOfPauses, longestPause }: JfrValues, chunk: JfrChunk): void {
  pauses.collections += 1;
  pauses.nanos += nanosOfTicks(numberOf(sumOfPauses), chunk) ?? 0;
  pauses.longest = Math.max(pauses.longest, nanosOfTicks(numberOf(longestPause), chunk) ?? 0);
}

function addFreed(freed: JfrFreed, { address, startTime }: JfrValues, chunk: JfrChunk): void {
  const at = numberOf(address);
  freed.set(at, Math.max(freed.get(at) ?? 0, timeOf(offsetOf(startTime, chunk), chunk)));
}

/** Calls back with the type of each event, and where its values begin and end. Throws JfrError for one without size. */
function eachEvent(
  bytes: Uint8Array, { at: from, end: to }: JfrChunk, found: (type: number, at: number, end: number) => void
): void {
  const own = new JfrBytes(bytes, from + JFR_HEADER, to);
  while (own.at < to) {
    const begin = own.at;
    const size = own.int();
    const type = own.int();
    if (begin + size < own.at || begin + size > to)
      throw new JfrError(`the event at byte ${begin} states an impossible size`);
    found(type, own.at, begin + size);
    own.at = begin + size;
  }
}

function eventOf(
  fields: JfrValues, { source, type }: { source: JfrSource; type: JfrType },
  { chunk, pools, samples }: { chunk: JfrChunk; pools: JfrPools; samples: SampleSettings }
): JfrEvent {
  const className = source.classField === '' ? '' : pools.className(fields[source.classField]);
  const kind = source.event === EXECUTION_SAMPLE ? samples.kind
    : source.event === THREAD_PARK && isLockClass(className) ? 'lock' : source.kind;
  const stated = source.amount(fields, (name) => type.fields.find((field) => field.name === name)?.timespan ?? '');
  return {
    source, kind, stack: pools.stack(fields['stackTrace']), className, chunk,
    thread: pools.threadName(fields['sampledThread'] ?? fields['eventThread']),
    count: stated?.unit === 'samples' ? stated.value : 1, amount: amountOf(stated, { kind, chunk, samples }),
    offset: offsetOf(fields['startTime'], chunk), address: source.event === MALLOC ? numberOf(fields['address']) : 0,
  };
}

const offsetOf = (startTime: JfrValues[string], chunk: JfrChunk): number =>
  nanosOfTicks(numberOf(startTime ?? chunk.startTicks) - chunk.startTicks, chunk) ?? 0;

/** Returns the time of an event in nanoseconds since 1970, to some hundred of them. */
export const timeOf = (offset: number, { startNanos }: JfrChunk): number => Number(startNanos) + offset;

function amountOf(
  stated: ReturnType<JfrSource['amount']>,
  { kind, chunk, samples }: { kind: JfrKindId; chunk: JfrChunk; samples: SampleSettings }
): number | null {
  if (stated === null) return null;
  switch (stated.unit) {
    case 'bytes': case 'nanoseconds': return stated.value;
    case 'ticks': return nanosOfTicks(stated.value, chunk);
    case 'samples': {
      const period = kind === 'cpu' ? samples.cpuNanos : kind === 'wall' ? samples.wallNanos : 0;
      return period > 0 ? stated.value * period : null;
    }
  }
}

const nanosOfTicks = (ticks: number, { ticksPerSecond }: JfrChunk): number | null =>
  (ticksPerSecond > 0 ? ticks / ticksPerSecond * 1e9 : null);

/** Returns the types of a chunk and calls back with the type of each event, for readers that only count. */
export function countEvents(
  bytes: Uint8Array, chunk: JfrChunk, found: (type: JfrType, at: number, end: number) => void
): void {
  const types: JfrTypes = readMetadata(bytes, chunk.metadata, chunk.end);
  eachEvent(bytes, chunk, (id, at, end) => {
    const type = types.get(id);
    if (type !== undefined) found(type, at, end);
  });
}
