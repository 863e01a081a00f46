/** Decodes uploaded bytes of any format to a Profile. */
import { ok, type Result } from '../../../core/result.ts';
import { decodeExpanded, expandedOf, type Decoded } from '../decode/decode.ts';
import { encode } from '../decode/encode.ts';
import { readForeign } from './foreign.ts';

/** Result: `expanded` is always pprof; `isConverted` is true if the upload had another format. */
export interface DecodedAny extends Decoded { isConverted: boolean }

/** Decodes bytes; errors as in `decode`, formats in foreign.ts. */
export async function decodeAny(bytes: Uint8Array): Promise<Result<DecodedAny>> {
  const came = await expandedOf(bytes);
  if (!came.ok) return came;
  const foreign = readForeign(came.value);
  if (foreign?.ok === false) return foreign;
  const expanded = foreign === null ? came.value : encode(foreign.value);
  // Decodes converted profiles too, so that they equal what is later read from the stored file.
  const profile = decodeExpanded(expanded);
  return profile.ok ? ok({ profile: profile.value, expanded, isConverted: foreign !== null }) : profile;
}
