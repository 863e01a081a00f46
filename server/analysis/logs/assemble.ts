/**
 * Groups the lines read from a file by source, dates them and orders them. Names come from envelopes; lines without a
 * name form a source of their own.
 */
import { isAbout } from './envelopeFields.ts';
import type { LogLine, LogSource } from './logLine.ts';
import { orderLines, type Timed } from './orderLines.ts';
import type { Stamp } from './stamps.ts';

/** A source while its lines are read. */
export interface Reading {
  name: string;
  host: string;
  program: string;
  guessed: boolean;
  exported: boolean;
  envelopes: Set<string>;
  formats: Set<string>;
  readCount: number;
  /** Lines that have a time, in the message or in the envelope. */
  timedCount: number;
  cutCount: number;
  firstMs: number;
  lastMs: number;
  /** Time of its last dated line so far. */
  nearMs: number | null;
  /** Process IDs in the order of their lines, without adjacent repetitions; bounded. */
  processes: string[];
}

export interface Kept {
  reading: Reading;
  line: LogLine;
  /** The envelope's time; null if it has none. */
  stamp: Stamp | null;
  /** Whether the message has its own time, which `line.timeMs` holds. */
  own: boolean;
  /** Time of the dated line before it, for text without a time. */
  nearMs: number | null;
}

interface Group { readings: Set<Reading>; lines: Timed[]; localAheadMs: LogSource['localAheadMs'] }

/** Differences between the local stamps and the UTC times in messages, ms, by host; positive if local is ahead. */
export type Offsets = ReadonlyMap<string, readonly number[]>;

const QUARTER_HOUR_MS = 15 * 60_000;

export function assemble(readings: readonly Reading[], kept: readonly Kept[], offsets: Offsets): LogSource[] {
  const owners = ownersOf(readings);
  const groups = new Map<string, Group>();
  const names = namesOf(readings.filter((one) => owners.get(one) === one));
  const groupOf = (reading: Reading, process: string): Group => {
    const name = `${names.get(reading) ?? ''}${interleaves(reading) && process !== '' ? `[${process}]` : ''}`;
    let group = groups.get(name);
    if (group === undefined) groups.set(name, group = { readings: new Set(), lines: [], localAheadMs: null });
    group.readings.add(reading);
    return group;
  };
  for (const reading of readings)
    if (owners.get(reading) === reading && reading.timedCount > 0 && !interleaves(reading)) groupOf(reading, '');
  const zones = new Map([...offsets].map(([host, ahead]) => [host, zoneOf(ahead)] as const));
  const referenceMs = readings.find(({ firstMs }) => Number.isFinite(firstMs))?.firstMs ?? null;
  for (const one of kept) {
    const owner = ownerOf(one, owners, readings);
    if (owner === null) continue;
    const by = owner === one.reading ? '' : one.reading.program;
    const group = groupOf(owner, by === '' ? one.line.process : '');
    const aheadMs = zones.get(one.reading.host) ?? null;
    if (!one.own && one.stamp?.zoned === false) group.localAheadMs = aheadMs ?? 'unknown';
    group.lines.push({
      line: {
        ...one.line, by: isAbout(by) ? by : '',
        isUtc: one.own ? one.line.isUtc : one.stamp?.zoned === true || aheadMs !== null,
      },
      own: one.own, nearMs: one.nearMs,
      stamp: one.stamp === null ? null : onUtc(one.stamp, aheadMs ?? 0, referenceMs),
    });
  }
  return [...groups].flatMap(([name, group]) => {
    const source = sourceOf(name, group);
    const isSpent = source.lines.length === 0 && [...group.readings].every(({ program }) => isAbout(program));
    return isSpent || (source.readCount === 0 && source.lines.length === 0) ? [] : [source];
  });
}

/** Merges guessed names into the nameless source of the host, unless at least one of them occurs twice. */
function ownersOf(readings: readonly Reading[]): Map<Reading, Reading> {
  const owners = new Map<Reading, Reading>(readings.map((one) => [one, one]));
  const guessed = readings.filter((one) => one.guessed);
  if (guessed.some(({ readCount }) => readCount > 1)) return owners;
  const [first] = guessed;
  if (first === undefined) return owners;
  const nameless = readings.find(({ name, host }) => name === '' && host === first.host) ?? first;
  for (const one of guessed) {
    owners.set(one, nameless);
    if (one === nameless) continue;
    nameless.readCount += one.readCount;
    nameless.timedCount += one.timedCount;
    nameless.firstMs = Math.min(nameless.firstMs, one.firstMs);
    nameless.lastMs = Math.max(nameless.lastMs, one.lastMs);
    one.formats.forEach((format) => nameless.formats.add(format));
  }
  nameless.name = '';
  return owners;
}

