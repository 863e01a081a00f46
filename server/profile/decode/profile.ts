/**
 * A decoded and checked profile, as tables of numbers: a profile of a million frames is a few flat arrays. Terms as in
 * https://github.com/google/pprof/blob/main/proto/profile.proto
 */
export interface ValueType { type: string; unit: string }

export interface Mapping {
  start: bigint;
  limit: bigint;
  offset: bigint;
  file: string;
  buildId: string;
  hasFunctions: boolean;
  hasFilenames: boolean;
  hasLineNumbers: boolean;
  hasInlineFrames: boolean;
}

export interface FunctionRow { name: string; systemName: string; file: string; startLine: number }

/**
 * Lines of location `l` are `lineStart[l]` to `lineStart[l + 1]`, innermost (inlined) first, its outermost caller last.
 */
export interface Locations {
  count: number;
  /** Row of `mappings`, -1 for none. */
  mapping: Int32Array;
  address: BigUint64Array;
  folded: Uint8Array;
  lineStart: Uint32Array;
  lineFunction: Uint32Array;
  lineNumber: Float64Array;
  lineColumn: Float64Array;
}

/** Labels of sample `s` are `start[s]` to `start[s + 1]`. A numeric label has `text` -1. */
export interface Labels {
  start: Uint32Array;
  key: Uint32Array;
  text: Int32Array;
  number: BigInt64Array;
  unit: Uint32Array;
  /** Strings for `key`, `text` and `unit`; 0 is the empty string. */
  strings: string[];
}

export interface Profile {
  sampleTypes: ValueType[];
  /** Default as written in the profile; empty if it names none. */
  defaultSampleType: string;
  sampleCount: number;
  /** Row-major: `values[sample * sampleTypes.length + type]`. Nearest doubles if `exactValues` is set. */
  values: Float64Array;
  /** The same as int64, only if some value does not fit a double exactly. */
  exactValues: BigInt64Array | null;
  /**
   * Stack of sample `s`: `frames[frameStart[s]]` (leaf) to `frames[frameStart[s + 1] - 1]` (root), rows of `locations`.
   */
  frameStart: Uint32Array;
  frames: Uint32Array;
  labels: Labels;
  locations: Locations;
  functions: FunctionRow[];
  mappings: Mapping[];
  dropFrames: string;
  keepFrames: string;
  timeNanos: bigint;
  durationNanos: bigint;
  period: bigint;
  periodType: ValueType;
  comments: string[];
  docUrl: string;
}

/** Reads a table without `undefined`: row indexes of a location table are in range by construction. */
export function at(table: { readonly [index: number]: number }, index: number): number {
  return table[index] ?? 0;
}
