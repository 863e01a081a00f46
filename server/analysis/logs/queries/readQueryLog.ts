/** Reads the queries of a query log, or among the lines of a server's log, in whatever it is wrapped. */
import { exportRecords } from '../exportRecords.ts';
import { asUtf8, looksExported, MAX_LINE_BYTES, withoutColours } from '../logBytes.ts';
import type { Peeled } from '../logLine.ts';
import { peel, peelFurther, type PeelMemory } from '../peel.ts';
import { mayBeQuery, readQueryLine, type QueryLine } from './queryLine.ts';

const STEP_BYTES = 32 * 1024;
/** PromQL that programs generate is long; a longer line is counted, not read. */
const MAX_QUERY_LINE_BYTES = 4 * MAX_LINE_BYTES;

export interface QueryLines { read: number; other: number }

/** Gives each query to `take`, with a rest every few ms. */
export function* readQueriesInSteps(
  file: Uint8Array, take: (line: QueryLine) => void
): Generator<undefined, QueryLines> {
  const bytes = asUtf8(file);
  const reader = new QueryReader(take);
  // One query alone, as `jq` prints it over several lines, is a document too.
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

/** Reads lines as they come; what is wrapped, or no query, is told line by line. */
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
    // The file as the server writes it.
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
