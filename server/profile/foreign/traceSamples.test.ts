import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../testdata/profiles/oracles.ts';
import { readTrace } from '../trace/readTrace.ts';
import { at, type Profile } from '../decode/profile.ts';
import { decodeExpanded } from '../decode/decode.ts';
import { encode } from '../decode/encode.ts';
import { top } from '../query/top.ts';
import { timeline } from '../views/timeline.ts';
import { labelOf, sampleTimes } from '../views/sampleTimes.ts';
import { cpuSampleProfile } from './traceSamples.ts';

const folder = new URL('../../../testdata/traces/', import.meta.url);
const bytesOf = (file: string): Uint8Array => gunzipSync(readFileSync(new URL(file, folder)));
const bytes = bytesOf('cpu-samples-go1.26.gz');
/** Result of `golang.org/x/exp/trace` for the same file; goroutine -1 means none. */
const oracle = JSON.parse(readFileSync(new URL('cpu-samples-go1.26.json', folder), 'utf8')) as {
  FirstNs: number; Samples: Record<string, number>; SampleGoroutines: Record<string, number>; SampleNs: number[];
};
const profile = unwrap(decodeExpanded(encode(unwrap(cpuSampleProfile(bytes)))));

function stackOf({ frames, frameStart, locations, functions }: Profile, sample: number): string {
  return Array.from(frames.subarray(at(frameStart, sample), at(frameStart, sample + 1)), (location) => {
    const line = at(locations.lineStart, location);
    const { name, file } = functions[at(locations.lineFunction, line)] ?? { name: '', file: '' };
    return `${name} ${file}:${at(locations.lineNumber, line)}`;
  }).join(';');
}

function countedBy(key: (sample: number) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (let sample = 0; sample < profile.sampleCount; sample++) {
    const name = key(sample);
    counts[name] = (counts[name] ?? 0) + at(profile.values, sample * 2);
  }
  return counts;
}

describe('CPU samples in an execution trace, as golang.org/x/exp/trace reads them', () => {
  it('have its number, stacks with lines, and goroutines', () => {
    expect(unwrap(readTrace(bytes)).cpuSamples).toBe(oracle.SampleNs.length);
    expect(oracle.SampleNs.length).toBeGreaterThan(20);
    expect(countedBy((sample) => stackOf(profile, sample))).toEqual(oracle.Samples);
    expect(countedBy((sample) => labelOf(profile, 'goroutine', sample) || '-1')).toEqual(oracle.SampleGoroutines);
  });

  it('have its times, by the clock of the target', () => {
    const { startTime } = unwrap(readTrace(bytes));
    const beginNs = BigInt(Math.round((startTime ?? 0) * 1e9));
    const times = sampleTimes(profile).map((time) => Number((time?.nanos ?? 0n) - beginNs)).sort((a, b) => a - b);
    // The oracle moves an event at the same time as the previous one by 1 ns.
    const apart = times.map((ns, i) => Math.abs(ns - (oracle.SampleNs[i] ?? 0)));
    expect(Math.max(...apart)).toBeLessThan(1000);
  });

  it('are a CPU profile of 10 ms each, over the length of the trace', () => {
    const { samples, cpu } = {
      samples: unwrap(top(profile, { sampleType: 'samples' })), cpu: unwrap(top(profile, { sampleType: 'cpu' })),
    };
    expect(samples.total).toBe(oracle.SampleNs.length);
    expect(cpu.total).toBe(oracle.SampleNs.length * 1e7);
    expect(Number(profile.durationNanos) / 1e9).toBeCloseTo(unwrap(readTrace(bytes)).durationSeconds, 6);
  });

  it('are in the view over time, in lanes of goroutines', () => {
    const { startTime } = unwrap(readTrace(bytes));
    const answer = unwrap(timeline(profile, { sampleType: 'cpu' }));
    expect(answer).toMatchObject({ samples: oracle.SampleNs.length, samplesWithoutTime: 0, laneLabel: 'goroutine' });
    const [first = 0] = oracle.SampleNs;
    expect(answer.startTime).toBeCloseTo((startTime ?? 0) + first / 1e9, 5);
    const busiest = Object.entries(oracle.SampleGoroutines).sort(([, a], [, b]) => b - a)[0];
    expect([answer.lanes[0]?.samples, answer.frames.length > 5]).toEqual([busiest?.[1], true]);
  });
});

it('a trace that has none is refused in words', () => {
  expect(cpuSampleProfile(bytesOf('go1.25.trace.gz'))).toMatchObject({
    ok: false, error: { errorType: 'not_found', message: expect.stringContaining('no CPU samples') as string },
  });
});
