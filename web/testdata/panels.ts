/** Small made-up answers of each panel, complete in every field, for the tests of the view models. */
import type {
  CapacityRatio, CompactionPanel, GcCpuPanel, MemoryPanel, MemoryPart, PanelBase, ScrapesPanel, WalReplayPanel,
} from '../../core/contract/contract.ts';
import { finding } from '../../core/finding.ts';
import { at, bytes, parts, ratio, seconds as duration } from '../../core/text/parts.ts';

/** 2026-11-20 12:00:00 UTC. */
export const noon = 1_795_176_000;

/** Ten minutes at one point a second, a gap of five scrapes at 200 s, a restart at 300 s. */
function panelBase(): PanelBase {
  return {
    range: { start: noon, end: noon + 600, step: 1, scrapes: 595 },
    finding: finding(
      {
        code: 'gc-share', severity: 'info',
        claim: parts`GC takes ${ratio(0.23)} of CPU, a cycle every ${duration(37)}.`,
      }
    ),
    missing: [],
    restarts: [{ time: noon + 300 }],
    gapSpans: [{ start: noon + 200, end: noon + 205 }],
    figures: [
      {
        name: 'GC cost', value: 0.42, low: 0.36, high: 0.48, unit: 'cores',
        from: ['process_cpu_seconds_total', 'go_memstats_last_gc_time_seconds'],
      },
      {
        name: 'Bytes allocated per sample', value: null, unit: 'bytesPerSample',
        from: ['go_memstats_alloc_bytes_total'], note: 'no samples were appended in this window',
      },
    ],
  };
}

const isGap = (i: number): boolean => i >= 200 && i < 205;
/** One value for each second; null inside the gap. */
const perSecond = (value: (i: number) => number): (number | null)[] =>
  Array.from({ length: 600 }, (_, i) => (isGap(i) ? null : value(i)));
const none = Array.from({ length: 600 }, () => null);
const seconds = Array.from({ length: 600 }, (_, i) => noon + i);

