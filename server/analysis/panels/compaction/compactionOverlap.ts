/** Checks whether several targets on one clock compact at the same instant, and what that uses together. */
import { elementAt } from '../../../../core/elementAt.ts';
import type { CompactionHerd, Finding } from '../../../../core/contract/contract.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { TargetFacts } from '../../../../core/contract/facts.ts';
import { phaseDifference, phaseOf } from '../../../../core/statistics/circular.ts';
import { analyseCompaction } from './compaction.ts';
import { withoutGaps } from './cost/compactionCost.ts';
import { foldRate } from './fold.ts';
import { counterSteps } from '../../signals/counterSteps.ts';
import { finding } from '../../../../core/finding.ts';
import { formatSeconds } from '../../../../core/text/format.ts';
import { cores, count, parts, seconds } from '../../../../core/text/parts.ts';
import { adviceFor, type Server } from '../../advice/advice.ts';
import { spreadCompactions } from '../../advice/steps.ts';
import { targetAheadMs } from '../../signals/compaction/targetClock.ts';
import { findRestarts, freshScrapes } from '../../signals/windowFrame.ts';

/** Bins of the common axis: every target is folded into the same ones, whatever its scrape interval. */
const BINS = 120;
/** Phases this close, as a share of the range, fall into one spike. */
const TOGETHER_RATIO = 0.02;
const MIN_TOGETHER_SECONDS = 10;

export interface HerdMember { name: string; window: RoleWindow; facts: TargetFacts }

type HerdTarget = CompactionHerd['targets'][number];

/**
 * Folds every member at the longest block range among them, which the others' ranges divide (a range that does not is
 * named in `reason` and skipped). Order as given. `totalCpuCores` sums the means; null if any of them is.
 */
export function analyseCompactionOverlap(members: readonly HerdMember[]): CompactionHerd {
  const panels = members.map(
    ({ window, facts }) => analyseCompaction(window, { facts, stepMs: null, nowMs: window.endMs })
  );
  const periodSeconds = Math.max(0, ...panels.map((panel) => panel.blockRangeSeconds ?? 0)) || null;
  const bins = periodSeconds === null ? 0 : BINS;
  const targets = members.map(({ name, window }, i): HerdTarget => {
    const panel = elementAt(panels, i);
    const range = panel.blockRangeSeconds;
    const reason = reasonNotFolded(panel.blockRangeSeconds, periodSeconds, panel.merges !== null);
    return {
      target: name,
      blockRangeSeconds: range,
      // Each compacts on its own clock; coincidence is judged on ours.
      phaseSeconds: panel.phaseSeconds === null || range === null ? null
        : phaseOf(panel.phaseSeconds - targetAheadMs(window) / 1000, range),
      phaseErrorSeconds: panel.phaseErrorSeconds,
      aligned: panel.alignment.aligned,
      headCompactions: panel.alignment.count,
      startOffsetsSeconds: periodSeconds === null ? [] : panel.compactions.filter(({ kind }) => kind.startsWith('head'))
        .map(({ start, startErrorSeconds }) => phaseOf(start - startErrorSeconds / 2, periodSeconds)),
      cpuCores: reason !== null || periodSeconds === null ? [] : meanFold(window, periodSeconds * 1000),
      reason,
    };
  });
  const folded = targets.filter(({ reason }) => reason === null);
  const total = Array.from(
    { length: folded.length === 0 ? 0 : bins }, (_, bin) => sumOf(folded.map(({ cpuCores }) => cpuCores[bin] ?? null))
  );
  return {
    finding: herdFinding(folded, total, members.map(({ window }) => window)),
    periodSeconds,
    offsetSeconds: Array.from({ length: bins }, (_, bin) => ((bin + 0.5) * (periodSeconds ?? 0)) / BINS),
    targets,
    totalCpuCores: total,
  };
}

function reasonNotFolded(range: number | null, period: number | null, merges: boolean): string | null {
  if (merges) return 'Its merges are not on the clock.';
  if (range === null || period === null) {
    return 'Its block range is unknown: it comes from the flags, or from one head compaction in the window.';
  }
  return Math.abs(period / range - Math.round(period / range)) < 1e-6 ? null
    : `Its block range of ${formatSeconds(range)} does not divide ${formatSeconds(period)}, so the two have no `
      + 'common period.';
}

function meanFold(window: RoleWindow, periodMs: number): (number | null)[] {
  const { scrapes } = window;
  const steps = counterSteps(
    scrapes, window.role('cpuSeconds'), freshScrapes(scrapes), new Set(findRestarts(window).map(({ row }) => row))
  );
  return foldRate(
    scrapes, withoutGaps(steps), periodMs,
    { scrapeStepMs: periodMs / BINS, longestSeconds: Infinity, leastCover: MIN_FOLD_COVER }
  ).fold.cpuCores.mean;
}

/** Scrapes wider than a bin still cover it: their rise is spread over it. */
const MIN_FOLD_COVER = 0.2;

function sumOf(values: (number | null)[]): number | null {
  let sum = 0;
  for (const value of values) {
    if (value === null) return null;
    sum += value;
  }
  return sum;
}

/** Codes: `herd-too-few`, `herd-together`, `herd-apart`. */
function herdFinding(folded: HerdTarget[], total: (number | null)[], servers: readonly Server[]): Finding {
  const clocked = folded.filter((one) => one.phaseSeconds !== null && one.blockRangeSeconds !== null);
  if (clocked.length < 2) {
    const seen = clocked.length === 0 ? 'None' : 'Only one';
    return finding({
      code: 'herd-too-few', severity: 'unknown',
      claim: parts`${seen} of the selected targets has head compactions in this window; comparing needs at least two.`,
    });
  }
  const shortest = Math.min(...clocked.map((one) => one.blockRangeSeconds ?? Infinity));
  const phases = clocked.map((one) => phaseOf(one.phaseSeconds ?? 0, shortest));
  let apart = 0;
  for (const a of phases) for (const b of phases) apart = Math.max(apart, Math.abs(phaseDifference(a, b, shortest)));
  const known = total.filter((value) => value !== null);
  const mean = known.length === 0 ? NaN : known.reduce((sum, value) => sum + value, 0) / known.length;
  const evidence = known.length === 0 ? []
    : [parts`Together they use ${cores(Math.max(...known))} at the peak, ${cores(mean)} on average.`];
  const targets = count(clocked.length, 'target');
  if (apart <= Math.max(MIN_TOGETHER_SECONDS, TOGETHER_RATIO * shortest)) {
    return finding({
      code: 'herd-together', severity: 'info', evidence,
      actions: [...new Set(servers.flatMap((server) => adviceFor(server, [spreadCompactions])))],
      claim: parts`${targets} compact at the same time, within ${seconds(apart)} of each other.`,
    });
  }
  const claim = parts`${targets} compact up to ${seconds(apart)} apart.`;
  return finding({ code: 'herd-apart', severity: 'ok', claim, evidence });
}
