/**
 * Reads the text forms of pprof: `debug=1`, gperftools and Java. Values are scaled as by `go tool pprof`. Comments
 * of newer Go versions name the functions; without them only addresses are known.
 * https://github.com/google/pprof/blob/main/profile/legacy_profile.go
 */
import type { Profile, ValueType } from '../decode/profile.ts';
import { ForeignError } from './foreignError.ts';
import { StackProfile, type Frame } from './stackProfile.ts';
import { textLines } from './textLines.ts';

const HEAP =
  /^heap profile: *(\d{1,18}): *(\d{1,18}) *\[ *(\d{1,18}): *(\d{1,18})\] *@ *(heap[_a-z0-9]*)\/?(\d{0,18})/;
const COUNTS = /^(\w{1,100}) profile: total \d{1,18}\s*$/;
const CONTENTION = /^--- (?:contentionz? *\d*|contention:|mutex:|block:|heapz \d+) *-{0,3}\s*$/;
const HEAP_SAMPLE = /^ *(-?\d{1,18}): *(-?\d{1,18}) *\[ *(-?\d{1,18}): *(-?\d{1,18}) *\] @([ x0-9a-f]*)$/;
const COUNT_SAMPLE = /^ *(\d{1,18}) @([ x0-9a-f]*)$/;
const PAIR_SAMPLE = /^ *(\d{1,18}) +(\d{1,18}) +@([ x0-9a-f]*)$/;
/** Frame `#\t0x4a1\tmain.run+0x33\t/src/main.go:12`; a paste may have blanks instead of tabs, and lose the mark. */
const COMMENT =
  /^(?:#[\t ]+)?0x[0-9a-f]{1,16}[\t ]+(\S.{0,9999}?)\+0x[0-9a-f]{1,16}(?:[\t ]+(\S.{0,9999}):(\d{1,9}))?\s*$/;
/** What a paste puts before every line: an indentation, or the marks of a quote. */
const BEFORE = /^[ \t>|]{1,80}/;
/** Function of an address in Java: `0x0000003 com.example.run (Run.java:3)`. */
const JAVA_PLACE = /^ *0x([0-9a-f]{1,16}) +(.{1,10000}?) *\((.{0,1000})\)\s*$/i;
const ATTRIBUTE = /^ *([a-z/ ]{1,40}?) *= *([^\n]{1,100})$/i;
const MAPS = /^(?:MAPPED_LIBRARIES:|--- Memory map: ---)/;
const MAX_RATE = 2 ** 40;
/** Sampled objects in use below which, and sampled allocations from which, a profile is one of allocations. */
const FEW_OBJECTS = 10;
const MANY_OBJECTS = 100;
/** Sampling interval of Java heap profiles, in bytes. */
const JAVA_RATE = 512 * 1024;

export function looksLegacy(head: string): boolean {
  const first = (head.slice(0, 1000).trimStart().split('\n')[0] ?? '').replace(BEFORE, '');
  return HEAP.test(first) || COUNTS.test(first) || CONTENTION.test(first);
}

interface Reading {
  types: ValueType[]; period: number; rest: Partial<Profile>;
  /** Returns the values and addresses of a line; null if it is no sample. */
  sample: (line: string) => { values: number[]; addresses: string } | null;
}

export function readLegacy(text: string): Profile {
  const lines = Array.from(textLines(text), (line) => line.replace(BEFORE, ''));
  const start = lines.findIndex((line) => line.trim() !== '');
  const reading = readingOf(lines, start);
  const places = javaPlaces(lines);
  const stacks = new StackProfile(reading.types);
  let pending: { values: number[]; addresses: string; named: Frame[] } | null = null;
  const end = (): void => {
    if (pending === null) return;
    const frames = pending.named.length > 0 ? pending.named : addressFrames(pending.addresses, places);
    stacks.add(frames.map((frame) => stacks.frame(frame)), pending.values);
    pending = null;
  };
  for (const line of lines.slice(start + 1)) {
    if (MAPS.test(line) || line.startsWith('# runtime.MemStats')) break;
    const comment = pending === null ? null : COMMENT.exec(line);
    if (comment !== null) {
      const [, name = '', file = '', number = '0'] = comment;
      (pending as { named: Frame[] } | null)?.named.push({ name, file, line: Number(number) });
      continue;
    }
    const sample = reading.sample(line);
    if (sample === null) continue;
    end();
    pending = { ...sample, named: [] };
  }
  end();
  return stacks.finish(reading.rest);
}

function readingOf(lines: readonly string[], start: number): Reading {
  const first = lines[start] ?? '';
  const heap = HEAP.exec(first);
  if (heap !== null) return heapReading(heap);
  const counts = COUNTS.exec(first);
  if (counts !== null) {
    const type = { type: counts[1] ?? '', unit: 'count' };
    return {
      types: [type], period: 1, rest: { period: 1n, periodType: type },
      sample: (line) => {
        const found = COUNT_SAMPLE.exec(line);
        return found === null ? null : { values: [wholeOf(found[1])], addresses: found[2] ?? '' };
      },
    };
  }
  return pairReading(lines.slice(start), first);
}

/** Reads a heap profile, including allocations if they differ from what is in use. */
function heapReading([, inUse, inUseBytes, all, allBytes, kind = '', rateText = '']: RegExpExecArray): Reading {
  const isV2 = kind !== 'heapprofile';
  if (!/^(?:heap|heapprofile|heap_v2|heapz_v2)$/.test(kind)) throw new ForeignError(`its kind ${kind} is unknown`);
  const stated = rateText === '' ? 0 : wholeOf(rateText);
  // Go writes twice its rate, because the reader of gperftools halves it.
  const rate = kind === 'heapprofile' ? 1 : kind === 'heap' ? Math.floor(stated / 2) : stated;
  if (rate > MAX_RATE) throw new ForeignError('its sampling rate cannot be');
  const hasAllocations = (all !== inUse && all !== '0') || (allBytes !== inUseBytes && allBytes !== '0');
  const isAllocations = wholeOf(inUse) < FEW_OBJECTS && wholeOf(all) >= MANY_OBJECTS;
  const pair = (count: string | undefined, size: string | undefined): [number, number] => {
    const [objects, bytes] = [wholeOf(count), wholeOf(size)];
    return isV2 ? unsampled(objects, bytes, rate) : [objects, bytes];
  };
  const space = { type: 'space', unit: 'bytes' };
  const of = (prefix: string): ValueType[] =>
    [{ type: `${prefix}objects`, unit: 'count' }, { type: `${prefix}space`, unit: 'bytes' }];
  return {
    types: hasAllocations ? [...of('alloc_'), ...of('inuse_')] : of(''), period: rate,
    rest: {
      period: BigInt(rate), periodType: space,
      // So few sampled objects in use tell nothing, but the text of allocations is the same as that of the heap.
      ...isAllocations ? { defaultSampleType: 'alloc_space' } : {},
    },
    sample: (line) => {
      const found = HEAP_SAMPLE.exec(line);
      if (found === null) return null;
      const [, count, size, allCount, allSize, addresses = ''] = found;
      return { values: [...(hasAllocations ? pair(allCount, allSize) : []), ...pair(count, size)], addresses };
    },
  };
}

/** Scales sampled objects to all objects: an object is sampled with probability 1 - exp(-size / rate). */
function unsampled(objects: number, bytes: number, rate: number): [number, number] {
  if (objects === 0 || bytes === 0) return [0, 0];
  if (rate <= 1) return [objects, bytes];
  const scale = 1 / (1 - Math.exp(-(bytes / objects) / rate));
  return [Math.trunc(objects * scale), Math.trunc(bytes * scale)];
}

/** Reads contention profiles of Go, gperftools and Java, and heap profiles of Java. */
function pairReading(lines: readonly string[], first: string): Reading {
  const attributes = new Map<string, string>();
  for (const line of lines.slice(1, 20)) {
    const [, key = '', value = ''] = ATTRIBUTE.exec(line) ?? [];
    if (key !== '') attributes.set(key.toLowerCase(), value.trim());
  }
  const numberOf = (key: string): number => (/^\d{1,15}$/.test(attributes.get(key) ?? '')
    ? Number(attributes.get(key)) : 0);
  const period = numberOf('sampling period') || 1;
  const hertz = numberOf('cycles/second');
  const isJavaHeap = first.startsWith('--- heapz');
  const isJava = attributes.get('format') === 'java';
  const unit = isJava ? attributes.get('resolution') ?? 'microseconds' : 'nanoseconds';
  const delay = (value: number): number => (hertz > 0 ? Math.trunc(value * period / (hertz / 1e9)) : value * period);
  const sinceReset = numberOf('ms since reset');
  return {
    types: isJavaHeap ? [{ type: 'inuse_objects', unit: 'count' }, { type: 'inuse_space', unit: 'bytes' }]
      : [{ type: 'contentions', unit: 'count' }, { type: 'delay', unit }],
    period,
    rest: {
      period: BigInt(isJavaHeap ? JAVA_RATE : period), durationNanos: BigInt(sinceReset) * 1_000_000n,
      periodType: isJavaHeap ? { type: 'space', unit: 'bytes' } : { type: 'contentions', unit: 'count' },
    },
    sample: (line) => {
      const found = PAIR_SAMPLE.exec(line);
      if (found === null) return null;
      const [one, two] = [wholeOf(found[1]), wholeOf(found[2])];
      return {
        values: isJavaHeap ? unsampled(one, two, JAVA_RATE) : [two * period, delay(one)], addresses: found[3] ?? '',
      };
    },
  };
}

function wholeOf(text: string | undefined): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new ForeignError('a value in it is larger than 2^53');
  return value;
}

function javaPlaces(lines: readonly string[]): Map<string, Frame> {
  const places = new Map<string, Frame>();
  for (const line of lines) {
    const found = line.length < 20_000 && line.includes('(') ? JAVA_PLACE.exec(line) : null;
    if (found === null) continue;
    const [, address = '', name = '', place = ''] = found;
    const [, file = place, number = '0'] = /^(.*):(\d{1,9})$/.exec(place) ?? [];
    places.set(shortHex(address), { name, file, line: Number(number) });
  }
  return places;
}

function addressFrames(addresses: string, places: ReadonlyMap<string, Frame>): Frame[] {
  return [...addresses.matchAll(/0x([0-9a-f]{1,16})/g)].map(([, hex = '']) =>
    places.get(shortHex(hex)) ?? { name: '', address: BigInt(`0x${hex}`) });
}

function shortHex(hex: string): string {
  return hex.toLowerCase().replace(/^0+(?=.)/, '');
}
