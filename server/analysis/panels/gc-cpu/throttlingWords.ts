/** Words of the GC & CPU panel about throttling; thresholds in docs/reference/gc-cpu.md, CPU throttling. */
import type {
  Action, CpuThrottling, Figure, Finding, Part, Severity, ThrottlingOverlap,
} from '../../../../core/contract/contract.ts';
import { finding, worstFirst } from '../../../../core/finding.ts';
import { cores, count, parts, percent, quantity, seconds } from '../../../../core/text/parts.ts';

/** Shares of the periods: reported from the first if GC or spikes coincide with it; from the second always. */
const NAMED_RATIO = 0.05;
/** Threshold of the alert CPUThrottlingHigh of kubernetes-mixin. */
const WARNING_RATIO = 0.25;

export interface ThrottlingFinding {
  code: 'cpu-throttled-gc' | 'cpu-throttled-spikes' | 'cpu-throttled';
  severity: Severity;
  claim: Part[];
  actions: Action[];
}

/** Returns null if throttling is no reason to look. */
export function throttlingFinding(
  { throttledRatio, limitCores, gc, spikes }: CpuThrottling, maxProcs: number | null
): ThrottlingFinding | null {
  if (throttledRatio === null || throttledRatio < NAMED_RATIO) return null;
  const severity: Severity = throttledRatio >= WARNING_RATIO ? 'warning' : 'info';
  const actions = [actionOf(limitCores, maxProcs)];
  const share = parts`The CPU limit throttles ${percent(throttledRatio)} of periods`;
  if (spikes?.verdict === 'coincides') {
    const claim = parts`${share}: ${quantity(spikes.covered, 'count')} of ${
      count(spikes.counted, 'CPU spike')} are throttled.`;
    return { code: 'cpu-throttled-spikes', severity, actions, claim };
  }
  if (gc?.verdict === 'coincides') {
    const claim = parts`${share}: GC cycles run in ${percent(gc.coveredRatio)} of the throttled time.`;
    return { code: 'cpu-throttled-gc', severity, actions, claim };
  }
  if (severity !== 'warning') return null;
  const limit = limitCores === null ? null : parts` of ${cores(limitCores)}`;
  return {
    code: 'cpu-throttled', severity, actions, claim: parts`The CPU limit${limit} throttles ${
      percent(throttledRatio)} of periods.`,
  };
}

/** Returns the finding that leads the page if a limit throttles it, else null; `evidence` is what is known besides. */
export function throttledFinding(
  { throttling, maxProcs }: { throttling: CpuThrottling; maxProcs: number | null },
  { severity, evidence, moment }: { severity: Severity; evidence: Part[][]; moment: number | null }
): Finding | null {
  const found = throttlingFinding(throttling, maxProcs);
  if (found === null) return null;
  return finding({
    code: found.code, claim: found.claim, actions: found.actions, moment,
    severity: worstFirst([found, { severity }])[0]?.severity ?? severity,
    evidence: [...throttlingEvidence(throttling), ...evidence],
    confidence: found.code === 'cpu-throttled' ? 'sure' : 'likely',
  });
}

function actionOf(limitCores: number | null, maxProcs: number | null): Action {
  const isWide = limitCores !== null && maxProcs !== null && maxProcs > Math.ceil(limitCores);
  return isWide ? {
    step: `Set GOMAXPROCS to ${Math.ceil(limitCores)}, or raise the CPU limit.`,
    why: `With GOMAXPROCS ${maxProcs}, GC workers and goroutines use up the quota of a period at once, and all wait `
      + 'for the next one.',
    risk: 'A higher limit takes CPU from other containers of the host.',
  } : {
    step: 'Raise the CPU limit, or reduce the load.',
    why: 'Scrapes, queries and GC wait for the next period while the quota is used up.',
    risk: 'A higher limit takes CPU from other containers of the host.',
  };
}

/** Returns evidence if periods were throttled; else nothing. */
export function throttlingEvidence({
  throttledRatio, periods, throttledPeriods, throttledSeconds, limitCores, gc, spikes, stepSeconds,
}: CpuThrottling): Part[][] {
  if (throttledRatio === null || throttledPeriods === 0) return [];
  const limit = limitCores === null ? null : parts` The limit is ${cores(limitCores)}.`;
  const whole = parts`${count(Math.round(throttledPeriods), 'period')} of ${quantity(Math.round(periods), 'count')}`;
  return [
    parts`${whole} were throttled, ${seconds(throttledSeconds ?? 0)} summed over CPUs.${limit}`,
    gc === null ? [] : gcText(gc, stepSeconds),
    spikes === null || spikes.counted === 0 ? [] : parts`${quantity(spikes.covered, 'count')} of ${
      count(spikes.counted, 'CPU spike')} overlap throttled spans; ${percent(spikes.chanceRatio)} would by chance.`,
  ];
}

function gcText(
  { verdict, coveredRatio, chanceRatio, counted }: ThrottlingOverlap, stepSeconds: number | null
): Part[] {
  if (verdict === 'unclear' && counted > 0) {
    const step = stepSeconds === null ? null : parts` every ${seconds(stepSeconds)}`;
    return parts`Throttling cannot be separated from GC: a cycle runs in ${
      percent(chanceRatio)} of the spans between readings of the counters${step}.`;
  }
  return parts`GC cycles run in ${percent(coveredRatio)} of the throttled time; ${percent(chanceRatio)} by chance.`;
}

const OF_CADVISOR = {
  what: 'container', periods: 'container_cpu_cfs_periods_total', throttled: 'container_cpu_cfs_throttled_periods_total',
  seconds: 'container_cpu_cfs_throttled_seconds_total', quota: 'container_spec_cpu_quota',
  period: 'container_spec_cpu_period',
};
/** Names of cgroup version 2; in version 1 `throttled_time`, `cpu.cfs_quota_us` and `cpu.cfs_period_us`. */
const OF_CGROUP: typeof OF_CADVISOR = {
  what: 'control group', periods: 'cpu.stat nr_periods', throttled: 'cpu.stat nr_throttled',
  seconds: 'cpu.stat throttled_usec', quota: 'cpu.max', period: 'cpu.max',
};

/** Returns the rows of the table; none if no container is known. */
export function throttlingFigures(
  { source, labels, limitCores, throttledRatio, throttledSeconds, periods, measuredSeconds, sentence }: CpuThrottling
): Figure[] {
  if (labels === null) return [];
  const names = source === 'cgroup' ? OF_CGROUP : OF_CADVISOR;
  return [
    {
      name: `CPU limit of its ${names.what}`, value: limitCores, unit: 'cores',
      from: [...new Set([names.quota, names.period])],
      note: limitCores === null ? 'none is set, or it is not exported' : sentence,
    },
    {
      name: 'Periods throttled', value: throttledRatio, unit: 'ratio', from: [names.throttled, names.periods],
      note: throttledRatio === null ? 'the counters show no period of a quota in this window'
        : `of ${Math.round(periods).toLocaleString('en-US')} periods`,
    },
    {
      name: 'Throttled, CPU-seconds per second', unit: 'cores', from: [names.seconds],
      value: throttledSeconds === null ? null : throttledSeconds / measuredSeconds,
      note: 'sum over CPUs that waited for the next period',
    },
  ];
}
