/** Says what it means that benchmarks get slower with more processors, and what else the settings share. Pure. */
import { formatNumber } from '../../../../core/text/format.ts';

/** Ratio from which a setting is slower, and relative distance within which values are the same. */
const SLOWER = 1.05;
const SAME = 0.01;

interface Row { value: number }
interface Of { unit: string; rows: readonly Row[] }
/** `side`: the value of GOMAXPROCS; the ratios of its times to those of the base. */
interface Change { side: string; mean: number; least: number }

/** `base`: the smallest setting. Returns null unless the largest setting is slower in all benchmarks. */
export function slowerProcs(base: string, changes: readonly Change[], all: readonly Of[]): string | null {
  const sorted = changes.filter(({ side }) => Number(side) > Number(base))
    .toSorted((a, b) => Number(a.side) - Number(b.side));
  const last = sorted.at(-1);
  const from = sorted.find((_, i) => sorted.slice(i).every(({ mean }) => mean >= SLOWER));
  if (last === undefined || from === undefined || last.least < SLOWER || sorted.length < changes.length) return null;
  const allocations = all.filter(({ unit }) => /^(?:B|allocs)\/op$/.test(unit));
  const isFree = allocations.length > 0 && allocations.every(({ rows }) => rows.every(({ value }) => value === 0));
  const cause = isFree ? '; it allocates nothing, so the collector is no cause' : '';
  return `It gets slower with more processors, from ${from.side} on. In a benchmark that runs in parallel `
    + '(b.RunParallel), that is contention on state that its goroutines share: a lock, an atomic or a cache line'
    + `${cause}. To find it, run it with -cpu ${last.side} -mutexprofile mutex.pb.gz (locks) and -cpuprofile cpu.pb.gz `
    + '(atomics). These are settings of -cpu, not versions.';
}

/** Returns the other metrics that are the same in all settings, as a sentence; null without one. */
export function sameMetrics(all: readonly Of[], lead: string): string | null {
  const others = all.filter(({ unit }) => unit !== lead && !/^(?:B|allocs)\/op$|\/s$/.test(unit));
  const same = others.flatMap(({ unit, rows }) => {
    const values = rows.map(({ value }) => value);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return rows.length > 1 && least > 0 && most <= (1 + SAME) * least ? [`${unit} is about ${formatNumber(most)}`] : [];
  });
  return same.length === 0 ? null : `${same.join(', ')} in all settings.`;
}
