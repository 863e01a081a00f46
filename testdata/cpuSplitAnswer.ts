/**
 * CPU by subsystem of ten minutes with a profile of 10 s a minute, made up: a compaction half way, a restart after it.
 */
import type { CpuBySubsystem } from '../core/contract/contract.ts';
import type { ProfileCpu } from '../core/cpuLayers.ts';
import { cpuSplit } from '../server/analysis/panels/cpu-split/cpuSplit.ts';
import { gcAgreement } from '../server/analysis/panels/cpu-split/gcAgreement.ts';
import { handMadeWindow } from './handMadeWindow.ts';

const START = Date.UTC(2026, 10, 20, 16, 40) / 1000;
const COMPACTION = { from: 300, to: 372 };
const RESTART = 480;

/** Cores used in a second. */
function coresAt(second: number): number {
  return (second >= COMPACTION.from && second < COMPACTION.to ? 1.4 : 0.5) + 0.05 * Math.sin(second / 20);
}

function used(): number[] {
  const values: number[] = [];
  let total = 40;
  for (let i = 0; i <= 600; i++) values.push(total = i === RESTART ? 0 : total + coresAt(i));
  return values;
}

function profileAt(second: number): ProfileCpu {
  const compacts = second >= COMPACTION.from && second < COMPACTION.to;
  const seconds = {
    'gc': 1.2, 'compaction': compacts ? 8 : 0, 'wal': 0.3, 'scrape': 0.9, 'head-append': 1.1, 'query': 0.4,
    'allocation': 0.6, 'other': 0.5,
  };
  const cpuSeconds = Object.values(seconds).reduce((sum, one) => sum + one, 0);
  return {
    id: `${second}`, name: 'cpu', start: START + second, durationSeconds: 10, seconds,
    gc: { cpuSeconds, gcCpuSeconds: seconds.gc, idleGcCpuSeconds: null, samples: 500, gcSamples: 120 },
  };
}

/** `profiles` false: none was taken. */
export function cpuSplitAnswer({ profiles = true } = {}): CpuBySubsystem {
  const roles = {
    cpuSeconds: used(), processStartSeconds: used().map((_, i) => START + (i < RESTART ? -3600 : RESTART)),
  };
  const window = handMadeWindow({ startMs: START * 1000, roles });
  const taken = profiles ? Array.from({ length: 9 }, (_, i) => profileAt(15 + 60 * i + (i === 5 ? 10 : 0))) : [];
  const { gc, ...split } = cpuSplit(window, taken, 15_000);
  return { target: 'prom-eu-1', ...split, gcAgreement: gcAgreement({ gc, coverageRatio: split.coverageRatio }, []) };
}