export function gcCpuPanel(): GcCpuPanel {
  return {
    ...panelBase(),
    cycles: Array.from(
      { length: 16 }, (_, i) => ({ time: noon + 20.25 + i * 37, heapBeforeBytes: 400e6, heapAfterBytes: 210e6 })
    ),
    cyclesWithoutTime: 2,
    periodSeconds: { median: 37, p10: 35, p90: 39, count: 15 },
    correlation: {
      pearson: 0.71, spearman: 0.66, bestLagSeconds: 1, pValue: 0.0004, sampleSize: 540,
      lags: Array.from({ length: 21 }, (_, i) => ({ lagSeconds: i - 10, r: 0.78 * Math.exp(-((i - 11) ** 2) / 6) })),
    },
    correlationAll: { pearson: 0.5, spearman: 0.5, bestLagSeconds: 1, pValue: 0.01, sampleSize: 595, lags: [] },
    shareCorrelation: { pearson: 0.8, spearman: 0.7, bestLagSeconds: 0, pValue: null, sampleSize: 540, lags: [] },
    shareCorrelationAll: { pearson: 0.6, spearman: 0.5, bestLagSeconds: 0, pValue: null, sampleSize: 595, lags: [] },
    links: [
      {
        side: 'cpu', name: 'process CPU', linked: true,
        correlation: { pearson: 0.71, spearman: 0.66, bestLagSeconds: 1, pValue: 0.0004, sampleSize: 540, lags: [] },
        from: ['process_cpu_seconds_total'],
      },
      {
        side: 'scrape-time', name: 'time a scrape takes', linked: false,
        correlation: { pearson: 0.05, spearman: 0.01, bestLagSeconds: 3, pValue: 0.3, sampleSize: 540, lags: [] },
        from: ['duration of the scrape'],
      },
    ],
    variance: { gcOutsideCompactions: 0.65, gc: 0.49, compaction: 0.68, gcBeyondCompaction: 0.15 },
    compactionExcluded: true,
    gcCpuShareRatio: 0.23,
    gcCpu: { cores: 0.42, lowCores: 0.36, highCores: 0.48, estimator: 'E2 event-locked', cyclesUsed: 16 },
    estimates: [
      {
        estimator: 'E1', name: 'CPU profile', cores: 0.45, lowCores: 0.3, highCores: 0.67, coreSecondsPerCycle: 16,
        cyclesUsed: 2, note: '1 CPU profile of 30 s in all', from: ['/debug/pprof/profile'], best: false,
      },
      {
        estimator: 'E2', name: 'event-locked', cores: 0.42, lowCores: 0.36, highCores: 0.48, coreSecondsPerCycle: 15,
        cyclesUsed: 16, note: '16 cycles measured', from: ['process_cpu_seconds_total'], best: true,
      },
      {
        estimator: 'E3', name: 'scan model', cores: null, lowCores: null, highCores: null, coreSecondsPerCycle: null,
        cyclesUsed: 0, note: 'the target does not say how much a cycle scans', from: [], best: false,
      },
    ],
    profiles: [
      {
        id: 'a'.repeat(64), name: 'prom-eu-1 cpu', start: noon + 60, durationSeconds: 30, cpuSeconds: 12,
        gcCpuSeconds: 3, idleGcCpuSeconds: null, samples: 1200, gcSamples: 300,
      },
    ],
    around: {
      offsetSeconds: Array.from({ length: 21 }, (_, i) => i - 10),
      meanCores: Array.from({ length: 21 }, (_, i) => (i === 10 ? 1.3 : i === 9 ? 1.1 : 0.5)),
      lowCores: Array.from({ length: 21 }, (_, i) => (i === 10 ? 1.2 : i === 9 ? 1 : 0.45)),
      highCores: Array.from({ length: 21 }, (_, i) => (i === 10 ? 1.4 : i === 9 ? 1.2 : 0.55)),
      quietCores: 0.5, cycles: 15, overlapping: 0, lengthSeconds: 1.6,
      measured: { cycles: 15, coreSeconds: 21, lowCoreSeconds: 18, highCoreSeconds: 24 },
    },
    gaps: {
      binSeconds: 2, counts: Array.from({ length: 20 }, (_, i) => (i === 18 ? 15 : 0)), forcedShareRatio: 0,
      verdict: 'none',
      sentence: 'No gap between cycles lasts 118 to 122 s: heap growth triggers the cycles, not Go\'s two-minute rule.',
    },
    pauses: {
      secondsPerCycle: 0.001, ratio: 0.00003, worstSeconds: 0.007, verdict: 'ruled-out',
      sentence: 'Stop-the-world pauses are negligible (1 ms per cycle).',
    },
    limiter: { state: 'never', time: null, sentence: 'Go\'s GC limiter was never active in this process.' },
    whatIf: {
      liveHeapBytes: 205e6, allocBytesPerSecond: 5.5e6, coreSecondsPerCycle: 15, gogcPercent: 100, gogcSource: 'api',
        memoryLimitBytes: null,
      byGogc: [50, 100].map((gogcPercent) => ({
        gogcPercent, memoryLimitBytes: null, current: gogcPercent === 100,
          heapGoalBytes: 205e6 * (1 + gogcPercent / 100), residentBytes: 520e6, periodSeconds: 37 * gogcPercent / 100,
        cores: 42 / gogcPercent, lowCores: 36 / gogcPercent, highCores: 48 / gogcPercent, thrashing: false,
      })),
      byMemoryLimit: [
        {
          gogcPercent: 100, memoryLimitBytes: 300e6, current: false, heapGoalBytes: 215e6, residentBytes: 325e6,
          periodSeconds: 2, cores: 7.5, lowCores: 6, highCores: 9, thrashing: true,
        },
      ],
      assumptions: ['The live heap stays what it is.'],
    },
    whatIfNote: '',
    allocBytesPerSample: null,
    maxProcs: 2,
    budgetCores: 0.5,
    memoryLimitBytes: null,
    compactions: [{ start: noon + 420, end: noon + 450 }],
    series: {
      time: seconds,
      cpuCores: perSecond(
        (i) => 0.4 + ((i * 7_919) % 13) / 60 + ((i + 17) % 37 < 2 ? 0.9 : 0) + (i >= 420 && i < 450 ? 0.8 : 0)
      ),
      gcCycles: perSecond((i) => ((i + 17) % 37 === 0 ? 1 : 0)),
      heapInuseBytes: perSecond((i) => 210e6 + ((i + 17) % 37) * 5.2e6),
      nextGcBytes: perSecond(() => 410e6),
      rssBytes: perSecond((i) => 520e6 + i * 0.1e6),
      cpuCoresMax: none, heapInuseBytesMin: none, heapInuseBytesMax: none,
    },
  };
}

