/**
 * The GC & CPU panel in words: its sentence, its table, and what is missing. Thresholds are documented in docs/reference/gc-cpu.md.
 */
import type { Finding, GcCpuPanel, GcEstimate, GcProfile } from '../../../core/contract/contract.ts';
import type { Role, RoleWindow } from '../../metrics/roleNames.ts';
import { MIN_PAIRS } from '../../statistics/correlation.ts';
import type { GcCycles } from '../../signals/gc/gcCycles.ts';
import { MIN_CYCLES, SIGNIFICANT, type GcLinks } from './gcLinks.ts';
import { FORCED_PERIOD_SECONDS } from './gcRuntime.ts';
import { isGogcOff } from './gcWhatIf.ts';
import { whyNothingIsKnown } from '../../signals/windowFrame.ts';
import { countText, pValueText } from '../../../core/text/wording.ts';
import { formatSeconds } from '../../../core/text/format.ts';

/** Share of the process's CPU from which GC is worth a look, a warning, an alarm. */
const SHARE_INFO = 0.1;
const SHARE_WARNING = 0.25;
const SHARE_CRITICAL = 0.5;
/** A window of two forced cycles may still miss both by so much. */
const SLACK_SECONDS = 30;
/** A band this much wider on one side is told by its ends. */
const LOPSIDED = 2;
/** A middle gap this far from the mean one, as after a start with its crowd of small cycles, misleads alone. */
const UNEVEN = 1.5;
/** A share of next to nothing is nothing to warn of. */
const WARNING_CORES = 0.05;
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

function severityOf({ shareRatio, limiter, best }: GcCpuReading): Finding['severity'] {
  if (limiter.state === 'alarm') return 'critical';
  if (shareRatio === null) return 'info';
  if ((best?.cores ?? 0) < WARNING_CORES) return shareRatio >= SHARE_INFO ? 'info' : 'ok';
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
  const none = noCycles(reading);
  if (none !== null) return none;
  if (correlation.sampleSize < MIN_PAIRS && reading.correlationAll.pearson !== null) {
    return `All but ${countText(correlation.sampleSize, 'CPU reading')} of ${reading.correlationAll.sampleSize} touch a compaction, so what GC costs and how CPU follows it cannot be told apart from compacting; with compactions left in r = ${reading.correlationAll.pearson.toFixed(2)}. A CPU profile tells the two apart.`;
  }
  const period = reading.period?.median ?? FORCED_PERIOD_SECONDS;
  const waitSeconds = Math.max((MIN_PAIRS - correlation.sampleSize) * scrapeStepMs / 1000, (MIN_CYCLES - gc.cycles.length) * period);
  const timeless = gc.withoutTime === 0 ? '' : ` of a known time (${gc.withoutTime} more without)`;
  const have = `Too little data: ${countText(gc.cycles.length, 'GC cycle')}${timeless} and ${countText(correlation.sampleSize, 'CPU reading')} outside compactions`;
  const need = `at least ${MIN_CYCLES} and ${MIN_PAIRS} are needed`;
  return waitSeconds > 0
    ? `${have}; ${need}. Wait about ${formatSeconds(waitSeconds)} or choose a longer window.`
    : `${have}; ${need}, with CPU that varies. Choose a longer window.`;
}

/** Not one cycle in more than two periods of Go's own rule is no lack of data: something keeps GC from running. */
function noCycles({ window, gc }: GcCpuReading): string | null {
  if (gc.cycles.length + gc.withoutTime > 0) return null;
  const { startMs, error } = window.scrapes;
  const good = Array.from(error.keys()).filter((row) => error[row] === null);
  const [first, last] = [good.at(0), good.at(-1)];
  const seconds = first === undefined || last === undefined ? 0 : (startMs[last] - startMs[first]) / 1000;
  if (seconds < 2 * FORCED_PERIOD_SECONDS + SLACK_SECONDS) return null;
  const why = isGogcOff(window) ? 'GOGC is off' : 'Go forces a cycle every two minutes unless GOGC is off';
  return `No GC cycle in ${formatSeconds(seconds)}: ${why}, so GC takes no CPU here and the heap only grows until a memory limit is near.`;
}

