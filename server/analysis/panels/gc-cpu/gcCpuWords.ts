/** The finding of the GC & CPU panel. Thresholds are documented in docs/reference/gc-cpu.md. */
import type { Action, Finding, GcEstimate, Part } from '../../../../core/contract/contract.ts';
import { finding, type FindingDraft } from '../../../../core/finding.ts';
import { numberAt } from '../../../../core/elementAt.ts';
import type { Role, RoleWindow } from '../../../data/metrics/roleNames.ts';
import { MIN_PAIRS } from '../../../../core/statistics/correlation.ts';
import { correlationEvidence, rText } from './gcCorrelationWords.ts';
import { MIN_CYCLES, SIGNIFICANT, type GcCpuReading } from './gcLinks.ts';
import { FORCED_PERIOD_SECONDS } from './gcRuntime.ts';
import { isUpperLimit } from './gcTraces.ts';
import { isGogcOff } from './gcWhatIf.ts';
import { throttledFinding } from './throttlingWords.ts';
import { procsChanges } from '../../signals/procsChanges.ts';
import { nothingKnown } from '../../signals/windowFrame.ts';
import { formatSeconds } from '../../../../core/text/format.ts';
import { ESTIMATED_FROM } from '../../../../core/text/gcEstimators.ts';
import { gcOfSpikes, trainsBeside, withMakers } from '../../../../core/spikesClaim.ts';
import { at, cores, count, parts, percent, quantity, range, seconds } from '../../../../core/text/parts.ts';

/** Shares of the process's CPU from which GC is info, a warning, critical. */
const SHARE_INFO = 0.1;
const SHARE_WARNING = 0.25;
const SHARE_CRITICAL = 0.5;
/** Time by which a window may miss both of two forced cycles. */
const SLACK_SECONDS = 30;
/** Ratio of the interval's two sides from which the estimate is uncertain. */
const LOPSIDED = 2;
/** Ratio of mean and median gap, either way, from which the median misleads, as after a start with small cycles. */
const UNEVEN = 1.5;
/** Minimum cores for a warning: a large share of very little CPU does not matter. */
const WARNING_CORES = 0.05;
/** Minimum measurable cores: a tenth of the CPU counter's step (10 ms) per second, as a mean over cycles. */
const MEASURABLE_CORES = 0.001;

/**
 * Codes: `nothing-scraped`, `no-scrape-answered`, `cpu-not-exported`, `gc-not-exported`, `no-gc-cycle`,
 * `only-compactions`, `too-little-data` (all `unknown`); `gc-limiter`; `cpu-throttled-spikes`, `cpu-throttled-gc` and
 * `cpu-throttled`; `gc-traced` where only execution traces have a figure, `gc-not-measurable`, `gc-too-small` and
 * `gc-share`.
 */
export function describeGcCpu(reading: GcCpuReading): Finding {
  const found = described(reading);
  return withMakers(found, reading.spikes, SHORT_CLAIMS[found.code]);
}

/** Replaces claims that would be too long next to a name. */
const SHORT_CLAIMS: Readonly<Record<string, string>> = {
  'gc-not-exported': 'The target does not export GC cycles', 'no-gc-cycle': 'No GC cycle in this window',
  'only-compactions': 'GC cannot be separated from compactions',
};

function described(reading: GcCpuReading): Finding {
  const lacking = whatIsLacking(reading);
  if (lacking !== null) return isOfEstimates(lacking) ? measuredInstead(lacking, reading) : lacking;
  const { best, limiter, gaps } = reading;
  const cost = costOf(reading);
  const forced = gaps.verdict === 'forced' ? parts`${gaps.sentence}` : [];
  const evidence = [
    cost.evidence, periodEvidence(reading), correlationEvidence(reading), forced, procsEvidence(reading.window),
  ];
  const severity = severityOf(reading, cost.code);
  if (limiter.state === 'alarm') {
    return finding({
      code: 'gc-limiter', severity, moment: limiter.time,
      claim: parts`The memory limit is too tight: GC took half of the CPU, and Go's GC limiter was active.`,
      evidence: [parts`${limiter.sentence}`, cost.claim, ...evidence],
      actions: [{
        step: 'Raise GOMEMLIMIT, or reduce the live heap: fewer series, fewer heavy queries.',
        why: 'GC then needs fewer cycles.',
        risk: 'A higher limit takes more memory, up to the container\'s own limit.',
      }],
    });
  }
  const throttled = throttledFinding(reading, { severity, evidence: [cost.claim, ...evidence], moment: limiter.time });
  if (throttled !== null) return throttled;
  const isCertain = cost.code !== 'gc-share' || best?.estimator === 'E5' || (isLinked(reading) && !isLopsided(best));
  return finding({
    code: cost.code, severity, claim: cost.claim, evidence, confidence: isCertain ? 'sure' : 'likely',
    moment: limiter.time,
    actions: cost.code === 'gc-not-measurable' && reading.profiles.length === 0 ? [PROFILE] : [],
  });
}