export function compactionPanel(): CompactionPanel {
  const { series } = gcCpuPanel();
  const offsets = Array.from({ length: 60 }, (_, i) => i);
  const bump = (i: number): number => 0.4 + (i >= 31 && i < 37 ? 0.9 : 0);
  return {
    ...panelBase(),
    compactions: [1, 3, 5].map((i) => ({
      start: noon + i * 60 + 31, end: noon + i * 60 + 37, durationSeconds: 6, count: 2, kind: 'head' as const,
        running: false, startErrorSeconds: 1, endErrorSeconds: 1, phaseSeconds: 31, cpuCoreSecondsAboveQuiet: 5.4,
      bytesReadAboveQuiet: null, bytesWrittenAboveQuiet: 60e6, rssRiseBytes: 110e6, pageCacheLostBytes: null,
        sources: ['counters' as const], level: null, steps: [],
    })),
    blockRangeSeconds: 60, blockRangeSource: 'head-min-time', phaseSeconds: 31, expectedPhaseSeconds: 30,
      phaseErrorSeconds: 1,
    delay: null, widerFolds: [], keepingUp: {
      verdict: 'keeping-up', sentence: 'Keeping up: compacting takes 6 s of every 60 s (10 %), at most 6 s.',
    }, blocks: [], merges: null, notes: [],
    alignment: { resultantLength: 0.99, pValue: 0.0004, aligned: true, count: 9 },
    fold: {
      periodSeconds: 60, offsetSeconds: offsets,
      cpuCores: {
        mean: offsets.map(bump), low: offsets.map((i) => bump(i) - 0.1), high: offsets.map((i) => bump(i) + 0.1),
      },
      cycles: Array.from(
        { length: 9 },
        (_, k) => ({ start: noon + k * 60, cpuCores: offsets.map((i) => bump(i) + ((i * 31 + k * 17) % 11) / 80) })
      ),
    },
    multiples: { cpu: 3.1, diskWrite: 12.4, rss: 1.08 },
    next: { time: noon + 631, errorSeconds: 2, basis: 'every second boundary so far' },
    series: {
      time: seconds, cpuCores: series.cpuCores, cpuCoresMax: none, rssBytes: series.rssBytes,
      diskWriteBytesPerSecond: perSecond((i) => (i % 60 > 30 && i % 60 < 38 ? 9e6 : 0.2e6)), headChunks: none,
        blocksLoaded: none, blocksBytes: none,
    },
  };
}

