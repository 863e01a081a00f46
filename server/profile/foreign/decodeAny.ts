/** Uploaded bytes to a Profile, whatever format they are in. */
import { ok, type Result } from '../../../core/result.ts';
import { decodeExpanded, expandedOf, type Decoded } from '../decode/decode.ts';
import { encode } from '../decode/encode.ts';
import { readForeign } from './foreign.ts';

/** `expanded` is pprof in any case; `isConverted`: what came was something else. */
export interface DecodedAny extends Decoded { isConverted: boolean }

/** Errors as `decode`; see foreign.ts for the formats. */
export async function decodeAny(bytes: Uint8Array): Promise<Result<DecodedAny>> {
  const came = await expandedOf(bytes);
  if (!came.ok) return came;
  const foreign = readForeign(came.value);
  if (foreign?.ok === false) return foreign;
  const expanded = foreign === null ? came.value : encode(foreign.value);
  // Also what was converted is decoded, so that it is the same now as when it is read from its file.
  const profile = decodeExpanded(expanded);
  return profile.ok ? ok({ profile: profile.value, expanded, isConverted: foreign !== null }) : profile;
}
