/** Reads queries from a query log or a server's log, with or without envelopes. */
import { exportRecords } from '../exportRecords.ts';
import { asUtf8, looksExported, MAX_LINE_BYTES, withoutColours } from '../logBytes.ts';
import type { Peeled } from '../logLine.ts';
import { peel, peelFurther, type PeelMemory } from '../peel.ts';
import { mayBeQuery, readQueryLine, type QueryLine } from './queryLine.ts';

const STEP_BYTES = 32 * 1024;
/** Maximum length of a line, as generated PromQL is long; longer lines are counted as other. */
const MAX_QUERY_LINE_BYTES = 4 * MAX_LINE_BYTES;

export interface QueryLines { read: number; other: number }

/** Passes each query to `take`, and yields every few ms. */
export function* readQueriesInSteps(
  file: Uint8Array, take: (line: QueryLine) => void
): Generator<undefined, QueryLines> {
  const bytes = asUtf8(file);
  const reader = new QueryReader(take);
  // A single query that `jq` prints over several lines is a document too.
  const records = looksExported(bytes) ? exportRecords(new TextDecoder().decode(bytes)) : null;
  if (records !== null) {
    let count = 0;
    for (const { peeled } of records) {
      if (++count % 200 === 0) yield;
      reader.takeRecord(peeled);
    }
    return reader.lines;
  }
  const decoder = new TextDecoder('utf-8');
  let rested = 0;
  for (let from = 0; from < bytes.length;) {
    if (from - rested > STEP_BYTES) {
      rested = from;
      yield;
    }
    const newline = bytes.indexOf(10, from);
    const to = newline < 0 ? bytes.length : newline;
    if (to - from > MAX_QUERY_LINE_BYTES) reader.lines.other += 1;
    else reader.takeLine(decoder.decode(bytes.subarray(from, to)));
    from = to + 1;
  }
  return reader.lines;
}

/** Reads lines one by one, each either a query, with or without envelopes, or another line. */
export class QueryReader {
  readonly lines: QueryLines = { read: 0, other: 0 };
  private readonly memory: PeelMemory = { pods: new Set(), fileName: '', child: '', number: 0 };

  constructor(private readonly take: (line: QueryLine) => void) {}

  takeLine(raw: string): void {
    if (raw.trim() === '') return;
    if (!mayBeQuery(raw)) {
      this.lines.other += 1;
      return;
    }
    // A line without an envelope, as the server writes it.
    const own = raw.startsWith('{"') ? readQueryLine(raw, null) : null;
    if (own === null) this.takeRecord(peel(withoutColours(raw).replace(/\r$/, ''), this.memory));
    else this.found(own);
  }

  takeRecord(peeled: Peeled): void {
    peelFurther(peeled, this.memory);
    const stampMs = peeled.stamp?.zoned === true ? peeled.stamp.ms : null;
    const read = mayBeQuery(peeled.text) ? readQueryLine(peeled.text, stampMs) : null;
    if (read === null) this.lines.other += 1;
    else this.found(read);
  }

  private found(line: QueryLine): void {
    this.lines.read += 1;
    this.take(line);
  }
}
