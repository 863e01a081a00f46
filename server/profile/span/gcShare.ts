/** Estimates how much of a CPU profile is garbage collection: estimator E1 of docs/reference/gc-cpu.md. */
import type { GcShare } from '../../../core/cpuLayers.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { gcSamples, samplesThrough } from '../query/gcStacks.ts';
import { at, type Profile } from '../decode/profile.ts';

/** Marking at idle priority; a separate function since Go 1.21. */
const IDLE_WORKER = /^runtime\.gcDrainMarkWorkerIdle$/;
/** Background marking in the same versions; without the function above, this shows that none ran at idle priority. */
const NAMED_WORKER = /^runtime\.gcDrainMarkWorker(Dedicated|Fractional)$/;

/**
 * Returns seconds and samples, in total and inside GC (marking, assists, sweeping, scavenging). Error `bad_data` if it
 * is not a CPU profile.
 */
export function gcShare(profile: Profile): Result<GcShare> {
  const time = profile.sampleTypes.findIndex(({ type, unit }) => type === 'cpu' && unit === 'nanoseconds');
  const count = profile.sampleTypes.findIndex(({ type }) => type === 'samples');
  if (time < 0) return fail('bad_data', 'the profile holds no CPU time in nanoseconds');
  if (profile.functions.length === 0 && profile.sampleCount > 0)
    return fail('bad_data', 'the profile has no symbols, so the share of GC is unknown');
  const width = profile.sampleTypes.length;
  const inGc = gcSamples(profile);
  const inIdle = samplesThrough(profile, IDLE_WORKER);
  const periodNanos = Number(profile.period);
  let all = 0, gc = 0, idle = 0, samples = 0, gcCount = 0;
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    const nanos = at(profile.values, sample * width + time);
    const taken = count >= 0 ? at(profile.values, sample * width + count) : periodNanos > 0 ? nanos / periodNanos : 1;
    all += nanos;
    samples += taken;
    if (inGc[sample] === 1) { gc += nanos; gcCount += taken; }
    if (inIdle.found[sample] === 1) idle += nanos;
  }
  const tellsIdle = inIdle.any || samplesThrough(profile, NAMED_WORKER).any;
  return ok({
    cpuSeconds: all / 1e9, gcCpuSeconds: gc / 1e9, idleGcCpuSeconds: tellsIdle ? idle / 1e9 : null,
    samples: Math.round(samples), gcSamples: Math.round(gcCount),
  });
}
