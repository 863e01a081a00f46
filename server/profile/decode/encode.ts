/** Encodes a Profile with pprof-format; decode.ts reads the bytes as the same profile. */
import * as pprof from 'pprof-format';
import { at, type Profile } from './profile.ts';
import { linesOf, wholeProfile, type StackView } from './stackView.ts';

/**
 * Returns uncompressed pprof bytes. Omits locations that no sample uses; lines are those of `view`, whose other parts
 * are ignored.
 */
export function encode(profile: Profile, view: StackView = wholeProfile(profile)): Uint8Array {
  const strings = new pprof.StringTable();
  const text = (value: string): number => strings.dedup(value);
  const used = new Uint8Array(profile.locations.count);
  for (const location of profile.frames) used[location] = 1;
  const { locations, labels } = profile;
  const width = profile.sampleTypes.length;

  // pprof-format 2.3.2 counts an empty message as 0 bytes and writes 2, so a type without name and unit truncates the
  // end. So the types are written here, in order; concatenated messages are read as one.
  const types = profile.sampleTypes.map(
    (type) => new pprof.ValueType({ type: text(type.type), unit: text(type.unit) }).encode()
  );
  const { periodType } = profile;
  const rest = new pprof.Profile({
    stringTable: strings,
    sample: Array.from({ length: profile.sampleCount }, (_, sample) => ({
      locationId: Array.from(
        profile.frames.subarray(at(profile.frameStart, sample), at(profile.frameStart, sample + 1)), (row) => row + 1
      ),
      value: Array.from(
        { length: width },
        (_unused, type) => profile.exactValues?.[sample * width + type]
          ?? BigInt(at(profile.values, sample * width + type))
      ),
      label: Array.from({ length: at(labels.start, sample + 1) - at(labels.start, sample) }, (_unused, i) => {
        const label = at(labels.start, sample) + i;
        const textRow = at(labels.text, label);
        const unit = labels.strings[at(labels.unit, label)] ?? '';
        return {
          key: text(labels.strings[at(labels.key, label)] ?? ''),
          str: textRow < 0 ? 0 : text(labels.strings[textRow] ?? ''),
          num: labels.number[label] ?? 0n,
          numUnit: unit === '' ? 0 : text(unit),
        };
      }),
    })),
    mapping: profile.mappings.map((mapping, row) => ({
      id: row + 1, memoryStart: mapping.start, memoryLimit: mapping.limit, fileOffset: mapping.offset,
      filename: text(mapping.file), buildId: text(mapping.buildId),
      hasFunctions: mapping.hasFunctions, hasFilenames: mapping.hasFilenames,
      hasLineNumbers: mapping.hasLineNumbers, hasInlineFrames: mapping.hasInlineFrames,
    })),
    location: Array.from(used.keys()).filter((row) => used[row] === 1).map((row) => ({
      id: row + 1, mappingId: at(locations.mapping, row) + 1, address: locations.address[row] ?? 0n,
      isFolded: locations.folded[row] === 1,
      line: linesOf(profile, view, row).map((line) => ({
        functionId: at(locations.lineFunction, line) + 1,
        line: int64(at(locations.lineNumber, line)), column: int64(at(locations.lineColumn, line)),
      })),
    })),
    function: profile.functions.map((each, row) => ({
      id: row + 1, name: text(each.name), systemName: text(each.systemName),
      filename: text(each.file), startLine: int64(each.startLine),
    })),
    dropFrames: text(profile.dropFrames),
    keepFrames: text(profile.keepFrames),
    timeNanos: profile.timeNanos,
    durationNanos: profile.durationNanos,
    ...(periodType.type === '' && periodType.unit === '' ? {}
      : { periodType: { type: text(periodType.type), unit: text(periodType.unit) } }),
    period: profile.period,
    comment: profile.comments.map(text),
    defaultSampleType: text(profile.defaultSampleType),
    docUrl: text(profile.docUrl),
  }).encode();
  return Buffer.concat([...types.flatMap((type) => [Uint8Array.of(SAMPLE_TYPE, type.length), type]), rest]);
}

/** Key byte of the field: number 1, length-delimited. A type is two indexes, so its length is one byte. */
const SAMPLE_TYPE = (1 << 3) | 2;

const LARGEST = 2n ** 63n - 1n;

/** Clamps to int64: its largest value is 2^63 as a double, one too many, and would be read back as negative. */
function int64(value: number): bigint {
  const whole = BigInt(value);
  return whole > LARGEST ? LARGEST : whole;
}
