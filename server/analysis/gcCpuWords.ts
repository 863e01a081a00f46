/**
 * The GC & CPU panel in words: its sentence, its table, and what is missing. Thresholds are documented in docs/gc-cpu.md.
 */
import type { Finding, GcCpuPanel, GcEstimate, GcProfile } from '../api/contract.ts';
import type { Role, RoleWindow } from '../metrics/roleNames.ts';
import { MIN_PAIRS } from './correlation.ts';
import type { GcCycles } from './gcCycles.ts';
import { MIN_CYCLES, SIGNIFICANT, type GcLinks } from './gcLinks.ts';
import { FORCED_PERIOD_SECONDS } from './gcRuntime.ts';
import { whyNothingIsKnown } from './windowFrame.ts';
import { countText, durationText, pValueText } from './wording.ts';

/** Share of the process's CPU from which GC is worth a look, a warning, an alarm. */
const SHARE_INFO = 0.1;
const SHARE_WARNING = 0.25;
const SHARE_CRITICAL = 0.5;
/** The CPU counter moves in steps of 10 ms; below a tenth of that a second, a mean over cycles says nothing. */
const MEASURABLE_CORES = 0.001;

/** What the panel is made of, for the sentence and the table. */
export interface GcCpuReading extends GcLinks,
  Pick<GcCpuPanel, 'around' | 'gaps' | 'pauses' | 'limiter' | 'whatIf' | 'estimates' | 'compactionExcluded' | 'allocBytesPerSample' | 'maxProcs' | 'budgetCores' | 'memoryLimitBytes'> {
  window: RoleWindow;
  gc: GcCycles;
  profiles: readonly GcProfile[];
  period: GcCpuPanel['periodSeconds'];
  best: GcEstimate | null;
  processCores: number | null;
  shareRatio: number | null;
  scrapeStepMs: number;
}

/** The finding. `unknown` when the inputs for it are missing or the window holds too little; the sentence then says what to do. */
export function describeGcCpu(reading: GcCpuReading): Finding {
  const lacking = whatIsLacking(reading);
  if (lacking !== null) return { severity: 'unknown', sentence: lacking, time: null };
  const parts = [costPhrase(reading), periodPhrase(reading), correlationPhrase(reading)].filter((part) => part !== '');
  const forced = reading.gaps.verdict === 'forced' ? ' Most cycles are those that Go forces after two minutes without one: the heap hardly grows.' : '';
  const alarm = reading.limiter.state === 'alarm' ? `${reading.limiter.sentence} ` : '';
  return { severity: severityOf(reading), sentence: `${alarm}${parts.join('; ')}.${forced}`, time: reading.limiter.time };
}

function severityOf({ shareRatio, limiter }: GcCpuReading): Finding['severity'] {
  if (limiter.state === 'alarm') return 'critical';
  if (shareRatio === null) return 'info';
  if (shareRatio >= SHARE_CRITICAL) return 'critical';
  if (shareRatio >= SHARE_WARNING) return 'warning';
  return shareRatio >= SHARE_INFO ? 'info' : 'ok';
}

function whatIsLacking(reading: GcCpuReading): string | null {
  const { window, gc, correlation, best, scrapeStepMs } = reading;
  const nothing = whyNothingIsKnown(window.scrapes);
  if (nothing !== null) return nothing;
  if (window.role('cpuSeconds') === undefined) {
    return `The target states no process CPU time${expected(window, 'cpuSeconds')}, so GC cycles cannot be set against CPU.`;
  }
  if (window.role('gcCycles') === undefined && window.role('lastGcSeconds') === undefined) {
    return `The target states no GC cycles${expected(window, 'lastGcSeconds')}, so CPU cannot be set against them.`;
  }
  if (correlation.pearson !== null || best !== null) return null;
  const period = reading.period?.median ?? FORCED_PERIOD_SECONDS;
  const waitSeconds = Math.max((MIN_PAIRS - correlation.sampleSize) * scrapeStepMs / 1000, (MIN_CYCLES - gc.cycles.length) * period);
  const timeless = gc.withoutTime === 0 ? '' : ` of a known time (${gc.withoutTime} more without)`;
  const have = `Too little data: ${countText(gc.cycles.length, 'GC cycle')}${timeless} and ${countText(correlation.sampleSize, 'CPU reading')} outside compactions`;
  const need = `at least ${MIN_CYCLES} and ${MIN_PAIRS} are needed`;
  return waitSeconds > 0
    ? `${have}; ${need}. Wait about ${durationText(waitSeconds)} or choose a longer window.`
    : `${have}; ${need}, with CPU that varies. Choose a longer window.`;
}

function expected(window: RoleWindow, role: Role): string {
  const names = window.expectedNames(role);
  return names.length === 0 ? '' : ` (expected ${names.join(' or ')})`;
}

function costPhrase({ best, estimates, shareRatio, gc }: GcCpuReading): string {
  if (best?.cores === undefined || best.cores === null) {
    const why = estimates.find(({ estimator }) => estimator === 'E2')?.note.replace(/^cannot be told: /, '') ?? '';
    return `${countText(gc.cycles.length + gc.withoutTime, 'GC cycle')}, whose CPU cannot be told: ${why}`;
  }
  const [low, high] = [best.lowCores ?? best.cores, best.highCores ?? best.cores];
  if (low <= 0 || best.cores < MEASURABLE_CORES) {
    return `GC cycles take too little CPU to be told from the rest: at most ${coresText(Math.max(high, MEASURABLE_CORES))} cores`;
  }
  const share = shareRatio === null ? '' : `, ${percentText(shareRatio)} of all CPU`;
  return `GC cycles take ${coresText(best.cores)} ± ${coresText((high - low) / 2)} cores${share}`;
}

function periodPhrase({ period }: GcCpuReading): string {
  return period === null ? '' : `one every ${period.median < 10 ? durationText(period.median) : durationText(Math.round(period.median))}`;
}

function correlationPhrase({ correlation, compactionExcluded, gc }: GcCpuReading): string {
  const { pearson, pValue, bestLagSeconds, lags } = correlation;
  if (pearson === null) return `too few (${gc.cycles.length}) for a correlation with CPU${compactionExcluded ? ' outside compactions' : ''}`;
  const compaction = compactionExcluded ? 'compactions taken out' : 'no compaction in the window';
  const p = pValue === null ? 'window too short for a p-value' : pValueText(pValue);
  const best = lags.find((lag) => lag.lagSeconds === bestLagSeconds)?.r ?? null;
  const elsewhere = bestLagSeconds === null || bestLagSeconds === 0 || best === null
    ? '' : `, at most ${best.toFixed(2)} at lag ${bestLagSeconds < 0 ? '−' : ''}${durationText(Math.abs(bestLagSeconds))}`;
  const chance = pValue !== null && pValue >= SIGNIFICANT ? ': no more than chance gives' : '';
  return `r = ${pearson.toFixed(2)} at lag 0 s${elsewhere} (${p}, ${compaction})${chance}`;
}

function coresText(cores: number): string {
  return cores >= 1 ? cores.toFixed(2) : cores.toFixed(3);
}

function percentText(ratio: number): string {
  return `${ratio < 0.0095 ? (ratio * 100).toFixed(1) : Math.round(ratio * 100)} %`;
}

