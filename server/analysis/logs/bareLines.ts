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

/** Words for the envelopes to which " lines" is not simply added. */
const NAMES: Readonly<Record<string, string>> = {
  'JSON': 'lines of JSON', 'CSV export': 'rows of CSV', 'JSON export': 'a JSON export', 'Loki JSON': 'JSON of Loki',
  'prefix': 'lines with a prefix', 'time': 'lines with a time prefix', 'file name': 'the output of grep',
  'journald JSON': 'JSON of journald',
};
/** Matches log lines: only a text with such lines is checked for wrapped ones. */
const LOG_LINES = new RegExp(
  /(?:^|[\s|\]>"])(?:ts|time|level|caller|t|lvl)=\S|^[ \t]{0,200}\{(?:"|[ \t]{0,200}$)/.source
    // klog.
    + /|(?:^|[\s|])[IWEF]\d{4} \d\d:\d\d:\d\d\.\d/.source, 'm'
);
/** Matches program output that counts as bare text too, after a quotation mark or a line number. */
const OUTPUT = /^(?:panic: |fatal error: |goroutine \d|Benchmark\S+\s|runtime: )/;

/** Strips `lines`, which are part of `text`: a whole file or its first part. */
export function bareLines(text: string, lines: readonly string[]): BareLines {
  const bare: string[] = [];
  const stamps: (Stamp | null)[] = [];
  const cuts: boolean[] = [];
  const writers = new Set<string>();
  const counts = new Map<string, number>();
  const layout = lines.some((line) => LOG_LINES.test(line)) ? layoutOf(text) : NO_LAYOUT;
  const reader = new EnvelopeReader(layout, (peeled, _line, raw) => {
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
  const records = looksExported(new TextEncoder().encode(text.slice(0, 2000))) ? exportRecords(text) : null;
  if (records === null) lines.forEach((line, i) => { reader.take(line, i, i === lines.length - 1); });
  else takeSome(records, lines.length, (peeled, line) => { reader.takeRecord(peeled, line); });
  reader.end();
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  const isMost = most !== undefined && most[1] * 2 > bare.length;
  return {
    lines: bare, stamps, cuts, writers: [...writers],
    envelope: isMost ? NAMES[most[0]] ?? `${most[0]} lines` : null,
  };
}

/** Returns one line without its envelopes; empty if they hold no text. */
export function bareLine(line: string): string {
  return bareLines(line, [line]).lines[0] ?? '';
}

function takeSome(
  records: Iterable<{ peeled: Peeled; line: number }>, count: number, take: (peeled: Peeled, line: number) => void
): void {
  let taken = 0;
  for (const { peeled, line } of records) {
    if (++taken > Math.max(count, MIN_RECORDS)) return;
    take(peeled, line);
  }
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
