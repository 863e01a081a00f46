/**
 * Reads a log in any envelope: lines with source, time, level, message and fields (docs/reference/logs.md).
 * Pure; a log is untrusted text, so every size is bounded, and an unreadable line is counted and throws nothing.
 */
import { assemble, nearestYear, type Kept, type Reading } from './assemble.ts';
import { GapFinder } from './excerpt/gaps.ts';
import { exportRecords } from './exportRecords.ts';
import { nameOfPrefix, readInner, type Inner } from './innerLine.ts';
import { EnvelopeReader } from './envelopeReader.ts';
import { lastWords } from './lastWords.ts';
import { layoutOf, NO_LAYOUT, type Layout } from './layout.ts';
import { emptyFields, MAX_VALUE, type LogLine, type LogSource, type Peeled } from './logLine.ts';
import { asUtf8, looksExported, MAX_LINE_BYTES, withoutColours } from './logBytes.ts';
import { unframed } from './terminal/frames.ts';

export type { LogLine, LogSource } from './logLine.ts';

export interface ReadLog {
  /** Sources in the order in which they first occur in the file. */
  sources: LogSource[];
  /** Wanted lines of all sources in file order, or by time if the lines of a source are not in file order. */
  wanted: LogLine[];
  /** Number of lines that could be read, wanted or not. */
  readCount: number;
  /** Number of other non-empty lines (stack traces, GC trace lines, other programs). */
  otherCount: number;
  /** Times of the first and the last line read; null without any. */
  firstMs: number | null;
  lastMs: number | null;
  /** Whether more than `MAX_WANTED` lines were wanted, so that the first ones were dropped. */
  cut: boolean;
  /** Places at which lines of the log may be left out, as line numbers of the file, ascending. For `isBroken`. */
  gaps: readonly number[];
}

export const MAX_WANTED = 50_000;
const STEP_BYTES = 32 * 1024;
const SAMPLE_BYTES = 512 * 1024;
const MAX_SOURCES = 500;
/** A terminal prints the key that stops a program before what the program logs then. */
const CONTROL_KEY = /^(\s{0,40})(?:\^[CDZ\\]){1,5}\s?/;
const MAX_OFFSETS = 1000;
const MAX_PROCESSES = 1000;
/**
 * Returns all lines of a text, by source, to inspect what a file holds; panels use `readLogInSteps` and select the
 * messages they want.
 */
export function readLogLines(file: Uint8Array | string): LogSource[] {
  return readLog(typeof file === 'string' ? new TextEncoder().encode(file) : file, () => true).sources;
}

/**
 * Reads a whole log. `isWanted` selects lines by message; of those, at most the last `MAX_WANTED` of the file are kept.
 */