/** Describes a new CPU limit, with which Go changes GOMAXPROCS and so the budget of a cycle; empty without one. */
function procsEvidence(window: RoleWindow): Part[] {
  const changes = procsChanges(window);
  const last = changes.at(-1);
  if (last === undefined) return [];
  const more = changes.length > 1 ? parts`, the last of ${count(changes.length, 'change')}` : null;
  return parts`GOMAXPROCS changed from ${String(last.from)} to ${String(last.to)} at ${at(last.timeMs / 1000)}${
    more}; the GC budget of a cycle changed with it.`;
}

/** Returns whether a finding is about an input missing for an estimate, which an execution trace does not need. */
function isOfEstimates({ code }: Finding): boolean {
  return ['cpu-not-exported', 'gc-not-exported', 'only-compactions', 'too-little-data'].includes(code);
}

/** Puts the claim of the traces in place of one that says why there is no estimate, which becomes evidence. */
function measuredInstead(lacking: Finding, reading: GcCpuReading): Finding {
  const claim = tracedClaim(reading);
  return claim === null ? lacking : finding({
    code: 'gc-traced', severity: 'info', claim, confidence: isUpperLimit(reading.traces) ? 'likely' : 'sure',
    evidence: [lacking.claim, ...lacking.evidence],
  });
}

/** Returns `GC took 0.11 cores in the 20 s of an execution trace.`, or `up to` that; null without a trace. */
function tracedClaim({ estimates, traces }: GcCpuReading): Part[] | null {
  const measured = estimates.find(({ estimator }) => estimator === 'E6')?.cores ?? null;
  if (measured === null) return null;
  const covered = traces.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  const of = traces.length === 1 ? parts`an execution trace` : count(traces.length, 'execution trace');
  const upTo = isUpperLimit(traces) ? 'up to ' : null;
  return parts`GC took ${upTo}${cores(measured)} in the ${seconds(covered)} of ${of}.`;
}

const PROFILE: Action = {
  step: 'Take a 30 s CPU profile.', why: 'It shows the share of GC directly.',
  risk: 'Profiling takes a few per cent of CPU while it runs.',
};

function severityOf({ shareRatio, limiter, best }: GcCpuReading, code: Cost['code']): Finding['severity'] {
  if (limiter.state === 'alarm' || shareRatio === null) return limiter.state === 'alarm' ? 'critical' : 'info';
  // The share of an idle process says nothing.
  const isSmall = (best?.highCores ?? NaN) < WARNING_CORES;
  if (code === 'gc-too-small') return shareRatio < SHARE_INFO || isSmall ? 'ok' : 'info';
  if ((best?.cores ?? 0) < WARNING_CORES) return shareRatio >= SHARE_INFO ? 'info' : 'ok';
  if (shareRatio >= SHARE_CRITICAL) return 'critical';
  if (shareRatio >= SHARE_WARNING) return 'warning';
  return shareRatio >= SHARE_INFO ? 'info' : 'ok';
}

function unknown(
  code: string, claim: Part[], more: Pick<FindingDraft, 'evidence' | 'actions' | 'confidence'>
): Finding {
  return finding({ code, severity: 'unknown', claim, ...more });
}

