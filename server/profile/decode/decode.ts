/**
 * Decodes uploaded or captured bytes to a checked Profile. Accepted profiles are consistent: every referenced string,
 * function, mapping and location exists, and each sample has one value for each sample type.
 */
import { fail, ok, type Result } from '../../../core/result.ts';
import { readSamples } from './decodeSamples.ts';
import { LimitError, readHeader, readLocations } from './decodeTables.ts';
import { expand } from './gunzip.ts';
import { otherFormat } from './otherFormats.ts';
import type { Profile } from './profile.ts';
import { WireError } from './wireReader.ts';

export interface Decoded {
  profile: Profile;
  /** The uncompressed bytes, whose hash is the profile's id. */
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

/** Expands the bytes. Errors of `expand`, and one for an empty file. */
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
      const remedy = error.remedy ?? 'fetch it again from /debug/pprof';
      return fail('unprofilable', `the file is not a readable pprof profile: ${error.message}; ${remedy}`);
    }
    throw error;
  }
}
