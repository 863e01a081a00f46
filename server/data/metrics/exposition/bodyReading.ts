import type { Steps } from '../../../../core/steps.ts';
import { canonicalKey, parseSeriesKey, quote } from '../seriesKey.ts';
import { readNumber } from '../sampleNumber.ts';
import { DecimalReader } from './decimal.ts';
import { explainNoSamples } from './explainNoSamples.ts';
import type { BadLine, ExpositionLimits } from './expositionTypes.ts';
import {
  badValue, bodyBytes, equalBytes, findBlank, findKeyEnd, findLineFeed, skipBlanks, type BodyBytes
} from './lineScan.ts';
import {
  SamplePlaces, type ChangedSamples, type KnownSamples, type KnownText, type SampleSink
} from './samplePlaces.ts';

const BAD_LINES_KEPT = 20;
/** Bytes read per step: a piece of new series takes about 20 ms. A line longer than that is skipped as a whole. */
const PIECE_BYTES = 1 << 18;
const NEWLINE = 10, RETURN = 13, TAB = 9, BLANK = 32, HASH = 35, OPEN = 123;
const EOF_COMMENT = Buffer.from('# EOF');
/** A longer number is read as one of a line that is not recognized. */
const MAX_NUMBER_BYTES = 64;
const NONE = new SamplePlaces();

/** The state of one body while it is read piece by piece. */
export class BodyReading {
  readonly #known: KnownSamples;
  /** The samples of the last body, also of one in another format, whose bytes mean other values. */
  readonly #before: SamplePlaces;
  readonly #body: BodyBytes;
  readonly #places: SamplePlaces;
  readonly #changes: ChangedSamples;
  readonly #limits: ExpositionLimits;
  readonly #decimal = new DecimalReader();
  readonly #badLines: BadLine[] = [];
  #badLineCount = 0;
  #line = 0;
  #tooMany: 'samples' | 'lines that are no samples' | null = null;
  #ended = false;
  /** Place in the last body of the sample that is expected next. */
  #expected = 0;
  /** After the last sample or rejected line: begin and line number of the comments before the next sample. */
  #gapStart = 0;
  #gapLine = 0;
  #isLikeLast = true;

  /** `places`: cleared, with the number of this body; `changes`: empty. */
  constructor(known: KnownSamples, body: Uint8Array, { places, changes }: SampleSink, limits: ExpositionLimits) {
    // In the other format the same bytes have another meaning.
    this.#known = known.last.isOpenMetrics === places.isOpenMetrics ? known : { ...known, last: NONE };
    this.#before = known.last;
    this.#body = bodyBytes(body);
    this.#places = places;
    this.#changes = changes;
    this.#limits = limits;
  }

  /** Reads the body; yields after each piece. */
  *read(): Steps<void> {
    const { bytes } = this.#body;
    let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    this.#gapStart = at;
    while (at < bytes.length && this.#tooMany === null) {
      at = this.#readPiece(at, Math.min(bytes.length, at + PIECE_BYTES));
      if (at < bytes.length) yield;
    }
  }

