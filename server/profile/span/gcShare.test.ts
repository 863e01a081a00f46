import { describe, expect, it } from 'vitest';
import { foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { loadProfile, unwrap } from '../../../testdata/profiles/oracles.ts';
import { gcShare } from './gcShare.ts';

describe('GC in a CPU profile', () => {
  it('counts marking, assists and sweeping wherever they stand in the stack, and idle-priority marking apart', () => {
    const profile = foldedProfile([
      'main.main;main.work 10', 'runtime.gcBgMarkWorker;runtime.gcDrainMarkWorkerDedicated;runtime.scanobject 3',
      'runtime.gcBgMarkWorker;runtime.gcDrainMarkWorkerIdle;runtime.scanobject 4',
      'main.main;runtime.mallocgc;runtime.gcAssistAlloc 2', 'runtime.bgsweep 1',
    ].join('\n'));
    expect(unwrap(gcShare(profile)))
      .toEqual({ cpuSeconds: 0.2, gcCpuSeconds: 0.1, idleGcCpuSeconds: 0.04, samples: 20, gcSamples: 10 });
  });

  it('does not call idle-priority marking zero where this Go has no name for it', () => {
    expect(unwrap(gcShare(foldedProfile('runtime.gcBgMarkWorker;runtime.gcDrain 5'))).idleGcCpuSeconds).toBeNull();
    expect(
      unwrap(gcShare(foldedProfile('runtime.gcBgMarkWorker;runtime.gcDrainMarkWorkerDedicated 5'))).idleGcCpuSeconds
    ).toBe(0);
  });

  it('finds in a real profile of Prometheus 2.42 what its samples say', async () => {
    const { cpuSeconds, gcCpuSeconds, samples, gcSamples } =
      unwrap(gcShare(await loadProfile('recordings/compact-1.cpu.pb.gz')));
    expect(samples).toBe(Math.round(cpuSeconds * 100));
    expect(gcSamples).toBe(Math.round(gcCpuSeconds * 100));
    expect(gcCpuSeconds).toBeGreaterThan(0.3);
    expect(gcCpuSeconds).toBeLessThan(cpuSeconds / 2);
  });

  it('refuses a heap profile', async () => {
    const share = gcShare(await loadProfile('recordings/quiet-1.heap.pb.gz'));
    expect(share.ok ? '' : share.error.message).toContain('no CPU time');
  });
});
