/**
 * The GC & CPU panel in words: its sentence, its table, and what is missing. Thresholds are documented in docs/gc-cpu.md.
 */
import type { Correlation, Figure, Finding, GcCpuPanel, MissingInput } from '../api/contract.ts';
import type { Role, RoleWindow } from '../metrics/roleNames.ts';
import { MIN_PAIRS } from './correlation.ts';
import type { GcCpuCostAnswer } from './eventLockedCost.ts';
import type { GcCycles } from './gcCycles.ts';
import { whyNothingIsKnown } from './windowFrame.ts';
import { countText, durationText, pValueText } from './wording.ts';

/** Intervals in which a cycle ended that a correlation needs. */
export const MIN_CYCLES = 5;
/** Share of the process's CPU from which GC is worth a look, a warning, an alarm. */
const SHARE_INFO = 0.1;
const SHARE_WARNING = 0.25;
const SHARE_CRITICAL = 0.5;
const SIGNIFICANT = 0.05;
/** The CPU counter moves in steps of 10 ms; below a tenth of that a second, a mean over cycles says nothing. */
const MEASURABLE_CORES = 0.001;
/** Go forces a cycle when none ran for two minutes. */
const FORCED_PERIOD_SECONDS = 120;
const FORCED_SHARE = 0.5;

/** What the panel is made of, for the sentence and the table. */
export interface GcCpuReading {
  window: RoleWindow;
  gc: GcCycles;
  period: GcCpuPanel['periodSeconds'];
  forcedShareRatio: number | null;
  cost: GcCpuCostAnswer;
  processCores: number | null;
  shareRatio: number | null;
  correlation: Correlation;
  correlationAll: Correlation;
  compactionExcluded: boolean;
  allocBytesPerSample: number | null;
  maxProcs: number | null;
  scrapeStepMs: number;
}

/** The finding. `unknown` when the inputs for it are missing or the window holds too little; the sentence then says what to do. */
export function describeGcCpu(reading: GcCpuReading): Finding {
  const lacking = whatIsLacking(reading);
  if (lacking !== null) return { severity: 'unknown', sentence: lacking, time: null };
  const parts = [costPhrase(reading), periodPhrase(reading), correlationPhrase(reading)].filter((part) => part !== '');
  const forced = (reading.forcedShareRatio ?? 0) >= FORCED_SHARE && (reading.period?.count ?? 0) >= 3
    ? ' Most cycles are those that Go forces after two minutes without one: the heap hardly grows.' : '';
  return { severity: severityOf(reading), sentence: `${parts.join('; ')}.${forced}`, time: null };
}

function severityOf({ shareRatio }: GcCpuReading): Finding['severity'] {
  if (shareRatio === null) return 'info';
  if (shareRatio >= SHARE_CRITICAL) return 'critical';
  if (shareRatio >= SHARE_WARNING) return 'warning';
  return shareRatio >= SHARE_INFO ? 'info' : 'ok';
}

function whatIsLacking(reading: GcCpuReading): string | null {
  const { window, gc, correlation, cost, scrapeStepMs } = reading;
  const nothing = whyNothingIsKnown(window.scrapes);
  if (nothing !== null) return nothing;
  if (window.role('cpuSeconds') === undefined) {
    return `The target states no process CPU time${expected(window, 'cpuSeconds')}, so GC cycles cannot be set against CPU.`;
  }
  if (window.role('gcCycles') === undefined && window.role('lastGcSeconds') === undefined) {
    return `The target states no GC cycles${expected(window, 'lastGcSeconds')}, so CPU cannot be set against them.`;
  }
  if (correlation.pearson !== null || cost.cost !== null) return null;
  const seen = gc.cycles.length + gc.withoutTime;
  const period = reading.period?.median ?? FORCED_PERIOD_SECONDS;
  const waitSeconds = Math.max((MIN_PAIRS - correlation.sampleSize) * scrapeStepMs / 1000, (MIN_CYCLES - gc.cycles.length) * period);
  const have = `Too little data: ${countText(seen, 'GC cycle')} and ${countText(correlation.sampleSize, 'CPU reading')} outside compactions`;
  const need = `at least ${MIN_CYCLES} and ${MIN_PAIRS} are needed`;
  return waitSeconds > 0
    ? `${have}; ${need}. Wait about ${durationText(waitSeconds)} or choose a longer window.`
    : `${have}; ${need}, with CPU that varies. Choose a longer window.`;
}

