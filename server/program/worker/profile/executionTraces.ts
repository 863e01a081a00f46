/** Runs in the worker: execution traces, which are stored among the profiles. */
import { createHash } from 'node:crypto';
import { constants, gunzipSync, gzipSync } from 'node:zlib';
import type { TraceView } from '../../../../core/contract/contract.ts';
import { ok, type Result } from '../../../../core/result.ts';
import { expandedOf } from '../../../profile/decode/decode.ts';
import { encode } from '../../../profile/decode/encode.ts';
import { isGzip } from '../../../profile/decode/gunzip.ts';
import { cpuSampleProfile } from '../../../profile/foreign/traceSamples.ts';
import type { ProfileFacts } from '../../../profile/query/profileFacts.ts';
import { readTrace, unreadVersion } from '../../../profile/trace/readTrace.ts';
import { traceMinor } from '../../../profile/trace/traceFormat.ts';

/** Enough bytes of a gzip file to decompress its first bytes. */
const START_BYTES = 512;

/** Returns the trace format version of `bytes`, gzip or not; null if they are no trace. */
function minorOf(bytes: Uint8Array): number | null {
  if (!isGzip(bytes)) return traceMinor(bytes);
  try {
    return traceMinor(gunzipSync(bytes.subarray(0, START_BYTES), { finishFlush: constants.Z_SYNC_FLUSH }));
  } catch {
    // Not valid gzip: decoding reports the error.
    return null;
  }
}

/**
 * Describes a trace; null if the bytes are no execution trace. Errors like `readTrace`; one of an older Go is described
 * by its version.
 */
export async function describeTrace(bytes: Uint8Array): Promise<Result<{ id: string; facts: ProfileFacts }> | null> {
  const minor = minorOf(bytes);
  if (minor === null) return null;
  const expanded = await expandedOf(bytes);
  if (!expanded.ok) return expanded;
  const id = createHash('sha256').update(expanded.value).digest('hex');
  const none = { kind: 'trace', sampleTypes: [], defaultSampleType: '' };
  const unread = unreadVersion(minor);
  if (unread !== null)
    return ok({ id, facts: { ...none, time: null, durationSeconds: null, samples: 0, comments: [unread] } });
  const read = readTrace(expanded.value);
  if (!read.ok) return read;
  const { startTime, durationSeconds, events, finding } = read.value;
  return ok({
    id, facts: { ...none, time: startTime, durationSeconds, samples: events, comments: [finding.sentence] },
  });
}

/** Reads a stored trace; the bytes are gzip. */
export async function storedTrace(gzip: Uint8Array): Promise<Result<TraceView>> {
  const expanded = await expandedOf(gzip);
  return expanded.ok ? readTrace(expanded.value) : expanded;
}

/** Returns the trace's CPU samples as a pprof profile, gzip. Errors like `cpuSampleProfile`. */
export async function storedCpuSamples(gzip: Uint8Array): Promise<Result<Uint8Array>> {
  const expanded = await expandedOf(gzip);
  if (!expanded.ok) return expanded;
  const profile = cpuSampleProfile(expanded.value);
  return profile.ok ? ok(new Uint8Array(gzipSync(encode(profile.value)))) : profile;
}
