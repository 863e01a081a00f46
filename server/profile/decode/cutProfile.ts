/** Says what the part of a cut gzip file holds that can still be expanded, if it is a profile of pprof. Pure. */
import { constants, gunzipSync } from 'node:zlib';
import { formatBytes } from '../../../core/text/format.ts';
import { WireError, WireReader } from './wireReader.ts';

/** Part that is expanded at most, because it is only counted. */
const MAX_BYTES = 48 * 1024 * 1024;
/** Fields of a Profile, and the largest of them; their wire types. */
const [SAMPLE, TEXT] = [2, 6];
const MAX_FIELD = 15;
const [VARINT, BYTES] = [0, 2];

/** Returns `: 116 KiB of it expand, with 900 samples but no names of functions, …`; "" if nothing can be expanded. */
export function partWords(bytes: Uint8Array): string {
  const part = expandedPart(bytes);
  if (part === null || part.length === 0) return '';
  const fields = fieldsOf(part);
  const [samples, texts] = [fields?.get(SAMPLE) ?? 0, fields?.get(TEXT) ?? 0];
  return `: ${formatBytes(part.length)} of it expand${samples === 0 ? ''
    : `, with ${samples.toLocaleString('en-US')} ${samples === 1 ? 'sample' : 'samples'} but ${
      texts === 0 ? 'no' : 'not all'} names of functions, so none can be ranked`}`;
}

function expandedPart(bytes: Uint8Array): Uint8Array | null {
  try {
    return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_BYTES });
  } catch (error) {
    if (typeof (error as NodeJS.ErrnoException).code !== 'string') throw error;
    return null;
  }
}

/** Returns the number of whole fields of each kind; null if the bytes are no message of such fields. */
function fieldsOf(bytes: Uint8Array): Map<number, number> | null {
  const counts = new Map<number, number>();
  const reader = new WireReader(bytes);
  try {
    while (reader.nextField()) {
      if (reader.field > MAX_FIELD || (reader.wireType !== VARINT && reader.wireType !== BYTES)) return null;
      reader.skip();
      counts.set(reader.field, (counts.get(reader.field) ?? 0) + 1);
    }
  } catch (error) {
    // The last field goes on where the file is cut.
    if (!(error instanceof WireError)) throw error;
  }
  return counts;
}
