/** What the server's own GC trace and log say of the demo recording; origin in recordings/README.md. */
import { elementAt } from '../core/elementAt.ts';
import { readFileSync } from 'node:fs';

export interface GcTruth {
  firstGoodScrapeMs: number;
  processStartMs: number;
  cycles: { n: number; startMs: number; endMs: number; cpuSeconds: number; idleCpuSeconds: number }[];
  compactions: { startMs: number; endMs: number }[];
  /** After the first 120 s of the process, compactions taken out. */
  steadyOutsideCompaction: { n: number; rCountStep: number; rOverlap: number };
  periodSecondsMedianSteady: number;
  gcCpuShare: { withIdleWorkers: number; withoutIdleWorkers: number };
  /**
   * By part of the recording: r at lag 0 and best lag of CPU with "the cycle count rose" and with the share of the
   * interval inside a cycle.
   */
  correlation: Record<
    'all' | 'steady' | 'steadyOutside',
    { n: number; countStep: number; countStepBestLag: number; overlap: number; overlapBestLag: number }
  >;
  /**
   * Cycles of the steady part a second or more from any compaction; CPU of the process above its local level, and what
   * the trace says.
   */
  outsideCompactions: {
    cycles: number; cpuAboveBaselineSeconds: number; traceCpuSeconds: number; traceIdleCpuSeconds: number
  };
}

interface TruthFile {
  firstGoodScrapeMs: number;
  processStartSeconds: number;
  gcCycles: [n: number, startMs: number, endMs: number, cpuMs: number, idleCpuMs: number][];
  compactions: [startMs: number, endMs: number, headBlocks: number, levelCompactions: number][];
  steadyOutsideCompaction: GcTruth['steadyOutsideCompaction'];
  periodSecondsMedianSteady: number;
  gcCpuShare: GcTruth['gcCpuShare'];
  correlation: GcTruth['correlation'];
  outsideCompactions: GcTruth['outsideCompactions'];
}

export function readGcTruth(): GcTruth {
  const file = JSON.parse(
    readFileSync(new URL('recordings/prom-2.42-load.gc-truth.json', import.meta.url), 'utf8')
  ) as TruthFile;
  return {
    firstGoodScrapeMs: file.firstGoodScrapeMs,
    processStartMs: file.processStartSeconds * 1000,
    cycles: file.gcCycles.map(([n, startMs, endMs, cpuMs, idleCpuMs]) => ({
      n, startMs, endMs, cpuSeconds: cpuMs / 1000, idleCpuSeconds: idleCpuMs / 1000,
    })),
    compactions: file.compactions.map(([startMs, endMs]) => ({ startMs, endMs })),
    steadyOutsideCompaction: file.steadyOutsideCompaction,
    periodSecondsMedianSteady: file.periodSecondsMedianSteady,
    gcCpuShare: file.gcCpuShare,
    correlation: file.correlation,
    outsideCompactions: file.outsideCompactions,
  };
}

export interface GcMatch { found: number; missed: number; invented: number; worstErrorMs: number; singles: number }

/**
 * Found cycles against the truth. A true cycle counts when it ended between the first and the last good scrape; of
 * several that ended between the same two good scrapes only the last can have a time. `found`: a time within 100 ms of
 * it. `invented`: a time with no true cycle within 100 ms.
 */
export function matchGcCycles(foundMs: number[], truth: GcTruth, goodScrapesMs: number[], fromMs: number): GcMatch {
  const slot = (timeMs: number): number => goodScrapesMs.findIndex((scrapeMs) => scrapeMs >= timeMs);
  const expected = truth.cycles.filter(
    ({ endMs }) => endMs > Math.max(fromMs, elementAt(goodScrapesMs, 0)) && slot(endMs) >= 0
  );
  const singles = expected.filter(
    ({ endMs }, i) => i + 1 >= expected.length || slot(elementAt(expected, i + 1).endMs) !== slot(endMs)
  );
  const match: GcMatch = { found: 0, missed: 0, invented: 0, worstErrorMs: 0, singles: singles.length };
  for (const { endMs } of singles) {
    const errorMs = Math.min(...foundMs.map((timeMs) => Math.abs(timeMs - endMs)));
    if (errorMs <= 100) {
      match.found++;
      match.worstErrorMs = Math.max(match.worstErrorMs, errorMs);
    } else {
      match.missed++;
    }
  }
  match.invented = foundMs.filter(
    (timeMs) => timeMs > fromMs && !truth.cycles.some(({ endMs }) => Math.abs(endMs - timeMs) <= 100)
  ).length;
  return match;
}
