/**
 * First two passes over the wire: strings, types, functions, mappings, headers; then locations. Samples:
 * decodeSamples.ts.
 */
import { GrowingFloat64, GrowingUint32, int64s } from './growingArray.ts';
import type { FunctionRow, Locations, Mapping, Profile, ValueType } from './profile.ts';
import { WireError, WireReader } from './wireReader.ts';

/** A table larger than in any real profile: answered with `too_large`. */
export class LimitError extends Error {}

const MAX_STRING_BYTES = 256 * 1024 * 1024;
const MAX_STRINGS = 4_000_000;
const MAX_FUNCTIONS = 2_000_000;
const MAX_MAPPINGS = 100_000;
const MAX_LOCATIONS = 4_000_000;
const MAX_LINES = 8_000_000;
const MAX_SAMPLE_TYPES = 64;
const MAX_COMMENTS = 10_000;

/** Keeps valid UTF-8 names; other bytes become U+FFFD, because JSON cannot carry them. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Reads plain ASCII, as nearly every name is, without the cost of a decoder's call. */
function textOf(bytes: Buffer, start: number, end: number): string {
  for (let i = start; i < end; i++) {
    if ((bytes[i] ?? 0) >= 0x80) return utf8.decode(bytes.subarray(start, end));
  }
  return bytes.toString('latin1', start, end);
}

export type Id = number | bigint;

export interface Header extends Omit<
  Profile, 'sampleCount' | 'values' | 'exactValues' | 'frameStart' | 'frames' | 'labels' | 'locations'
> {
  strings: string[];
  functionRow: Map<Id, number>;
  mappingRow: Map<Id, number>;
}

export function limit(count: number, most: number, what: string): void {
  if (count > most) throw new LimitError(`the profile has more than ${most} ${what}`);
}

/**
 * Reads the string table first (it may be anywhere in the file), then all that refers to it except locations and
 * samples.
 */
export function readHeader(bytes: Uint8Array): Header {
  const strings = readStrings(bytes);
  const reader = new WireReader(bytes);
  const text = (): string => strings[reader.index(strings.length, 'string')] ?? '';
  const header: Header = {
    strings, sampleTypes: [], defaultSampleType: '',
    functions: [], functionRow: new Map(), mappings: [], mappingRow: new Map(),
    dropFrames: '', keepFrames: '', timeNanos: 0n, durationNanos: 0n, period: 0n, periodType: { type: '', unit: '' },
    comments: [], docUrl: '',
  };
  const scalar = (): bigint => { reader.expectVarint(); return reader.int64Exact(); };
  const textField = (): string => { reader.expectVarint(); return text(); };

  while (reader.nextField()) {
    switch (reader.field) {
      case 1:
        header.sampleTypes.push(readValueType(reader, text));
        limit(header.sampleTypes.length, MAX_SAMPLE_TYPES, 'sample types');
        break;
      case 3: readMapping(reader, text, header); break;
      case 5: readFunction(reader, text, header); break;
      case 7: header.dropFrames = textField(); break;
      case 8: header.keepFrames = textField(); break;
      case 9: {
        // Otherwise two concatenated profiles would be read as one with the tables of the second.
        if (header.timeNanos !== 0n)
          throw new WireError('two profiles written one after the other (the time occurs twice)');
        header.timeNanos = scalar();
        break;
      }
      case 10: header.durationNanos = scalar(); break;
      case 11: header.periodType = readValueType(reader, text); break;
      case 12: header.period = scalar(); break;
      case 13:
        reader.repeated(() => { limit(header.comments.push(text()), MAX_COMMENTS, 'comments'); });
        break;
      case 14: header.defaultSampleType = textField(); break;
      case 15: header.docUrl = textField(); break;
      default: reader.skip();
    }
  }
  return header;
}

function readStrings(bytes: Uint8Array): string[] {
  const strings: string[] = [];
  const reader = new WireReader(bytes);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let total = 0;
  while (reader.nextField()) {
    if (reader.field !== 6) { reader.skip(); continue; }
    const end = reader.expectBytes();
    total += end - reader.position;
    if (total > MAX_STRING_BYTES) throw new LimitError(`the profile has more than ${MAX_STRING_BYTES} bytes of names`);
    strings.push(textOf(buffer, reader.position, end));
    limit(strings.length, MAX_STRINGS, 'names');
    reader.position = end;
  }
  if (strings.length === 0) throw new WireError('it has no string table');
  if (strings[0] !== '') throw new WireError('the first entry of its string table is not empty');
  return strings;
}

function readValueType(reader: WireReader, text: () => string): ValueType {
  const valueType = { type: '', unit: '' };
  reader.message(() => {
    if (reader.field === 1) { reader.expectVarint(); valueType.type = text(); }
    else if (reader.field === 2) { reader.expectVarint(); valueType.unit = text(); }
    else reader.skip();
  });
  return valueType;
}