function expected(window: RoleWindow, role: Role): string {
  const names = window.expectedNames(role);
  return names.length === 0 ? '' : ` (expected ${names.join(' or ')})`;
}

function costPhrase({ best, estimates, shareRatio, gc, profiles }: GcCpuReading): string {
  if (best?.cores === undefined || best.cores === null) {
    const beyond = estimates.find(({ estimator, cores }) => estimator === 'E5' && cores !== null);
    const why = beyond === undefined ? estimates.find(({ estimator }) => estimator === 'E2')?.note.replace(/^cannot be told: /, '') ?? '' : `the target counts ${coresText(beyond.cores ?? 0)} cores, ${beyond.note}`;
    const profile = profiles.length === 0 ? ' (a CPU profile of 30 s tells)' : '';
    return `${countText(gc.cycles.length + gc.withoutTime, 'GC cycle')}, whose CPU cannot be told: ${why}${profile}`;
  }
  const [low, high] = [best.lowCores ?? best.cores, best.highCores ?? best.cores];
  if (low <= 0 || best.cores < MEASURABLE_CORES) {
    return `GC cycles take too little CPU to be told from the rest: at most ${coresText(Math.max(high, MEASURABLE_CORES))} cores`;
  }
  const share = shareRatio === null ? '' : `, ${percentText(shareRatio)} of all CPU`;
  if (high - best.cores > LOPSIDED * (best.cores - low) || best.cores - low > LOPSIDED * (high - best.cores)) {
    return `GC cycles take ${coresText(low)} to ${coresText(high)} cores, ${coresText(best.cores)} by the ${best.name} estimate${share}`;
  }
  const digits = (high - low) / 2 < 0.0005 ? 4 : undefined;
  return `GC cycles take ${coresText(best.cores, digits)} ± ${coresText(Math.max((high - low) / 2, 0.0001), digits)} cores${share}`;
}

function periodPhrase({ period, gc: { cycles } }: GcCpuReading): string {
  if (period === null) return '';
  const mean = ((cycles.at(-1)?.endMs ?? NaN) - (cycles.at(0)?.endMs ?? NaN)) / 1000 / period.count;
  const text = (seconds: number): string => formatSeconds(seconds < 10 ? seconds : Math.round(seconds));
  return mean > UNEVEN * period.median || period.median > UNEVEN * mean ? `one every ${text(period.p10)} to ${text(period.p90)}, half of the gaps under ${text(period.median)}` : `one every ${text(period.median)}`;
}

function correlationPhrase({ correlation, compactionExcluded, gc }: GcCpuReading): string {
  const { pearson, pValue, bestLagSeconds, lags } = correlation;
  if (pearson === null) return `too few (${gc.cycles.length}) for a correlation with CPU${compactionExcluded ? ' outside compactions' : ''}`;
  const compaction = compactionExcluded ? 'compactions taken out' : 'no compaction in the window';
  const p = pValue === null ? 'window too short for a p-value' : pValueText(pValue);
  const best = lags.find((lag) => lag.lagSeconds === bestLagSeconds)?.r ?? null;
  const elsewhere = bestLagSeconds === null || bestLagSeconds === 0 || best === null
    ? '' : `, at most ${best.toFixed(2)} at lag ${bestLagSeconds < 0 ? '−' : ''}${formatSeconds(Math.abs(bestLagSeconds))}`;
  const chance = pValue !== null && pValue >= SIGNIFICANT ? ': no more than chance gives' : '';
  return `r = ${pearson.toFixed(2)} at lag 0 s${elsewhere} (${p}, ${compaction})${chance}`;
}

function coresText(cores: number, digits = cores >= 1 ? 2 : 3): string {
  return cores.toFixed(digits);
}

function percentText(ratio: number): string {
  return `${ratio < 0.0095 ? (ratio * 100).toFixed(1) : Math.round(ratio * 100)} %`;
}

