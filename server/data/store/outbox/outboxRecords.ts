/**
 * Records of a buffer file. Each is framed by its length and its CRC-32, so that one cut off by a crash is detected. A
 * file begins with its header, and needs no file before it: the first record of each target lists all its series, the
 * later ones the changes.
 */
import { crc32 } from 'node:zlib';
import type { Labels } from '../../../../core/contract/terms/targetKind.ts';
import { ByteReader } from '../../wire/byteReader.ts';
import { ByteWriter } from '../../wire/byteWriter.ts';

const FORMAT = 1;
const HEADER = 0, TARGET = 1, SCRAPE = 2;
export const FRAME_BYTES = 8;
/** A longer length is damaged: half a million series with long labels take a fifth of it. */
const MAX_RECORD_BYTES = 2 ** 30;

export interface SeriesName { name: string; labels: Labels }

/** `samplesBefore`: samples of all earlier files of this buffer, including deleted ones. */
export interface HeaderRecord { kind: 'header'; samplesBefore: number }
/** Assigns a target the number by which later records refer to it. */
export interface TargetRecord { kind: 'target'; target: number; name: string; labels: Labels }
/**
 * Samples of a target at one time. `met`: series new to its file, which get the next numbers. Series neither gone nor
 * changed keep their values.
 */
export interface ScrapeRecord {
  kind: 'scrape';
  target: number;
  timeMs: number;
  /** Number of samples and staleness markers that it represents. */
  samples: number;
  met: readonly SeriesName[];
  gone: readonly number[];
  changed: readonly number[];
  /** Values of `changed`. */
  values: ArrayLike<number>;
}
export type OutboxRecord = HeaderRecord | TargetRecord | ScrapeRecord;

const writer = new ByteWriter();

/** Encodes a record with its frame. */
export function encodeRecord(record: OutboxRecord): Uint8Array<ArrayBuffer> {
  writer.clear();
  writer.bits64(0, 0);
  writePayload(record);
  const bytes = writer.finish();
  const view = new DataView(bytes.buffer);
  view.setUint32(0, bytes.length - FRAME_BYTES, true);
  view.setUint32(4, crc32(bytes.subarray(FRAME_BYTES)), true);
  return bytes;
}

/** Returns the length of the record whose frame these bytes begin with; null if it is invalid. */
export function payloadBytes(frame: Uint8Array): number | null {
  const length = new DataView(frame.buffer, frame.byteOffset).getUint32(0, true);
  return length === 0 || length > MAX_RECORD_BYTES ? null : length;
}

/** Decodes a record; null if it is damaged or of a later version. */
export function decodeRecord(framed: Uint8Array): OutboxRecord | null {
  const payload = framed.subarray(FRAME_BYTES);
  if (new DataView(framed.buffer, framed.byteOffset).getUint32(4, true) !== crc32(payload)) return null;
  return readPayload(new ByteReader(payload));
}

function writePayload(record: OutboxRecord): void {
  if (record.kind === 'header') {
    writer.varint(HEADER);
    writer.varint(FORMAT);
    writer.varint(record.samplesBefore);
  } else if (record.kind === 'target') {
    writer.varint(TARGET);
    writer.varint(record.target);
    writer.lengthAndText(record.name);
    writeLabels(record.labels);
  } else {
    writer.varint(SCRAPE);
    writer.varint(record.target);
    writer.varint(record.timeMs);
    writer.varint(record.samples);
    writer.varint(record.met.length);
    for (const { name, labels } of record.met) {
      writer.lengthAndText(name);
      writeLabels(labels);
    }
    writeAscending(record.gone);
    writeAscending(record.changed);
    for (let i = 0; i < record.changed.length; i++) writer.float64(record.values[i] ?? NaN);
  }
}

function readPayload(reader: ByteReader): OutboxRecord | null {
  const kind = reader.varint();
  if (kind === HEADER) {
    return reader.varint() === FORMAT ? { kind: 'header', samplesBefore: reader.varint() } : null;
  }
  if (kind === TARGET)
    return { kind: 'target', target: reader.varint(), name: reader.lengthAndText(), labels: readLabels(reader) };
  if (kind !== SCRAPE) return null;
  const [target, timeMs, samples] = [reader.varint(), reader.varint(), reader.varint()];
  const met = Array.from(
    { length: reader.varint() }, () => ({ name: reader.lengthAndText(), labels: readLabels(reader) })
  );
  const [gone, changed] = [readAscending(reader), readAscending(reader)];
  const values = Float64Array.from(changed, () => reader.float64());
  return { kind: 'scrape', target, timeMs, samples, met, gone, changed, values };
}

function writeLabels(labels: Labels): void {
  const entries = Object.entries(labels);
  writer.varint(entries.length);
  for (const [name, value] of entries) {
    writer.lengthAndText(name);
    writer.lengthAndText(value);
  }
}

function readLabels(reader: ByteReader): Labels {
  return Object.fromEntries(
    Array.from({ length: reader.varint() }, () => [reader.lengthAndText(), reader.lengthAndText()])
  );
}

function writeAscending(numbers: readonly number[]): void {
  writer.varint(numbers.length);
  let before = 0;
  for (const number of numbers) {
    writer.varint(number - before);
    before = number;
  }
}

function readAscending(reader: ByteReader): number[] {
  let before = 0;
  return Array.from({ length: reader.varint() }, () => before += reader.varint());
}