function readMapping(reader: WireReader, text: () => string, header: Header): void {
  let id: Id = 0;
  const mapping: Mapping = {
    start: 0n, limit: 0n, offset: 0n, file: '', buildId: '',
    hasFunctions: false, hasFilenames: false, hasLineNumbers: false, hasInlineFrames: false,
  };
  reader.message(() => {
    if (reader.field < 1 || reader.field > 10) { reader.skip(); return; }
    reader.expectVarint();
    const flag = reader.low !== 0 || reader.high !== 0;
    switch (reader.field) {
      case 1: id = reader.id(); break;
      case 2: mapping.start = reader.uint64Exact(); break;
      case 3: mapping.limit = reader.uint64Exact(); break;
      case 4: mapping.offset = reader.uint64Exact(); break;
      case 5: mapping.file = text(); break;
      case 6: mapping.buildId = text(); break;
      case 7: mapping.hasFunctions = flag; break;
      case 8: mapping.hasFilenames = flag; break;
      case 9: mapping.hasLineNumbers = flag; break;
      default: mapping.hasInlineFrames = flag;
    }
  });
  register(header.mappingRow, id, header.mappings.length, 'mapping');
  header.mappings.push(mapping);
  limit(header.mappings.length, MAX_MAPPINGS, 'mappings');
}

function readFunction(reader: WireReader, text: () => string, header: Header): void {
  let id: Id = 0;
  const row: FunctionRow = { name: '', systemName: '', file: '', startLine: 0 };
  reader.message(() => {
    if (reader.field < 1 || reader.field > 5) { reader.skip(); return; }
    reader.expectVarint();
    switch (reader.field) {
      case 1: id = reader.id(); break;
      case 2: row.name = text(); break;
      case 3: row.systemName = text(); break;
      case 4: row.file = text(); break;
      default: row.startLine = reader.int64();
    }
  });
  register(header.functionRow, id, header.functions.length, 'function');
  header.functions.push(row);
  limit(header.functions.length, MAX_FUNCTIONS, 'functions');
}

function register(rows: Map<Id, number>, id: Id, row: number, what: string): void {
  if (id === 0) throw new WireError(
    `a ${what} has the id 0, which means none (profilers of .NET wrote such files; go tool pprof refuses them too)`,
    'update the profiler that wrote it'
  );
  if (rows.has(id)) throw new WireError(`two ${what}s have the id ${id}`);
  rows.set(id, row);
}

export interface LocationTable { locations: Locations; rowOf: Map<Id, number> }

/** Second pass: each location's mapping and functions must exist. */
export function readLocations(bytes: Uint8Array, header: Header): LocationTable {
  const rowOf = new Map<Id, number>();
  const mapping: number[] = [];
  /** Low and high word of each address. */
  const address = new GrowingUint32();
  const folded: number[] = [];
  const lineStart = new GrowingUint32();
  const lineFunction = new GrowingUint32();
  const lineNumber = new GrowingFloat64();
  const lineColumn = new GrowingFloat64();
  const reader = new WireReader(bytes);
  let id: Id;
  let functionRow = -1;
  let line = 0;
  let column = 0;

  const readLine = (): void => {
    if (reader.field < 1 || reader.field > 3) { reader.skip(); return; }
    reader.expectVarint();
    if (reader.field === 1) functionRow = header.functionRow.get(reader.id()) ?? -1;
    else if (reader.field === 2) line = reader.int64();
    else column = reader.int64();
  };
  const readLocation = (): void => {
    switch (reader.field) {
      case 1: reader.expectVarint(); id = reader.id(); break;
      case 2: reader.expectVarint(); mapping[mapping.length - 1] = mappingOf(reader, header); break;
      case 3:
        reader.expectVarint();
        address.set(address.length - 2, reader.low);
        address.set(address.length - 1, reader.high);
        break;
      case 4:
        functionRow = -1;
        line = 0;
        column = 0;
        reader.message(readLine);
        if (functionRow < 0) throw new WireError(`location ${rowOf.size + 1} refers to a function that does not exist`);
        lineFunction.push(functionRow);
        lineNumber.push(line);
        lineColumn.push(column);
        limit(lineFunction.length, MAX_LINES, 'lines');
        break;
      case 5: reader.expectVarint(); folded[folded.length - 1] = reader.low !== 0 || reader.high !== 0 ? 1 : 0; break;
      default: reader.skip();
    }
  };

  while (reader.nextField()) {
    if (reader.field !== 4) { reader.skip(); continue; }
    id = 0;
    lineStart.push(lineFunction.length);
    mapping.push(-1);
    address.push(0);
    address.push(0);
    folded.push(0);
    reader.message(readLocation);
    register(rowOf, id, rowOf.size, 'location');
    limit(rowOf.size, MAX_LOCATIONS, 'locations');
  }
  lineStart.push(lineFunction.length);
  return {
    rowOf,
    locations: {
      count: rowOf.size,
      mapping: Int32Array.from(mapping),
      address: new BigUint64Array(int64s(address).buffer),
      folded: Uint8Array.from(folded),
      lineStart: lineStart.toArray(), lineFunction: lineFunction.toArray(),
      lineNumber: lineNumber.toArray(), lineColumn: lineColumn.toArray(),
    },
  };
}

function mappingOf(reader: WireReader, header: Header): number {
  const id = reader.id();
  if (id === 0) return -1;
  const row = header.mappingRow.get(id);
  if (row === undefined) throw new WireError(`a location refers to mapping ${id}, which does not exist`);
  return row;
}