export function walReplayPanel(): WalReplayPanel {
  const at = (seconds_: number): number => noon + 100 + seconds_;
  return {
    ...panelBase(),
    finding: finding(
      {
        code: 'test', severity: 'warning', claim: [{ text: 'Replaying since 64 s: 62 % done, 30 to 50 s left.' }],
        moment: null,
      }
    ),
    state: 'replaying',
    phases: [
      { name: 'unreachable', start: at(0), end: at(3), durationSeconds: 3, segments: null },
      { name: 'mmapped-chunks', start: at(3), end: at(9), durationSeconds: 6, segments: null },
      { name: 'segments', start: at(9), end: null, durationSeconds: 55, segments: 21 },
    ],
    progressRatio: 0.625,
    segments: { min: 0, max: 34, current: 21 },
    segmentsPerSecond: 0.39,
    etaSeconds: { low: 30, median: 38, high: 50.4 },
    points: Array.from(
      { length: 64 },
      (_, i) => (
        {
          time: at(i), segment: i < 9 ? null : Math.floor((i - 9) * 0.39), rssBytes: i < 3 ? null : 60e6 + i * 9e6,
          cpuCores: i < 4 ? null : 1.4, progressRatio: i < 9 ? null : (i - 9) / 88,
        }
      )
    ),
    etaBasis: 'segments',
    forecasts: Array.from(
      { length: 40 }, (_, i) => ({ time: at(24 + i), low: 60 - i, median: 74 - i * 0.95, high: 120 - i * 1.6 })
    ),
    forecastScore: null,
    rates: {
      time: Array.from({ length: 60 }, (_, i) => at(4 + i)),
        segmentsPerSecond: Array.from({ length: 60 }, (_, i) => (i < 9 ? null : 0.39)),
      samplesPerSecond: Array.from({ length: 60 }, (_, i) => (i < 40 ? null : 8e5)), bytesPerSecond:
        Array.from({ length: 60 }, (_, i) => (i < 9 ? null : 4e6)), gcRatio: Array.from({ length: 60 }, () => 0.2),
    },
    memory: {
      limitBytes: 2_147_483_648, limitSource: 'gomemlimit', projectedPeakBytes: 1.1e9, projectedLowBytes: 0.95e9,
        projectedHighBytes: 2.2e9, risk: 'low',
      steps: ['Raise the memory limit for this start.'],
        killed: 'The start before died after 60 s at segment 12 of 34.',
    },
    totalDurationSeconds: null,
    reportedDurationSeconds: null,
    earlier: [{ start: noon + 10, end: noon + 70, ready: false, segments: 12, peakRssBytes: 480e6 }],
  };
}

export function scrapesPanel(): ScrapesPanel {
  const status = Array.from({ length: 600 }, (_, i) => (isGap(i) ? 0 : 200));
  return {
    ...panelBase(),
    finding: finding({
      code: 'scrapes-failed', severity: 'warning', moment: noon + 200,
      claim: parts`5 of 600 scrapes failed; the longest gap lasted ${duration(5)} (restart).`,
    }),
    scrapes: { total: 600, failed: 5, timedOut: 1, skipped: 1 },
    durationSeconds: { p50: 0.004, p99: 0.061, max: 0.12 },
    timeoutSeconds: 10,
    gaps: [
      {
        start: noon + 200, end: noon + 205, cause: 'restart', sentence: 'The process restarted.',
        parts: parts`The process restarted.`, scrapesMissed: 5, timedOut: 1, skipped: 1, overlaps: [],
      },
    ],
    byState: [
      { state: 'quiet', count: 560, p50: 0.004, p99: 0.02, max: 0.1 },
      { state: 'gc', count: 16, p50: 0.03, p99: 0.12, max: 0.12 },
      { state: 'compaction', count: 0, p50: null, p99: null, max: null },
    ],
    points: {
      time: seconds,
      durationSeconds: Array.from(
        { length: 600 },
        (_, i) => (i === 203 ? 10 : isGap(i) ? null : 0.004 + ((i + 17) % 37 < 2 ? 0.05 : ((i * 7) % 5) / 2_000))
      ),
      status, bytes: perSecond(() => 61_440),
      error: Array.from(
        { length: 600 },
        (
          _, i
        ) => (i === 203 ? 'timeout' as const : i === 204 ? 'skipped' as const : isGap(i) ? 'refused' as const : null)
      ),
    },
    slow: { thresholdSeconds: 0.05, count: 32, lost: 2 },
    overlapTests: [
      {
        cause: 'gc', overlapping: 28, expected: 1.7, expectedHigh: 4, pValue: 0.002, windowRatio: 0.05,
        sentence: '28 of 32 slow or lost scrapes overlap a GC cycle.',
      },
    ],
    cpuCeiling: null,
    ownScrapes: {
      targets: 20, scrapesPerSecond: 11,
        intervals: [{ interval: '1s', wantedSeconds: 1, p50: 1, p99: 1.02, jitterRatio: 0.02 }],
      failed: null, timedOut: null, skipped: null, outOfOrder: 0, duplicate: 0, outOfBounds: 0, overLimit: 0,
        jobs: null,
    },
    cycles: gcCpuPanel().cycles.map(({ time }) => ({ time })),
    compactions: [{ start: noon + 420, end: noon + 450 }],
  };
}