function whatIsLacking(reading: GcCpuReading): Finding | null {
  const { window, correlation, correlationAll, best } = reading;
  const nothing = nothingKnown(window.scrapes);
  if (nothing !== null) return nothing;
  if (window.role('cpuSeconds') === undefined) {
    const claim = parts`The target does not export process CPU time, so GC cannot be compared with CPU.`;
    return unknown('cpu-not-exported', claim, { confidence: 'sure', evidence: expected(window, 'cpuSeconds') });
  }
  if (window.role('gcCycles') === undefined && window.role('lastGcSeconds') === undefined) {
    const claim = parts`The target does not export GC cycles, so CPU cannot be attributed to them.`;
    return unknown('gc-not-exported', claim, { confidence: 'sure', evidence: expected(window, 'lastGcSeconds') });
  }
  if (correlation.pearson !== null || best !== null) return null;
  const none = noCycles(reading);
  if (none !== null) return none;
  if (correlation.sampleSize < MIN_PAIRS && correlationAll.pearson !== null) {
    const claim =
      parts`Compactions cover almost the whole window, so the CPU cost of GC cannot be separated from theirs.`;
    const outside = count(correlation.sampleSize, 'CPU reading');
    return unknown('only-compactions', claim, {
      confidence: 'sure',
      evidence: [
        parts`All but ${outside} of ${quantity(correlationAll.sampleSize, 'count')} overlap a compaction.`,
        parts`Including compactions, GC and CPU correlate with r = ${rText(correlationAll.pearson)}.`,
      ],
      actions: [{ ...PROFILE, why: 'It separates GC from compaction.' }],
    });
  }
  return tooLittle(reading);
}

function tooLittle({ gc, correlation, period, scrapeStepMs }: GcCpuReading): Finding {
  const gapSeconds = period?.median ?? FORCED_PERIOD_SECONDS;
  const [cycles, readings] = [gc.cycles.length, correlation.sampleSize];
  const waitSeconds = Math.max((MIN_PAIRS - readings) * scrapeStepMs / 1000, (MIN_CYCLES - cycles) * gapSeconds);
  const of = (have: number, least: number): Part[] => parts`${quantity(have, 'count')} of ${quantity(least, 'count')}`;
  const claim = cycles < MIN_CYCLES ? parts`Too few GC cycles to judge yet: ${of(cycles, MIN_CYCLES)}.`
    : readings < MIN_PAIRS ? parts`Too few CPU readings to judge GC yet: ${of(readings, MIN_PAIRS)}.`
      : parts`CPU varies too little in this window to judge GC.`;
  const timeless = gc.withoutTime === 0 ? null
    : parts` with a known time (${quantity(gc.withoutTime, 'count')} more without)`;
  const varied = waitSeconds > 0 ? '' : ', with CPU that varies';
  const need = `At least ${MIN_CYCLES} cycles and ${MIN_PAIRS} CPU readings are needed${varied}.`;
  const step = waitSeconds > 0
    ? `Wait about ${formatSeconds(waitSeconds)}, or choose a longer window.` : 'Choose a longer window.';
  return unknown('too-little-data', claim, {
    evidence: [
      parts`The window holds ${count(cycles, 'GC cycle')}${timeless}, and ${
        count(readings, 'CPU reading')} outside compactions.`,
      parts`${need}`,
    ],
    actions: [{ step, why: need, risk: 'None.' }],
  });
}

/** Reports no cycle in over two periods of Go's own rule: no data are missing, something keeps GC from running. */
function noCycles({ window, gc }: GcCpuReading): Finding | null {
  if (gc.cycles.length + gc.withoutTime > 0) return null;
  const { startMs, error } = window.scrapes;
  const good = Array.from(error.keys()).filter((row) => error[row] === null);
  const [first, last] = [good.at(0), good.at(-1)];
  const length = first === undefined || last === undefined ? 0
    : (numberAt(startMs, last) - numberAt(startMs, first)) / 1000;
  if (length < 2 * FORCED_PERIOD_SECONDS + SLACK_SECONDS) return null;
  const why = isGogcOff(window) ? 'GOGC is off' : 'GOGC is probably off';
  const claim = parts`No GC cycle in ${seconds(length)}: ${why}, so the heap grows until it nears a memory limit.`;
  return unknown('no-gc-cycle', claim, {
    confidence: isGogcOff(window) ? 'sure' : 'likely',
    evidence: [
      parts`GC takes no CPU in this window.`,
      isGogcOff(window) ? [] : parts`Go forces a cycle every two minutes unless GOGC is off.`,
    ],
  });
}