  /** Reads the lines that begin before `to`; returns where the next one begins. */
  #readPiece(from: number, to: number): number {
    let at = from;
    while (at < to && this.#tooMany === null) {
      const next = this.#recognize(at);
      at = next >= 0 ? next : this.#readLine(at, null, 0);
    }
    return at;
  }

  /**
   * Reads the lines of the expected sample if they equal those of the last body up to its value. Returns where the next
   * line begins; -1 if they differ.
   */
  #recognize(at: number): number {
    const { last, lastBytes } = this.#known;
    const place = this.#expected;
    if (place >= last.length || this.#ended) return -1;
    const ownLine = last.lines[place] ?? 0;
    const valueStart = last.valueStarts[place] ?? 0;
    const end = last.ends[place] ?? 0;
    let from = at === this.#gapStart ? last.starts[place] ?? 0 : ownLine;
    let same = equalBytes(this.#body, at, lastBytes, from, end - from);
    if (same < valueStart - from && from !== ownLine) {
      from = ownLine;
      same = equalBytes(this.#body, at, lastBytes, from, end - from);
    }
    if (same < valueStart - from) return -1;
    const text = last.texts[place];
    if (text === undefined) return -1;
    const valueAt = at + valueStart - from;
    const lineAt = at + ownLine - from;
    const lineCount = from === ownLine ? 1 : last.lineCounts[place] ?? 1;
    if (same === end - from) {
      this.#line += lineCount;
      this.#expected = place + 1;
      this.#accept(text, lineAt, valueAt, at + same, last.values[place] ?? NaN, last.timestamps?.[place] ?? NaN);
      return at + same;
    }
    const { bytes } = this.#body;
    const value = this.#decimal.read(this.#body, valueAt, Math.min(bytes.length, valueAt + MAX_NUMBER_BYTES));
    let lineEnd = this.#decimal.end;
    if (!Number.isNaN(value)) {
      if (lineEnd < bytes.length && bytes[lineEnd] === RETURN) lineEnd += 1;
      const isWhole = lineEnd < bytes.length && bytes[lineEnd] === NEWLINE;
      if (isWhole && lineEnd - lineAt <= this.#limits.maxLineLength) {
        this.#line += lineCount;
        this.#expected = place + 1;
        this.#accept(text, lineAt, valueAt, lineEnd + 1, value, NaN);
        return lineEnd + 1;
      }
    }
    // `ab 1` and `a {x="1"} 1` start with `a ` too.
    const first = bytes[valueAt];
    if (first === OPEN || first === BLANK || first === TAB) return -1;
    this.#line += lineCount - 1;
    return this.#readLine(lineAt, text, valueAt);
  }

  /** Reads any line; returns where the next one begins. `known`: the series if known, whose value is at `valueAt`. */
  #readLine(start: number, known: KnownText | null, valueAt: number): number {
    const { bytes } = this.#body;
    this.#line += 1;
    const newline = findLineFeed(bytes, start);
    const stop = newline < 0 ? bytes.length : newline;
    const next = Math.min(stop + 1, bytes.length);
    const end = stop > start && bytes[stop - 1] === RETURN ? stop - 1 : stop;
    const isAccepted = stop - start > PIECE_BYTES ? this.#rejectLong()
      : this.#readParts(start, end, newline >= 0 ? next : -1, known, valueAt);
    if (!isAccepted) {
      this.#gapStart = next;
      this.#gapLine = this.#line;
    }
    return next;
  }

  /** Reads a line up to `end`; false if it was rejected. `next`: begin of the next one, -1 without a line feed. */
  #readParts(start: number, end: number, next: number, expected: KnownText | null, expectedAt: number): boolean {
    const { bytes } = this.#body;
    const at = skipBlanks(bytes, start, end);
    if (at === end) return true;
    if (bytes[at] === HASH) {
      if (this.#places.isOpenMetrics && this.#startsWithEof(at)) this.#ended = true;
      return true;
    }
    if (this.#ended) return this.#reject('stands after # EOF');
    if (next < 0) return this.#reject('the last line has no line feed, it may be cut off');
    const { maxLineLength } = this.#limits;
    // A character takes one byte or more.
    if (end - at > maxLineLength && this.#text(at, end).length > maxLineLength) return this.#rejectLong();
    let known = expected;
    let valueAt = expectedAt;
    if (known === null) {
      const keyEnd = findKeyEnd(bytes, at, end);
      if (keyEnd < 0) return this.#reject('the label braces are not closed');
      const found = this.#lookUp(this.#text(at, keyEnd));
      if (typeof found === 'string') return this.#reject(found);
      known = found;
      valueAt = skipBlanks(bytes, keyEnd, end);
    }
    if (valueAt === end) return this.#reject(`no value after ${quote(known.text)}`);
    return this.#readValue(known, start, valueAt, end, next);
  }

  #startsWithEof(at: number): boolean {
    return EOF_COMMENT.every((byte, i) => this.#body.bytes[at + i] === byte);
  }

  #text(from: number, to: number): string {
    return this.#body.buffer.toString('utf8', from, to);
  }

  #lookUp(text: string): KnownText | string {
    const known = this.#known.texts.get(text);
    if (known !== undefined) return known;
    const parsed = parseSeriesKey(text);
    if (typeof parsed === 'string') return parsed;
    const canonical = parsed.canonical ? text : canonicalKey(parsed.name, parsed.labels);
    const series = this.#known.series.get(canonical)
      ?? { key: canonical, name: parsed.name, labels: parsed.labels, lastBody: 0 };
    return { text, series, remembered: false, place: 0, body: -1 };
  }

  /** Reads the value and timestamp of a line; false if it was rejected. */
  #readValue(known: KnownText, lineAt: number, valueAt: number, end: number, next: number): boolean {
    const { bytes } = this.#body;
    const valueEnd = findBlank(bytes, valueAt, end);
    const value = this.#number(valueAt, valueEnd);
    if (value === undefined) return this.#reject(badValue(this.#text(valueAt, valueEnd)));
    let timestampMs = Number.NaN;
    const restAt = skipBlanks(bytes, valueEnd, end);
    // A hash starts an exemplar.
    if (restAt < end && bytes[restAt] !== HASH) {
      const stampEnd = findBlank(bytes, restAt, end);
      const stamp = this.#number(restAt, stampEnd);
      if (stamp === undefined || !Number.isFinite(stamp)) {
        return this.#reject(`timestamp ${quote(this.#text(restAt, stampEnd))} is not a number`);
      }
      timestampMs = this.#places.isOpenMetrics ? Math.round(stamp * 1000) : stamp;
      const tailAt = skipBlanks(bytes, stampEnd, end);
      if (tailAt < end && bytes[tailAt] !== HASH) {
        return this.#reject(`${quote(this.#text(tailAt, end))} is too much after the timestamp`);
      }
    }
    // A line at another place than expected: those after it are expected where they followed it.
    if (known.body === this.#known.last.body) this.#expected = known.place + 1;
    return this.#accept(known, lineAt, valueAt, next, value, timestampMs);
  }

  #number(from: number, to: number): number | undefined {
    const value = this.#decimal.read(this.#body, from, to);
    if (!Number.isNaN(value) && this.#decimal.end === to) return value;
    return readNumber(this.#text(from, to));
  }

  /** Adds a sample; false if it was rejected. */
  #accept(
    text: KnownText, lineAt: number, valueAt: number, next: number, value: number, timestampMs: number
  ): boolean {
    const { series } = text;
    const places = this.#places;
    if (series.lastBody === places.body) {
      this.#reject(`series ${quote(series.key)} stands twice, the first is kept`);
    } else if (places.length === this.#limits.maxSamples) {
      this.#tooMany = 'samples';
      return false;
    } else {
      this.#compare(text, value);
      series.lastBody = places.body;
      text.place = places.length;
      text.body = places.body;
      places.add(text, this.#gapStart, lineAt, valueAt, next, this.#line - this.#gapLine, value, timestampMs);
      // Remembered only if the whole line is valid, so that a page of prose costs no memory.
      if (!text.remembered) {
        text.remembered = true;
        this.#known.texts.set(text.text, text);
        this.#known.series.set(series.key, series);
      }
    }
    this.#gapStart = next;
    this.#gapLine = this.#line;
    return true;
  }

  /** Adds the next sample to the changes if it differs from the one at its place in the last body. */
  #compare(text: KnownText, value: number): void {
    const { texts, values } = this.#before;
    const place = this.#places.length;
    const before = texts[place];
    if (before !== text && before?.series !== text.series) this.#isLikeLast = false;
    if (this.#isLikeLast && !Object.is(values[place], value)) this.#changes.add(place, value);
  }

  /** Whether it has the series of the last body, in their order. */
  get isLikeLast(): boolean {
    return this.#isLikeLast && this.#places.length === this.#before.length;
  }

  #rejectLong(): false {
    return this.#reject(`longer than ${this.#limits.maxLineLength} characters`);
  }

  #reject(message: string): false {
    this.#badLineCount += 1;
    if (this.#badLineCount > this.#limits.maxBadLines) this.#tooMany = 'lines that are no samples';
    if (this.#badLines.length < BAD_LINES_KEPT) this.#badLines.push({ line: this.#line, message });
    return false;
  }

  /** Returns the rejected lines, and why the body is rejected as a whole, if it is. */
  finish(body: string | Uint8Array, contentType: string): {
    badLines: BadLine[]; badLineCount: number; error: string | null;
  } {
    const { isOpenMetrics, length } = this.#places;
    if (isOpenMetrics && !this.#ended && this.#line > 0 && this.#tooMany === null) {
      this.#reject('the body ends without # EOF, it may be cut off');
    }
    const { maxSamples, maxBadLines } = this.#limits;
    const error = this.#tooMany !== null
      ? `More than ${this.#tooMany === 'samples' ? maxSamples : maxBadLines} ${this.#tooMany} in one answer; `
        + "check that the address leads to a target's own /metrics."
      : explainNoSamples(body, contentType, length, this.#badLines[0]);
    return { badLines: this.#badLines, badLineCount: this.#badLineCount, error };
  }
}