export function readLog(file: Uint8Array, isWanted: (message: string) => boolean): ReadLog {
  const steps = readLogInSteps(file, isWanted);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Receives each line with a log format, wanted or not, and its time; null for one that states none. */
export type EachLine = (line: LogLine, ms: number | null) => void;

/** Does the same as `readLog`, but yields every few ms: reading the largest log takes seconds. */
export function* readLogInSteps(
  file: Uint8Array, isWanted: (message: string) => boolean, each?: EachLine
): Generator<undefined, ReadLog> {
  const bytes = unframed(asUtf8(file));
  const records = looksExported(bytes) ? exportRecords(new TextDecoder().decode(bytes)) : null;
  const sample = withoutColours(new TextDecoder().decode(bytes.subarray(0, SAMPLE_BYTES)));
  const reader = new LogReader(isWanted, records === null ? layoutOf(sample) : NO_LAYOUT, each);
  if (records !== null) {
    let count = 0;
    for (const { peeled, line } of records) {
      if (++count % 200 === 0) yield;
      reader.envelopes.takeRecord(peeled, line);
    }
    return reader.end();
  }
  const decoder = new TextDecoder('utf-8');
  let number = 0;
  let rested = 0;
  for (let from = 0; from < bytes.length;) {
    if (from - rested > STEP_BYTES) {
      rested = from;
      yield;
    }
    const newline = bytes.indexOf(10, from);
    const to = newline < 0 ? bytes.length : newline;
    number += 1;
    const text = to - from > MAX_LINE_BYTES ? null : decoder.decode(bytes.subarray(from, to));
    reader.take(text, number, newline < 0);
    from = to + 1;
  }
  return reader.end();
}

class LogReader {
  readonly envelopes: EnvelopeReader;
  private readonly isWanted: (message: string) => boolean;
  private readonly readings = new Map<string, Reading>();
  private readonly offsets = new Map<string, number[]>();
  private readonly gaps = new GapFinder();
  private kept: Kept[] = [];
  private otherCount = 0;
  private nearMs: number | null = null;
  private isCut = false;
  private day = '';

  constructor(isWanted: (message: string) => boolean, layout: Layout, private readonly each?: EachLine) {
    this.isWanted = isWanted;
    this.envelopes = new EnvelopeReader(layout, (peeled, line) => { this.read(peeled, line); });
  }

  /** Reads one line of the file; null for one that is too long. */
  take(text: string | null, number: number, isLast: boolean): void {
    const line = text === null || !text.includes('^') ? text : text.replace(CONTROL_KEY, '$1');
    const raw = line === null ? null : this.withWholeDate(line);
    if (raw !== null) {
      this.gaps.takeRaw(raw, number);
      return this.envelopes.take(raw, number, isLast);
    }
    this.envelopes.flush();
    this.otherCount += 1;
  }

  /** Completes a date whose beginning was cut off by the line before it, if that is of the same day. */
  private withWholeDate(text: string): string {
    const day = DAY.exec(text)?.[1];
    if (day !== undefined) this.day = day;
    const [whole, date = '', rest = ''] = this.day === '' || day !== undefined ? [] : CUT_DATE.exec(text) ?? [];
    return whole !== undefined && this.day.endsWith(date) ? `ts=${this.day}${rest}${text.slice(whole.length)}` : text;
  }

  end(): ReadLog {
    this.envelopes.end();
    const sources = assemble([...this.readings.values()], this.lastOf(MAX_WANTED), this.offsets);
    const wanted = inFileOrder(sources);
    const readings = [...this.readings.values()];
    const firstMs = sources.reduce((first, one) => Math.min(first, one.firstMs ?? Infinity), Infinity);
    const lastMs = sources.reduce((last, one) => Math.max(last, one.lastMs ?? -Infinity), -Infinity);
    return {
      sources, wanted,
      readCount: readings.reduce((sum, { readCount }) => sum + readCount, 0), otherCount: this.otherCount,
      firstMs: Number.isFinite(firstMs) ? firstMs : null, lastMs: Number.isFinite(lastMs) ? lastMs : null,
      cut: this.isCut, gaps: this.gaps.found(),
    };
  }

  private lastOf(count: number): Kept[] {
    if (this.kept.length <= count) return this.kept;
    this.isCut = true;
    return this.kept.slice(-count);
  }

  private read(peeled: Peeled, number: number): void {
    const inner = readInner(peeled.text, peeled.cut);
    if (inner !== null && peeled.name === '' && inner.prefix !== '') {
      peeled.name = nameOfPrefix(inner.prefix);
      peeled.guessed = true;
    }
    const reading = this.readingOf(peeled);
    const line = reading === null ? null : this.lineOf(peeled, inner, reading, number);
    if (line === null || reading === null) {
      this.otherCount += 1;
      if (peeled.envelopes.length === 0) this.gaps.takeOther(peeled.text, number);
      return;
    }
    this.gaps.takeLine(number, inner?.prefix);
    reading.readCount += 1;
    if (line.own || line.stamp !== null) reading.timedCount += 1;
    if (line.line.cut !== null) reading.cutCount += 1;
    for (const envelope of peeled.envelopes) reading.envelopes.add(envelope);
    reading.formats.add(inner?.format ?? 'plain');
    const dated = line.own ? line.line.timeMs : line.stamp?.zoned === true ? line.stamp.ms : null;
    if (dated !== null) {
      if (!reading.exported) this.gaps.takeTime(reading, reading.nearMs, dated, number);
      this.nearMs = reading.nearMs = dated;
    }
    if (line.own) this.learn(peeled, line.line.timeMs, reading);
    if (inner !== null) this.each?.(line.line, dated ?? line.stamp?.ms ?? null);
    if (inner !== null && !this.isWanted(line.line.message)) return;
    this.kept.push(line);
    if (this.kept.length >= 2 * MAX_WANTED) this.kept = this.lastOf(MAX_WANTED);
  }

  /** Returns the line, or null. Text without a log format must be wanted, and have a time or report an end. */
  private lineOf(peeled: Peeled, inner: Inner | null, reading: Reading, number: number): Kept | null {
    const line: LogLine = {
      line: number, timeMs: inner?.stamp?.ms ?? 0, isUtc: inner?.stamp?.zoned === true,
      level: inner?.level ?? '', message: inner?.message ?? '', of: '',
      fields: inner?.fields ?? emptyFields(), by: '', process: peeled.process,
      cut: inner?.cut ?? null, plain: inner === null,
    };
    if (inner !== null) {
      if (inner.stamp === null && peeled.stamp === null) return null;
      return { reading, line, stamp: peeled.stamp, own: inner.stamp !== null, nearMs: null };
    }
    const words = lastWords(peeled.text);
    const message = (words ?? peeled.text).slice(0, MAX_VALUE);
    if (message === '' || (words === null && peeled.stamp === null) || !this.isWanted(message)) return null;
    // The output of a crashing Go program has no time.
    return {
      reading, line: { ...line, message, level: words === null ? '' : 'error' }, stamp: peeled.stamp, own: false,
      nearMs: reading.timedCount === 0 ? this.nearMs : reading.nearMs,
    };
  }

  /** Updates the times of a source, and how far its envelope's local stamps are ahead of them. */
  private learn(peeled: Peeled, timeMs: number, reading: Reading): void {
    reading.firstMs = Math.min(reading.firstMs, timeMs);
    reading.lastMs = Math.max(reading.lastMs, timeMs);
    const { stamp, host } = peeled;
    if (stamp === null || stamp.zoned) return;
    let offsets = this.offsets.get(host);
    if (offsets === undefined) this.offsets.set(host, offsets = []);
    if (offsets.length >= MAX_OFFSETS) return;
    offsets.push((stamp.yearless ? nearestYear(stamp.ms, timeMs) : stamp.ms) - timeMs);
  }

  private readingOf(peeled: Peeled): Reading | null {
    const key = `${peeled.host}\n${peeled.name}`;
    let reading = this.readings.get(key);
    if (reading === undefined) {
      if (this.readings.size >= MAX_SOURCES) return null;
      reading = {
        name: peeled.name, host: peeled.host, program: peeled.program, guessed: peeled.guessed,
        exported: peeled.exported, envelopes: new Set(), formats: new Set(), readCount: 0, timedCount: 0,
        cutCount: 0, firstMs: Infinity, lastMs: -Infinity, nearMs: null,
        processes: [],
      };
      this.readings.set(key, reading);
    }
    const { processes } = reading;
    if (peeled.process !== '' && processes.at(-1) !== peeled.process && processes.length < MAX_PROCESSES)
      processes.push(peeled.process);
    return reading;
  }
}

/** The day of a line of logfmt. */
const DAY = /^\s{0,20}(?:ts|time)=(\d{4}-\d\d-\d\d)T/;
/** The beginning of a line of logfmt whose date was cut off in the middle when it was copied. */
const CUT_DATE = /^\s{0,20}(\d{0,3}-?\d{1,2}-\d\d)(T\d\d:\d\d:\d\d[.\d]{0,12}Z (?:caller|level|source)=)/;

function inFileOrder(sources: readonly LogSource[]): LogLine[] {
  const isAsWritten = sources.every(({ lines }) => lines.every(({ line }, i) => line >= (lines[i - 1]?.line ?? 0)));
  const lines = sources.flatMap((source) => source.lines);
  if (sources.length <= 1) return lines;
  return lines.sort((a, b) => (isAsWritten ? a.line - b.line : a.timeMs - b.timeMs));
}