/**
 * Assigns lines of the kernel or a supervisor to the server that they name, or to the only one of their host, and
 * undated text to the only server of the file. Returns null for undated text that fits no single server.
 */
function ownerOf(one: Kept, owners: ReadonlyMap<Reading, Reading>, readings: readonly Reading[]): Reading | null {
  const { reading, line } = one;
  const owner = owners.get(reading) ?? reading;
  const isAboutOther = isAbout(reading.program);
  const isLost = !one.own && one.stamp === null && reading.timedCount === 0;
  if (!isAboutOther && !isLost) return owner;
  const servers = readings.filter((other) => owners.get(other) === other && !isAbout(other.program)
    && other.timedCount > 0 && (isLost || reading.host === '' || other.host === '' || other.host === reading.host));
  if (servers.length === 1) return endsOther(line.message, servers[0]?.name ?? '') ? null : servers[0] ?? null;
  const text = line.message.toLowerCase();
  const meant = servers.filter(({ name, program }) => [name, program].some((word) => word.length > 2
    && text.includes(word.toLowerCase())));
  return meant.length === 1 ? meant[0] ?? null : isLost ? null : owner;
}

const EXITED = /^\s{0,8}(?:container )?(\S{1,150}) exited with code \d/i;

/** Whether docker compose says that another container ended, which has no line with a time in the file. */
function endsOther(message: string, server: string): boolean {
  const name = EXITED.exec(message)?.[1];
  return name !== undefined && server !== '' && !name.includes(server) && !server.includes(name);
}

/** Returns the name of each source, with the host if several hosts share the name. */
function namesOf(readings: readonly Reading[]): Map<Reading, string> {
  const hosts = new Map<string, Set<string>>();
  for (const { name, host } of readings) hosts.set(name, (hosts.get(name) ?? new Set()).add(host));
  return new Map(readings.map((one) => {
    const isShared = (hosts.get(one.name)?.size ?? 0) > 1 && one.host !== '';
    return [one, isShared ? `${one.name} on ${one.host}`.trim() : one.name];
  }));
}

/** Whether a process writes again after another one: both ran at the same time, so they are two servers. */
function interleaves({ processes, program }: Reading): boolean {
  return !isAbout(program) && new Set(processes).size < processes.length;
}

/** Returns how far local stamps are ahead of UTC: the median, rounded to 15 minutes; null without offsets. */
function zoneOf(offsets: readonly number[]): number | null {
  const sorted = offsets.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  return median === undefined ? null : Math.round(median / QUARTER_HOUR_MS) * QUARTER_HOUR_MS;
}

function onUtc(stamp: Stamp, aheadMs: number, referenceMs: number | null): Stamp | null {
  if (stamp.zoned) return stamp;
  if (stamp.yearless && referenceMs === null) return null;
  const ms = stamp.yearless ? nearestYear(stamp.ms, referenceMs ?? 0) : stamp.ms;
  return { ...stamp, ms: ms - aheadMs, yearless: false };
}

/** Returns the time of a stamp without a year, in the year that is nearest to the reference time. */
export function nearestYear(ms: number, referenceMs: number): number {
  const date = new Date(ms);
  const year = new Date(referenceMs).getUTCFullYear();
  const candidates = [year - 1, year, year + 1].map((one) => new Date(date).setUTCFullYear(one));
  return candidates.reduce((best, one) => (Math.abs(one - referenceMs) < Math.abs(best - referenceMs) ? one : best));
}

function sourceOf(name: string, { readings, lines, localAheadMs }: Group): LogSource {
  const all = [...readings];
  const ordered = orderLines(lines, all.some(({ exported }) => exported)).map((line) => ({ ...line, of: name }));
  const split = all.some(interleaves);
  const bounds = split ? [] : all;
  const firstMs = [...bounds.map((one) => one.firstMs), ...ordered.map(({ timeMs }) => timeMs)]
    .reduce((first, ms) => Math.min(first, ms), Infinity);
  const lastMs = [...bounds.map((one) => one.lastMs), ...ordered.map(({ timeMs }) => timeMs)]
    .reduce((last, ms) => Math.max(last, ms), -Infinity);
  return {
    name, host: all[0]?.host ?? '', envelopes: [...new Set(all.flatMap(({ envelopes }) => [...envelopes]))],
    formats: [...new Set(all.flatMap(({ formats }) => [...formats]))], lines: ordered,
    readCount: split ? ordered.length : all.reduce((sum, { readCount }) => sum + readCount, 0),
    firstMs: Number.isFinite(firstMs) ? firstMs : null, lastMs: Number.isFinite(lastMs) ? lastMs : null,
    cutCount: all.reduce((sum, { cutCount }) => sum + cutCount, 0), localAheadMs,
    processes: all.flatMap(({ processes }) => processes),
  };
}