function expected(window: RoleWindow, role: Role): Part[][] {
  const names = window.expectedNames(role);
  return names.length === 0 ? [] : [parts`Expected metric: ${names.join(' or ')}.`];
}

interface Cost {
  code: 'gc-share' | 'gc-too-small' | 'gc-not-measurable' | 'gc-traced';
  claim: Part[];
  evidence: Part[];
}

/** Describes the cost of GC; the evidence says what the claim omits. */
function costOf(reading: GcCpuReading): Cost {
  const { best, estimates, shareRatio, gc } = reading;
  if (best?.cores === undefined || best.cores === null) {
    const beyond = estimates.find(({ estimator, cores: counted }) => estimator === 'E5' && counted !== null);
    const why = estimates.find(({ estimator }) => estimator === 'E2')?.note ?? '';
    const cycles = count(gc.cycles.length + gc.withoutTime, 'GC cycle');
    const cannot = parts`GC CPU cannot be estimated for the ${cycles} in this window`;
    const claim = parts`${cannot}${trainsBeside(cannot, reading.spikes)}.`;
    const evidence = beyond === undefined ? parts`GC CPU ${why}.`
      : parts`The target counts ${cores(beyond.cores ?? 0)} of GC CPU, ${beyond.note}.`;
    const traced = tracedClaim(reading);
    return traced === null ? { code: 'gc-not-measurable', claim, evidence }
      : { code: 'gc-traced', claim: traced, evidence };
  }
  const [low, high] = [best.lowCores ?? best.cores, best.highCores ?? best.cores];
  const interval = range(low, high, 'cores');
  const evidence = parts`GC takes ${cores(best.cores)} (95 % interval ${interval}), estimated from ${
    ESTIMATED_FROM[best.estimator]}.`;
  if (low <= 0 || best.cores < MEASURABLE_CORES) {
    const most = cores(Math.max(high, MEASURABLE_CORES));
    const small = parts`GC takes too little CPU to measure: at most ${most}`;
    return { code: 'gc-too-small', claim: parts`${small}${trainsBeside(small, reading.spikes)}.`, evidence };
  }
  const share = shareRatio === null ? parts`${cores(best.cores)}` : parts`${percent(shareRatio)} of CPU`;
  // The claim says how often GC runs if it makes no countable spikes; else that is in the evidence.
  const takes = parts`GC takes ${share}`;
  const rest = trainsBeside(takes, reading.spikes) ?? gcOfSpikes(reading.spikes) ?? periodClaim(reading);
  return { code: 'gc-share', claim: parts`${takes}${rest}.`, evidence };
}

function isLopsided(best: GcEstimate | null): boolean {
  if (best === null || best.cores === null) return false;
  const [below, above] = [best.cores - (best.lowCores ?? best.cores), (best.highCores ?? best.cores) - best.cores];
  return above > LOPSIDED * below || below > LOPSIDED * above;
}

function isLinked({ correlation: { pearson, pValue } }: GcCpuReading): boolean {
  return pearson !== null && pValue !== null && pValue < SIGNIFICANT;
}

/** Rounds a gap: tenths of a second say nothing about one of ten. */
function rounded(gapSeconds: number): number {
  return gapSeconds < 10 ? gapSeconds : Math.round(gapSeconds);
}

function isUneven({ period }: GcCpuReading): boolean {
  return period !== null && (period.mean > UNEVEN * period.median || period.median > UNEVEN * period.mean);
}

function spread({ p10, p90 }: { p10: number; p90: number }): Part {
  return range(rounded(p10), rounded(p90), 'seconds');
}

function periodClaim(reading: GcCpuReading): Part[] {
  const { period, gaps } = reading;
  if (period === null) return [];
  const every = isUneven(reading) ? spread(period) : seconds(rounded(period.mean));
  return parts`, a cycle every ${every}${gaps.verdict === 'forced' ? ', forced by Go' : null}`;
}

function periodEvidence({ period }: GcCpuReading): Part[] {
  if (period === null) return [];
  return parts`The mean gap between cycles is ${seconds(rounded(period.mean))}; 80 % last ${spread(period)}.`;
}
