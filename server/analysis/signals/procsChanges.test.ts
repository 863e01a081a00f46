import { expect, it } from 'vitest';
import { findCpuCeiling } from './cpuCeiling.ts';
import { handMadeWindow } from '../../../testdata/handMadeWindow.ts';
import { procsChanges } from './procsChanges.ts';

const LENGTH = 600;
const rising = (rate: (i: number) => number): number[] => {
  let total = 100;
  return Array.from({ length: LENGTH }, (_, i) => (total += rate(i)));
};
const procs = (of: (i: number) => number): number[] => Array.from({ length: LENGTH }, (_, i) => of(i));

it('finds when GOMAXPROCS changed, over scrapes that failed too', () => {
  const maxProcs = procs((i) => (i < 300 ? 8 : 2)).map((value, i) => (i > 298 && i < 303 ? null : value));
  const window = handMadeWindow({ roles: { maxProcs } });
  expect(procsChanges(window)).toEqual([{ timeMs: window.scrapes.startMs[303], from: 8, to: 2 }]);
  expect(procsChanges(handMadeWindow({ roles: { maxProcs: procs(() => 8) } }))).toEqual([]);
  expect(procsChanges(handMadeWindow({ roles: { cpuSeconds: rising(() => 1) } }))).toEqual([]);
});

it('does not call a process CPU-limited by a GOMAXPROCS that came later', () => {
  // Bursts of 4 cores with GOMAXPROCS 8, and almost none after it drops to 2.
  const cpuSeconds = rising((i) => (i < 300 ? (i % 100 < 20 ? 3 + (i % 17) / 10 : 0.5 + (i % 7) / 10) : 0.2));
  const window = handMadeWindow({ roles: { cpuSeconds, maxProcs: procs((i) => (i < 300 ? 8 : 2)) } });
  expect(findCpuCeiling(window, 2)).toBeNull();
});

it('finds the limit by the GOMAXPROCS of its time', () => {
  const cpuSeconds = rising((i) => (i < 300 ? 0.5 + (i % 7) / 10 : 1.98));
  const window = handMadeWindow({ roles: { cpuSeconds, maxProcs: procs((i) => (i < 300 ? 8 : 2)) } });
  const ceiling = findCpuCeiling(window, 2);
  expect(ceiling).toMatchObject({ cores: 2, basis: 'GOMAXPROCS' });
  expect(ceiling?.spans[0]?.startMs).toBeGreaterThanOrEqual(window.scrapes.startMs[298] ?? NaN);
});