export function memoryPanel(): MemoryPanel {
  const ratio = (value: number, low: number, high: number): CapacityRatio => (
    { value, low, high, rangeIs: '95 % interval', scrapes: 595, windowSeconds: 595, from: ['a_metric'], note: null }
  );
  const part = (key: MemoryPart['key'], bytes: number | null, isResident: boolean): MemoryPart =>
    (
      {
        key, label: key, isResident, bytes, lowBytes: bytes, highBytes: bytes, from: [], meaning: `What ${key} is.`,
        missing: bytes === null ? 'node_memory_Cached_bytes is missing.' : null,
      }
    );
  return {
    ...panelBase(),
    finding: finding(
      {
        code: 'memory-use', severity: 'ok',
        claim: parts`Resident memory is ${bytes(800e6)}, ${bytes(1e9)} at its peak.`,
      }
    ),
    parts: [
      part('heapInuse', 500e6, true), part('heapRetained', 180e6, true), part('stacks', 2e6, true),
      part('runtime', 60e6, true), part('outsideGo', 58e6, true), part('heapReleased', 90e6, false),
      part('virtual', 2.8e9, false), part('pageCache', null, false), part('swap', null, false),
    ],
    residentBytes: { median: 800e6, low: 780e6, high: 1e9 },
    limitBytes: null,
    ratios: {
      samplesPerCoreSecond: ratio(400_000, 380_000, 420_000), residentBytesPerSeries: ratio(4000, 3900, 5000),
        residentBytesPer100kSamplesPerSecond: ratio(800e6, 780e6, 1e9),
      diskBytesPerSample: ratio(3, 2.5, 3.5), chunkBytesPerSample: ratio(2.5, 2.4, 2.6),
    },
    load: { samplesPerSecond: 100_000, series: 200_000, cpuCores: 0.25, cpuPeakRatio: 4, retentionSeconds: null },
    warmUps: [{
      processStart: noon + 1, ingestStart: noon + 5, seconds: 90, seriesPerSecond: 10_000, seriesPerSecondAfter: 85,
        extraCoreSeconds: 1.4,
      sentence: 'Samples came in from 12:00:05 UTC on.', parts: parts`Samples came in from ${at(noon + 5)} on.`,
      settling: [
        {
          what: 'cpuPerSample', seconds: 30, lowSeconds: 30, highSeconds: 35, first: 4e-6, settled: 2e-6,
          stepSeconds: 5,
        },
        {
          what: 'rssPerSeries', seconds: 90, lowSeconds: 85, highSeconds: 95, first: 2500, settled: 4000,
          stepSeconds: 5,
        },
      ],
    }],
    series: {
      time: seconds, rssBytes: perSecond((i) => 780e6 + i * 0.1e6), rssBytesMax: perSecond((i) => 780e6 + i * 0.1e6),
        goHeldBytes: perSecond(() => 740e6), heapInuseBytes: perSecond((i) => 400e6 + ((i + 17) % 37) * 5e6),
      heapGoalBytes: perSecond(() => 690e6), virtualBytes: perSecond(() => 2.8e9), pageCacheBytes: none,
        swapBytes: none, residentBytesPerSeries: perSecond(() => 4000), cpuSecondsPerSample: perSecond(() => 2.5e-6),
      samplesPerSecond: perSecond(() => 100_000), headSeries: perSecond(() => 200_000),
    },
  };
}
