/**
 * Uploaded or captured bytes to a checked Profile. Whatever is accepted here is consistent: every string, function,
 * mapping and location that is referred to exists, and each sample has one value for each sample type.
 */
import { fail, ok, type Result } from '../../../core/result.ts';
import { readSamples } from './decodeSamples.ts';
import { LimitError, readHeader, readLocations } from './decodeTables.ts';
import { expand, isGzip } from './gunzip.ts';
import type { Profile } from './profile.ts';
import { WireError } from './wireReader.ts';

export interface Decoded {
  profile: Profile;
  /** The uncompressed bytes: what the profile's id is the hash of. */
  expanded: Uint8Array;
}

/**
 * Decodes a pprof profile, gzip or not.
 *
 * Errors, each one sentence: `unprofilable` for bytes that are not a profile, or an inconsistent one,
 * `too_large` above the expanded size or above any count that a real profile reaches.
 * Stricter than the reference (`go tool pprof`): a reference to a mapping that does not exist and a field numbered 0
 * are refused. More lenient: two sample types of one name are accepted.
 */
export async function decode(bytes: Uint8Array, limitBytes?: number): Promise<Result<Decoded>> {
  const expanded = await expandedOf(bytes, limitBytes);
  if (!expanded.ok) return expanded;
  const profile = decodeExpanded(expanded.value);
  return profile.ok ? ok({ profile: profile.value, expanded: expanded.value }) : profile;
}

/** Errors as `expand`, and for no bytes at all. */
export async function expandedOf(bytes: Uint8Array, limitBytes?: number): Promise<Result<Uint8Array>> {
  if (bytes.length === 0) return fail('unprofilable', 'the file is empty; fetch the profile again');
  const expanded = await expand(bytes, limitBytes);
  return expanded.ok && expanded.value.length === 0
    ? fail('unprofilable', 'the gzip file holds nothing; fetch the profile again') : expanded;
}

export function decodeExpanded(bytes: Uint8Array): Result<Profile> {
  const other = otherFormat(bytes);
  if (other !== null) return fail('unprofilable', other);
  try {
    const header = readHeader(bytes);
    if (header.sampleTypes.length === 0) throw new WireError('it names no sample types');
    const { locations, rowOf } = readLocations(bytes, header);
    const samples = readSamples(bytes, header, { locations, rowOf });
    const { sampleTypes, defaultSampleType, functions, mappings, dropFrames, keepFrames } = header;
    const { timeNanos, durationNanos, period, periodType, comments, docUrl } = header;
    return ok({
      ...samples, locations, sampleTypes, defaultSampleType, functions, mappings, dropFrames, keepFrames,
      timeNanos, durationNanos, period, periodType, comments, docUrl,
    });
  } catch (error) {
    if (error instanceof LimitError) return fail('too_large', `${error.message}; record a shorter or filtered one`);
    if (error instanceof WireError) {
      return fail(
        'unprofilable', `the file is not a readable pprof profile: ${error.message}; fetch it again from /debug/pprof`
      );
    }
    throw error;
  }
}

const HEAD_BYTES = 64;

/** Says what the file is instead, for files that people do upload; null when it may be a profile. */
function otherFormat(bytes: Uint8Array): string | null {
  if (isGzip(bytes)) return 'the file is gzip inside gzip; expand it once and upload that';
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES)).trimStart();
  if (/^<(!doctype|html|\?xml|head)/i.test(head))
    return 'the file is a web page, not a profile; fetch a profile such as /debug/pprof/heap, not the index';
  if (/^[[{]/.test(head) && /^[[{]\s*["[{\]}]/.test(head))
    return 'the file is JSON, but neither a speedscope file nor a .cpuprofile of V8; a pprof profile is binary';
  if (/^go 1\.\d+ trace/.test(head))
    return 'the file is an execution trace, not a profile; fetch /debug/pprof/profile instead of /debug/pprof/trace';
  if (/^(heap profile:|goroutine profile:|threadcreate profile:|goroutine \d+ |--- |cycles\/second=)/.test(head)) {
    return 'the file is the text form of a profile; fetch it without debug= in its address';
  }
  if (isBenchmarkText(bytes))
    return 'the file is the output of go test -bench or of time, not a profile; '
      + 'compare it with another on the Benchmarks page';
  if (/^(404 page|Unknown profile)/i.test(head))
    return 'the file is an error message of the target, not a profile; check the address it was fetched from';
  if (bytes.length >= LEAST_TEXT_BYTES && isText(bytes))
    return 'the file is text, but neither collapsed stacks nor the output of perf script; '
      + 'a pprof profile is binary, as /debug/pprof/heap returns it without debug=';
  return null;
}

/** A small profile could by chance have only bytes that occur in text. */
const LEAST_TEXT_BYTES = 32;
/** Enough to get past what a build prints before the first result. */
const TEXT_BYTES = 16 * 1024;

/** Only bytes that occur in text, with at least one line end; a profile's tags and lengths are other bytes. */
function isText(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, TEXT_BYTES);
  return head.includes(0x0a) && head.every(
    (byte) => byte >= 0x20 ? byte !== 0x7f : byte === 0x09 || byte === 0x0a || byte === 0x0d || byte === 0x1b
  );
}

/** A result of `go test -bench`; `time` of GNU, GNU with -v, bash, zsh, BSD. */
const BENCHMARK_LINES = [
  /^Benchmark\S{0,1000}[ \t]+\d+[ \t]+[\d.]/m,
  /\duser\s+[\d.]+system\s/, /^[ \t]*User time \(seconds\):/m, /^real[ \t]+\d/m,
  /\ds? user [\d.]+s? system \d+% cpu /, /^[ \t]+[\d.]+ real\s+[\d.]+ user\s/m,
];

function isBenchmarkText(bytes: Uint8Array): boolean {
  if (!isText(bytes)) return false;
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, TEXT_BYTES));
  return BENCHMARK_LINES.some((pattern) => pattern.test(head));
}
