import { describe, expect, it } from 'vitest';
import type { GcCpuPanel, GcProfile, SpikeCause } from '../../contract/contract.ts';
import { cores, parts } from '../../text/parts.ts';
import { causeDiffs } from './causeDiffs.ts';

type Spikes = GcCpuPanel['spikes'];

const spike = (cause: SpikeCause, start: number, coreSeconds: number): Spikes['spikes'][number] =>
  ({ cause, start, end: start + 5, coreSeconds }) as Spikes['spikes'][number];

function profile(id: string, start: number, isCompared = true): GcProfile {
  return {
    id, name: id, start, durationSeconds: 5, cpuSeconds: 4, gcCpuSeconds: 1, idleGcCpuSeconds: null, samples: 400,
    gcSamples: 100,
    ...(isCompared ? {
      againstQuiet: {
        beforeId: 'quiet', taken: { start, end: start + 5 }, claim: parts`${id}: +${cores(0.62)} against quiet.`,
      },
    } : {}),
  };
}

const diffs = (spikes: Spikes['spikes'], profiles: GcProfile[]): Record<string, unknown> =>
  Object.fromEntries(causeDiffs({ spikes: { spikes } as Spikes, profiles }));

describe('the code of a cause of CPU spikes', () => {
  it('is the diff of its largest spike that has a compared profile', () => {
    expect(diffs(
      [spike('compaction', 100, 3), spike('compaction', 200, 9), spike('compaction', 300, 5), spike('query', 400, 1)],
      [profile('small', 101), profile('largest', 201, false), profile('second', 301), profile('query', 399)]
    )).toEqual({
      compaction: { before: 'quiet', after: 'second', words: 'second: +0.62 cores against quiet.' },
      query: { before: 'quiet', after: 'query', words: 'query: +0.62 cores against quiet.' },
    });
  });

  it('is not there without profiles, or outside of spikes', () => {
    expect(diffs([spike('gc', 100, 3)], [])).toEqual({});
    expect(diffs([spike('gc', 100, 3)], [profile('elsewhere', 200)])).toEqual({});
    expect(diffs([], [profile('calm', 200)])).toEqual({});
  });
});
