/** Additions to a head since it was last written, as a journal record framed by its length and its CRC-32. */
import { crc32 } from 'node:zlib';
import { ByteReader } from '../../wire/byteReader.ts';
import { ByteWriter } from '../../wire/byteWriter.ts';
import { ABSENT, ChangeTail, PRESENT } from '../partitions/changeTail.ts';
import type { HeadAddition, HeadPartition, Kept, StoredSeries } from '../partitions/headPartition.ts';
import type { StoredScrape } from '../partitions/scrapeList.ts';

/** `folder`: name of the target's folder. */
export interface JournalRecord extends HeadAddition {
  folder: string;
  startMs: number;
  scrapes: StoredScrape[];
  series: StoredSeries[];
}

const FORMAT = 1;
const FRAME_BYTES = 8;

interface RecordHead {
  folder: string; startMs: number; firstScrape: number; firstSeries: number; previousMs: number | null;
  scrapes: StoredScrape[]; series: StoredSeries[];
}

const writer = new ByteWriter();

/** Encodes everything in the head after `from`. */
export function encodeJournalRecord(folder: string, head: HeadPartition, from: Kept): Uint8Array<ArrayBuffer> {
  const { tail } = head;
  const about: RecordHead = {
    folder, startMs: head.startMs, firstScrape: from.scrapes, firstSeries: from.series,
    previousMs: head.scrapes.at(from.scrapes - 1)?.startMs ?? null,
    scrapes: head.scrapes.slice(from.scrapes), series: head.series.slice(from.series),
  };
  writer.clear();
  writer.bits64(0, 0);
  writer.varint(FORMAT);
  writer.lengthAndText(JSON.stringify(about));
  writer.varint(tail.length - from.changes);
  for (let row = from.changes; row < tail.length; row++) {
    writer.varint(tail.scrape[row] ?? 0);
    writer.varint(tail.series[row] ?? 0);
    writer.varint(tail.state[row] ?? ABSENT);
    if (tail.state[row] === PRESENT) writer.float64(tail.value[row] ?? NaN);
  }
  const bytes = writer.finish();
  const view = new DataView(bytes.buffer);
  view.setUint32(0, bytes.length - FRAME_BYTES, true);
  view.setUint32(4, crc32(bytes.subarray(FRAME_BYTES)), true);
  return bytes;
}

/** Returns the records of a file up to its end or the first damaged one; one cut off at the end is not damage. */
export function decodeJournal(bytes: Buffer): { records: JournalRecord[]; damagedAt: number | null } {
  const records: JournalRecord[] = [];
  for (let at = 0; at + FRAME_BYTES < bytes.length;) {
    const length = bytes.readUInt32LE(at);
    const payload = bytes.subarray(at + FRAME_BYTES, at + FRAME_BYTES + length);
    if (length === 0 || payload.length < length) break;
    const record = crc32(payload) === bytes.readUInt32LE(at + 4) ? decodePayload(payload) : null;
    if (record === null) return { records, damagedAt: at };
    records.push(record);
    at += FRAME_BYTES + length;
  }
  return { records, damagedAt: null };
}

/** Adds `next` to `record` if it continues where that ends: minutes of many targets are thousands of records. */
export function joinRecords(record: JournalRecord, next: JournalRecord): boolean {
  if (next.folder !== record.folder || next.startMs !== record.startMs) return false;
  if (next.firstScrape !== record.firstScrape + record.scrapes.length) return false;
  if (next.firstSeries !== record.firstSeries + record.series.length) return false;
  if (next.previousMs !== (record.scrapes.at(-1)?.startMs ?? null)) return false;
  for (const scrape of next.scrapes) record.scrapes.push(scrape);
  for (const one of next.series) record.series.push(one);
  record.changes.append(next.changes.columns());
  return true;
}

/** Returns null for a later version. */
function decodePayload(payload: Buffer): JournalRecord | null {
  const reader = new ByteReader(payload);
  if (reader.varint() !== FORMAT) return null;
  // encodeJournalRecord wrote it: the checksum matches.
  const about = JSON.parse(reader.lengthAndText()) as RecordHead;
  const rows = reader.varint();
  const changes = new ChangeTail(rows);
  for (let left = rows; left > 0; left--) {
    const [scrape, series, state] = [reader.varint(), reader.varint(), reader.varint()];
    changes.push(scrape, series, state === PRESENT ? reader.float64() : NaN, state);
  }
  return { ...about, changes };
}
