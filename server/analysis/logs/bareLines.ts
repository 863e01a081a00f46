/** Strips the envelopes off the lines of a log, for callers that need neither times nor sources. Pure. */
import { EnvelopeReader } from './envelopeReader.ts';
import { exportRecords } from './exportRecords.ts';
import { looksExported } from './logBytes.ts';
import { layoutOf, NO_LAYOUT } from './layout.ts';
import type { Peeled } from './logLine.ts';
import { isTabbed, startsRecord } from './records.ts';
import type { Stamp } from './stamps.ts';

export interface BareLines {
  /** Lines without an envelope are unchanged, with their leading blanks. */
  lines: string[];
  /** The envelope's time of each line; null without one. */
  stamps: (Stamp | null)[];
  /** Whether a terminal cut the end of each line. */
  cuts: boolean[];
  /** Names of containers, pods and programs that the envelopes give. */
  writers: string[];
  /** The envelope that most lines have, in words: `docker compose lines`; null if most have none. */
  envelope: string | null;
}

export interface SourceLine {
  /** The line with its envelope; a record of an export with the time before it. */
  text: string;
  /** Name from the envelope, the file or the command before it; `""` without one. */
  source: string;
  /** Envelopes of the line, outermost first. */
  envelopes: readonly string[];
}

/** Words for the envelopes to which " lines" is not simply added. */
const NAMES: Readonly<Record<string, string>> = {
  'JSON': 'lines of JSON', 'CSV export': 'rows of CSV', 'JSON export': 'a JSON export', 'Loki JSON': 'JSON of Loki',
  'prefix': 'lines with a prefix', 'time': 'lines with a time prefix', 'file name': 'the output of grep',
  'journald JSON': 'JSON of journald', 'Procfile': 'lines of foreman or goreman',
};
const OF_KEYS = /(?:^|[\s|\]>"])(?:ts|time|level|caller|t|lvl)=\S/m;
const OF_JSON = /^[ \t]{0,200}\{(?:"|[ \t]{0,200}$)/m;
const OF_KLOG = /(?:^|[\s|])[IWEF]\d{4} \d\d:\d\d:\d\d\.\d/m;
/** Found faster than what stands before it. */
const KLOG_TIME = /[IWEF]\d{4} \d\d:\d\d:\d\d\.\d/;
/** Level and place of zap and VictoriaMetrics, also behind an envelope. */
const OF_PLACES = /(?:^|\s)(?:info|warn|error|fatal|panic)[\t ]{1,16}[\w@./-]{1,150}\.go:\d{1,6}[\t ]/m;
/** Matches log lines: only a text with such lines is checked for wrapped ones. */
const isLogLine = (line: string): boolean => (line.includes('=') && OF_KEYS.test(line))
  || (line.includes('{') && OF_JSON.test(line))
  || (KLOG_TIME.test(line) && OF_KLOG.test(line)) || (line.includes('.go:') && OF_PLACES.test(line));
/** Matches program output that counts as bare text too, after a quotation mark or a line number. */
const OUTPUT = /^(?:panic: |fatal error: |goroutine \d|Benchmark\S+\s|runtime: )/;

/** Strips `lines`, which are part of `text`: a whole file or its first part. */
export function bareLines(text: string, lines: readonly string[]): BareLines {
  const bare: string[] = [];
  const stamps: (Stamp | null)[] = [];
  const cuts: boolean[] = [];
  const writers = new Set<string>();
  const counts = new Map<string, number>();
  eachPeeled(text, lines, (peeled, raw) => {
    const isBare = isOwn(peeled);
    const shown = (isBare ? raw : peeled.text).trimEnd();
    if (shown.trim() === '') return;
    bare.push(shown);
    stamps.push(peeled.stamp);
    cuts.push(peeled.cut === 'cut');
    if (peeled.name !== '' && writers.size < MAX_WRITERS) writers.add(peeled.name);
    const [outermost] = peeled.envelopes;
    if (!isBare && outermost !== undefined) counts.set(outermost, (counts.get(outermost) ?? 0) + 1);
  });
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  const isMost = most !== undefined && most[1] * 2 > bare.length;
  return {
    lines: bare, stamps, cuts, writers: [...writers],
    envelope: isMost ? NAMES[most[0]] ?? `${most[0]} lines` : null,
  };
}

/** Returns for each of `lines`, which are part of `text`, which container, pod or unit its envelope names. */
export function sourceLines(text: string, lines: readonly string[]): SourceLine[] {
  const found: SourceLine[] = [];
  eachPeeled(text, lines, (peeled, raw) => {
    const { stamp } = peeled;
    const isDated = peeled.exported && stamp !== null && stamp.zoned;
    const shown = isDated ? `${new Date(stamp.ms).toISOString()} ${peeled.text}` : raw.trimEnd();
    if (shown.trim() !== '') found.push({ text: shown, source: peeled.name, envelopes: peeled.envelopes });
  });
  return found;
}

/** Passes each of `lines` on without its envelopes, with what it was; records of an export by time. */
function eachPeeled(
  text: string, lines: readonly string[], take: (peeled: Peeled, raw: string) => void
): void {
  const layout = lines.some(isLogLine) ? layoutOf(text) : NO_LAYOUT;
  const reader = new EnvelopeReader(layout, (peeled, _line, raw) => { take(peeled, raw); });
  const records = looksExported(new TextEncoder().encode(text.slice(0, 2000))) ? exportRecords(text) : null;
  if (records === null) lines.forEach((line, i) => { reader.take(line, i, i === lines.length - 1); });
  else for (const { peeled, line } of byTime(records, lines.length)) reader.takeRecord(peeled, line);
  reader.end();
}

/** Returns one line without its envelopes; empty if they hold no text. */
export function bareLine(line: string): string {
  return bareLines(line, [line]).lines[0] ?? '';
}

/** Returns the first records by time if all have one: log stores also export the newest first, or in no order. */
function byTime(
  records: Iterable<{ peeled: Peeled; line: number }>, count: number
): { peeled: Peeled; line: number }[] {
  const first: { peeled: Peeled; line: number }[] = [];
  for (const record of records) {
    if (first.length >= Math.max(count, MIN_RECORDS)) break;
    first.push(record);
  }
  if (first.some(({ peeled }) => peeled.stamp === null)) return first;
  return first.sort((a, b) => (a.peeled.stamp?.ms ?? 0) - (b.peeled.stamp?.ms ?? 0));
}

const MIN_RECORDS = 1000;
const MAX_WRITERS = 100;

/** Envelopes that programs also write themselves: words in brackets, and a level after a time. */
const WEAK: ReadonlySet<string> = new Set(['prefix', 'supervisord']);

/** Whether what looks like an envelope is the line's own beginning: a local time, a word in brackets, a bullet. */
function isOwn({ envelopes, stamp, text }: Peeled): boolean {
  const isWeak = envelopes.every((one) => WEAK.has(one) || (one === 'time' && stamp?.zoned !== true));
  return isWeak && !startsRecord(text) && !isTabbed(text) && !OUTPUT.test(text);
}
