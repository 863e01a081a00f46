/** Third pass over the wire: samples, whose locations and sample types are known by now. */
import { limit, type Header, type LocationTable } from './decodeTables.ts';
import { GrowingFloat64, GrowingUint32, int64s } from './growingArray.ts';
import { PlainSamples } from './plainSamples.ts';
import type { Profile } from './profile.ts';
import { WireError, WireReader } from './wireReader.ts';

const MAX_SAMPLES = 10_000_000;
const MAX_FRAMES = 50_000_000;
const MAX_LABELS = 10_000_000;
const MAX_VALUES = 40_000_000;

type Samples = Pick<Profile, 'sampleCount' | 'values' | 'exactValues' | 'frameStart' | 'frames' | 'labels'>;

export function readSamples(bytes: Uint8Array, header: Header, table: LocationTable): Samples {
  const { strings } = header;
  const typeCount = header.sampleTypes.length;
  const values = new GrowingFloat64();
  /** Exact values by position in `values`, for those that a double would round. */
  const large = new Map<number, bigint>();
  const frameStart = new GrowingUint32();
  const frames = new GrowingUint32(4096);
  const dense = denseRows(table);
  const labelStart = new GrowingUint32();
  const labelKey = new GrowingUint32(64);
  const labelText = new GrowingUint32(64);
  /** Low and high word of each number. */
  const labelNumber = new GrowingUint32(64);
  const labelUnit = new GrowingUint32(64);
  const reader = new WireReader(bytes);
  const plain = new PlainSamples(bytes, dense, typeCount, frames, values);
  let sampleCount = 0;

  const takeFrame = (): void => {
    const row = reader.high === 0 && reader.low < dense.length ? (dense[reader.low] ?? -1)
      : (table.rowOf.get(reader.id()) ?? -1);
    if (row < 0)
      throw new WireError(`sample ${sampleCount + 1} refers to location ${reader.id()}, which does not exist`);
    frames.push(row);
    limit(frames.length, MAX_FRAMES, 'frames');
  };
  const takeValue = (): void => {
    if (!reader.isSafe()) large.set(values.length, reader.int64Exact());
    values.push(reader.int64());
    limit(values.length, MAX_VALUES, 'values');
  };
  let key = 0;
  let text = 0;
  let numberLow = 0;
  let numberHigh = 0;
  let unit = 0;
  const readLabel = (): void => {
    if (reader.field < 1 || reader.field > 4) { reader.skip(); return; }
    reader.expectVarint();
    if (reader.field === 1) key = reader.index(strings.length, 'string');
    else if (reader.field === 2) text = reader.index(strings.length, 'string');
    else if (reader.field === 3) { numberLow = reader.low; numberHigh = reader.high; }
    else unit = reader.index(strings.length, 'string');
  };
  const readSample = (): void => {
    if (reader.field === 1) reader.repeated(takeFrame);
    else if (reader.field === 2) reader.repeated(takeValue);
    else if (reader.field === 3) {
      key = text = numberLow = numberHigh = unit = 0;
      reader.message(readLabel);
      // As in the reference: a label with neither text nor number nor unit is ignored.
      if (text === 0 && numberLow === 0 && numberHigh === 0 && unit === 0) return;
      labelKey.push(key);
      // -1 when read as Int32.
      labelText.push(text === 0 ? 0xffffffff : text);
      labelNumber.push(text === 0 ? numberLow : 0);
      labelNumber.push(text === 0 ? numberHigh : 0);
      labelUnit.push(text === 0 ? unit : 0);
      limit(labelText.length, MAX_LABELS, 'labels');
    } else reader.skip();
  };

  while (reader.nextField()) {
    if (reader.field !== 2) { reader.skip(); continue; }
    frameStart.push(frames.length);
    labelStart.push(labelText.length);
    const firstValue = values.length;
    const end = reader.expectBytes();
    const rest = plain.read(reader.position, end);
    if (rest < end) reader.messageTo(rest, end, readSample);
    reader.position = end;
    const got = values.length - firstValue;
    if (got !== typeCount) {
      throw new WireError(
        `sample ${sampleCount + 1} has ${got} values where the profile has ${typeCount} sample types`
      );
    }
    sampleCount++;
    limit(sampleCount, MAX_SAMPLES, 'samples');
    limit(frames.length, MAX_FRAMES, 'frames');
    limit(values.length, MAX_VALUES, 'values');
  }
  frameStart.push(frames.length);
  labelStart.push(labelText.length);
  const numbers = values.toArray();
  return {
    sampleCount,
    values: numbers,
    exactValues: large.size === 0 ? null : exact(numbers, large),
    frameStart: frameStart.toArray(),
    frames: frames.toArray(),
    labels: {
      start: labelStart.toArray(), key: labelKey.toArray(), text: new Int32Array(labelText.toArray().buffer),
      number: int64s(labelNumber), unit: labelUnit.toArray(), strings,
    },
  };
}

function exact(numbers: Float64Array, large: Map<number, bigint>): BigInt64Array {
  const values = new BigInt64Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) values[i] = large.get(i) ?? BigInt(numbers[i] ?? 0);
  return values;
}

/** Returns rows by id, -1 for none: in nearly every profile ids are 1, 2, 3, ...; others are only in the map. */
function denseRows(table: LocationTable): Int32Array {
  const dense = new Int32Array(table.rowOf.size * 2 + 1).fill(-1);
  for (const [id, row] of table.rowOf) {
    if (typeof id === 'number' && id < dense.length) dense[id] = row;
  }
  return dense;
}