function expected(window: RoleWindow, role: Role): string {
  const names = window.expectedNames(role);
  return names.length === 0 ? '' : ` (expected ${names.join(' or ')})`;
}

function costPhrase({ cost, shareRatio, gc }: GcCpuReading): string {
  if (cost.cost === null) return `${countText(gc.cycles.length + gc.withoutTime, 'GC cycle')}, whose CPU cannot be told: ${cost.why}`;
  if (cost.cost.lowCores <= 0 || cost.cost.cores < MEASURABLE_CORES) {
    return `GC cycles take too little CPU to be told from the rest: at most ${coresText(Math.max(cost.cost.highCores, MEASURABLE_CORES))} cores`;
  }
  const half = (cost.cost.highCores - cost.cost.lowCores) / 2;
  const share = shareRatio === null ? '' : `, ${percentText(shareRatio)} of all CPU`;
  return `GC cycles take ${coresText(cost.cost.cores)} ± ${coresText(half)} cores${share}`;
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

/** The "numbers behind it" table. A null value comes with a note that says why. */
export function gcCpuFigures(reading: GcCpuReading): Figure[] {
  const { window, gc, cost, correlation, correlationAll, period } = reading;
  const names = (...roles: Role[]): string[] => [...new Set(roles.flatMap((role) => window.role(role)?.names ?? []))];
  const gcNames = names('lastGcSeconds', 'gcCycles');
  const pairNames = names('gcCycles', 'lastGcSeconds', 'cpuSeconds');
  const costNote = cost.cost === null ? `not known: ${cost.why}` : `${cost.cost.estimator}, ${countText(cost.cost.cyclesUsed, 'cycle')} used`;
  const tooFew = `needs ${MIN_CYCLES} cycles and ${MIN_PAIRS} intervals`;
  const figure = (name: string, value: number | null, unit: Figure['unit'], from: string[], note?: string): Figure =>
    (note === undefined ? { name, value, unit, from } : { name, value, unit, from, note });
  const unlessKnown = (value: number | null, note: string): string | undefined => (value === null ? note : undefined);
  return [
    { ...figure('GC CPU', cost.cost?.cores ?? null, 'cores', cost.cost?.from ?? pairNames, costNote), low: cost.cost?.lowCores ?? null, high: cost.cost?.highCores ?? null },
    figure('Process CPU, mean', reading.processCores, 'cores', names('cpuSeconds'), unlessKnown(reading.processCores, 'needs two scrapes with process CPU time')),
    figure('GC share of process CPU', reading.shareRatio, 'ratio', cost.cost?.from ?? pairNames, unlessKnown(reading.shareRatio, costNote)),
    figure('CPU of one GC cycle', cost.cost?.coreSecondsPerCycle ?? null, 'seconds', cost.cost?.from ?? pairNames, costNote),
    figure('GC cycles', gcNames.length === 0 ? null : gc.cycles.length + gc.withoutTime, 'count', gcNames,
      gc.withoutTime > 0 ? `${gc.withoutTime} of them without a time: more than one ended between two scrapes` : undefined),
    { ...figure('Time between GC cycles', period?.median ?? null, 'seconds', gcNames, period === null ? 'needs three cycles' : 'median; 10 % and 90 % quantile'), low: period?.p10 ?? null, high: period?.p90 ?? null },
    figure('Cycles forced after 120 s', reading.forcedShareRatio, 'ratio', gcNames, 'share of the times between cycles that are 118 to 122 s'),
    figure('Correlation GC and CPU (Pearson)', correlation.pearson, 'none', pairNames,
      correlation.pearson === null ? tooFew : `${correlation.sampleSize} intervals${reading.compactionExcluded ? ', compactions taken out' : ''}`),
    figure('Correlation of ranks (Spearman)', correlation.spearman, 'none', pairNames, unlessKnown(correlation.spearman, tooFew)),
    figure('p-value of the correlation', correlation.pValue, 'none', pairNames, correlation.pValue === null ? tooFew : 'circular-shift surrogates, two-sided'),
    figure('Correlation with compactions left in', correlationAll.pearson, 'none', pairNames, unlessKnown(correlationAll.pearson, tooFew)),
    figure('Allocated per ingested sample', reading.allocBytesPerSample, 'bytesPerSample', names('allocBytes', 'samplesAppended'),
      unlessKnown(reading.allocBytesPerSample, 'needs allocated bytes and a count of ingested samples that rises')),
    figure('GOMAXPROCS', reading.maxProcs, 'count', names('maxProcs'), unlessKnown(reading.maxProcs, 'the target does not say')),
    figure("Target's clock ahead of ours", gc.clock === null ? null : gc.clock.offsetMs / 1000, 'seconds', names('lastGcSeconds'),
      gc.clock === null ? 'no cycle bounds it' : `to within ${durationText(gc.clock.errorMs / 1000)}, from the scrapes around each cycle`),
  ];
}

interface Need { roles: Role[]; costs: string; remedy: string; always: boolean }

const NEEDS: Need[] = [
  { roles: ['cpuSeconds'], always: true, costs: 'No CPU line, no correlation, no GC cost.', remedy: 'Register the process collector of the client library (on by default in Go programs on Linux).' },
  { roles: ['lastGcSeconds'], always: true, costs: 'GC cycles are counted but have no exact time, so they cannot be marked.', remedy: 'Register the Go collector of the client library with its memory statistics.' },
  { roles: ['gcCycles'], always: true, costs: 'Several cycles between two scrapes count as one.', remedy: 'Register the Go collector of the client library.' },
  { roles: ['heapInuseBytes', 'heapAllocBytes'], always: true, costs: 'No heap sawtooth and no heap before and after a cycle.', remedy: 'Register the Go collector of the client library with its memory statistics.' },
  { roles: ['heapGoalBytes'], always: true, costs: 'No goal line over the heap.', remedy: 'Register the Go collector of the client library with its memory statistics.' },
  { roles: ['residentBytes'], always: true, costs: 'No line of resident memory.', remedy: 'Register the process collector of the client library.' },
  { roles: ['allocBytes'], always: true, costs: 'No allocated bytes per ingested sample.', remedy: 'Register the Go collector of the client library with its memory statistics.' },
  { roles: ['samplesAppended'], always: false, costs: 'No allocated bytes per ingested sample.', remedy: 'Scrape the process that ingests the samples.' },
  { roles: ['gcCpuSeconds', 'gcCpuFraction'], always: false, costs: 'GC CPU is estimated from the CPU around each cycle instead of read.', remedy: 'In a program of your own, switch on all runtime metrics of the Go collector (collectors.WithGoCollectorRuntimeMetrics); Prometheus has no switch for it, but a CPU profile shows the share.' },
];

/** Inputs the window lacks. One that this kind of target never has, and that is no loss beside the rest, is left out. */
export function gcCpuMissing(window: RoleWindow): MissingInput[] {
  if (window.scrapes.error.every((error) => error !== null)) return [];
  return NEEDS.filter(({ roles }) => roles.every((role) => window.role(role) === undefined))
    .map(({ roles, costs, remedy, always }) => ({ names: roles.flatMap((role) => window.expectedNames(role)), costs, remedy, always }))
    .filter(({ names, always }) => always || names.length > 0)
    .map(({ names, costs, remedy }) => ({ names, costs, remedy }));
}
