/** Estimates what this target needs per sample and per series. See docs/reference/memory.md. */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import type { CapacityRatio, CapacityRatios, MemoryPanel } from '../../../../core/contract/contract.ts';
import { lastValue } from '../../signals/lastValue.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { TargetFacts } from '../../../../core/contract/facts.ts';
import { countPassing } from '../../../../core/statistics/ascending.ts';
import { stretches, sumRises, type MemoryFrame } from '../../signals/memory/memoryFrame.ts';
import { counterSteps, momentaryRates } from '../../signals/counterSteps.ts';
import { BOOTSTRAP_DRAWS, bootstrapInterval } from '../../../../core/statistics/bootstrap.ts';
import { quantile, sortedFinite } from '../../../../core/statistics/quantiles.ts';
import type { Random } from '../../../../core/statistics/random.ts';
import { medianStepMs } from '../../signals/windowFrame.ts';
import { formatSeconds } from '../../../../core/text/format.ts';

/** Minimum time and samples: fewer contain neither a GC cycle nor a quiet stretch. */
const MIN_SECONDS = 120;
const MIN_SCRAPES = 8;
/** Minimum number of block ranges in the window for pieces of a range each, which contain one compaction. */
const MIN_RANGES = 5;
const STRETCH_MS = 60_000;
/** Maximum number of pieces: more do not improve the interval, but take longer. */
const MAX_STRETCHES = 120;

export interface RatioOptions {
  /** Rows of a warm-up, which the ratios exclude. */
  isWarmUp: (row: number) => boolean;
  facts: TargetFacts;
  random: Random;
}

interface Piece {
  cpu: number; samples: number; seconds: number; used: number; residentBytes: number; peakBytes: number
}

/** Returns the ratios over the window without warm-ups, and the load they were measured at. */
export function capacityRatios(
  window: RoleWindow, frame: MemoryFrame, options: RatioOptions
): { ratios: CapacityRatios; load: MemoryPanel['load'] } {
  const lengthMs = stretchLength(window, options.facts.blockRangeSeconds);
  const cut = stretches(window, frame, lengthMs, options.isWarmUp);
  const pieces = cut.map(({ rows }): Piece => {
    const { rises: [cpu, samples], seconds, used } = sumRises(rows, [frame.cpu, frame.samples]);
    const ingest = sumRises(rows, [frame.samples]);
    const resident = sortedFinite(rows.map((row) => numberAt(frame.resident, row)));
    const known = used > 0 ? { cpu, samples, seconds, used }
      : { cpu: NaN, samples: ingest.rises[0], seconds: ingest.seconds, used: ingest.used };
    return { ...known, residentBytes: quantile(resident, 0.5) ?? NaN, peakBytes: quantile(resident, 1) ?? NaN };
  }).filter(({ seconds }) => seconds > 0);
  const rows = cut.flatMap((piece) => piece.rows);
  const total = (of: (piece: Piece) => number): number => pieces.reduce((sum, piece) => sum + of(piece), 0);
  const samplesPerSecond = pieces.length === 0 ? NaN
    : total(({ samples }) => samples) / total(({ seconds }) => seconds);
  const cpuCores = pieces.length === 0 ? NaN : total(({ cpu }) => cpu) / total(({ seconds }) => seconds);
  const seriesNow = quantile(sortedFinite(rows.map((row) => numberAt(frame.series, row))), 0.5);
  return {
    ratios: {
      samplesPerCoreSecond: samplesPerCore(window, pieces, lengthMs, options.random),
      residentBytesPerSeries: perSeries(window, frame, rows),
      residentBytesPer100kSamplesPerSecond: perRate(window, pieces),
      diskBytesPerSample: diskPerSample(window, frame, options.random),
      chunkBytesPerSample: chunkPerSample(window, frame),
    },
    load: {
      samplesPerSecond: finite(samplesPerSecond), series: seriesNow, cpuCores: finite(cpuCores),
      cpuPeakRatio: peakRatio(window, frame, rows, cpuCores),
      retentionSeconds: retentionOf(window, options.facts.flags?.['storage.tsdb.retention.time']),
      ...sizeLimitOf(window),
    },
  };
}

function stretchLength(window: RoleWindow, blockRangeSeconds: number | undefined): number {
  const stepMs = medianStepMs(window.scrapes) ?? 1000;
  const range = (blockRangeSeconds ?? Infinity) * 1000;
  const lengthMs = window.endMs - window.startMs;
  const least = Math.max(3 * stepMs, Math.ceil(lengthMs / MAX_STRETCHES / STRETCH_MS) * STRETCH_MS);
  return lengthMs >= MIN_RANGES * range ? Math.max(range, least) : least;
}

const nothing = (from: string[], note: string): CapacityRatio =>
  ({ value: null, low: null, high: null, rangeIs: '', scrapes: 0, windowSeconds: 0, from, note });

/** Returns the names in use; if a role is missing, which, as a sentence. */
function inputs(
  window: RoleWindow, roles: Parameters<RoleWindow['role']>[0][]
): { from: string[]; lacking: string | null } {
  const lacks = roles.filter((role) => window.role(role) === undefined);
  // A metric that this kind of target does not have has no name.
  const missing = lacks.flatMap((role) => window.expectedNames(role)[0] ?? []);
  return {
    from: roles.flatMap((role) => window.role(role)?.names ?? []),
    lacking: lacks.length === 0 ? null : missing.length === 0 ? 'this kind of target exports no metric for it'
      : `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing`,
  };
}

function tooLittle(seconds: number, scrapes: number): string | null {
  return seconds >= MIN_SECONDS && scrapes >= MIN_SCRAPES ? null
    : `too little data: ${formatSeconds(seconds)} after the warm-up in ${scrapes} scrapes, at least `
      + `${MIN_SECONDS} s in ${MIN_SCRAPES} scrapes are needed`;
}

/** Returns the statistic of a bootstrap: a sum over the drawn items by another one. */
function sumOverSum<T>(
  items: readonly T[], above: (item: T) => number, below: (item: T) => number
): (at: Iterable<number>) => number {
  return (at) => {
    let [over, under] = [0, 0];
    for (const k of at) {
      const item = elementAt(items, k);
      over += above(item);
      under += below(item);
    }
    return under > 0 ? over / under : NaN;
  };
}

/** Returns sum over sum, with a bootstrap over the pieces: how much the cost of one varies by chance. */
function samplesPerCore(window: RoleWindow, pieces: readonly Piece[], lengthMs: number, random: Random): CapacityRatio {
  const { from, lacking } = inputs(window, ['samplesAppended', 'cpuSeconds']);
  if (lacking !== null) return nothing(from, lacking);
  const used = pieces.filter(({ cpu }) => Number.isFinite(cpu));
  const seconds = used.reduce((sum, piece) => sum + piece.seconds, 0);
  const scrapes = used.reduce((sum, piece) => sum + piece.used, 0);
  const lack = tooLittle(seconds, scrapes);
  if (lack !== null) return nothing(from, lack);
  const ratio = sumOverSum(used, ({ samples }) => samples, ({ cpu }) => cpu);
  const value = ratio(used.keys());
  if (!(value > 0)) return nothing(from, 'no samples were ingested');
  const band = bootstrapInterval(used.length, BOOTSTRAP_DRAWS, random, ratio);
  return {
    value, low: band?.low ?? null, high: band?.high ?? null,
    rangeIs: band === null ? ''
      : `95 % interval, bootstrap over ${used.length} stretches of ${formatSeconds(lengthMs / 1000)}`,
    scrapes, windowSeconds: seconds, from, note: null,
  };
}

function perSeries(window: RoleWindow, frame: MemoryFrame, rows: readonly number[]): CapacityRatio {
  const { from, lacking } = inputs(window, ['residentBytes', 'headSeries']);
  if (lacking !== null) return nothing(from, lacking);
  const used = rows.filter((row) => numberAt(frame.series, row) > 0 && Number.isFinite(frame.resident[row]));
  const seconds = covered(window, used);
  const lack = tooLittle(seconds, used.length);
  if (lack !== null) return nothing(from, lack);
  const sorted = sortedFinite(used.map((row) => numberAt(frame.resident, row) / numberAt(frame.series, row)));
  return {
    value: quantile(sorted, 0.5), low: quantile(sorted, 0.05), high: quantile(sorted, 1),
    rangeIs: '5th percentile to highest of the scrapes',
    scrapes: used.length, windowSeconds: seconds, from, note: null,
  };
}

function perRate(window: RoleWindow, pieces: readonly Piece[]): CapacityRatio {
  const { from, lacking } = inputs(window, ['residentBytes', 'samplesAppended']);
  if (lacking !== null) return nothing(from, lacking);
  const used = pieces.filter(({ samples, residentBytes }) => samples > 0 && Number.isFinite(residentBytes));
  const seconds = used.reduce((sum, piece) => sum + piece.seconds, 0);
  const scrapes = used.reduce((sum, piece) => sum + piece.used, 0);
  const lack = tooLittle(seconds, scrapes);
  if (lack !== null) return nothing(from, lack);
  const of = (bytes: (piece: Piece) => number): Float64Array =>
    sortedFinite(used.map((piece) => bytes(piece) * 1e5 * piece.seconds / piece.samples));
  const sorted = of(({ residentBytes }) => residentBytes);
  return {
    value: quantile(sorted, 0.5), low: quantile(sorted, 0), high: quantile(of(({ peakBytes }) => peakBytes), 1),
    rangeIs: `lowest median to the peak of ${used.length} stretches`, scrapes, windowSeconds: seconds, from, note: null,
  };
}

/**
 * Bytes of new blocks over the samples that went into them: at each step of the head's minimum time from m1 to m2 the
 * samples ingested between those two moments left the head. A merge right after it counts with it, since it makes the
 * blocks smaller; a step after which there are fewer bytes than before (retention, or a large merge) is ignored.
 */
function diskPerSample(window: RoleWindow, frame: MemoryFrame, random: Random): CapacityRatio {
  const { from, lacking } = inputs(window, ['blocksBytes', 'headMinTimeMs', 'samplesAppended']);
  if (lacking !== null) return nothing(from, lacking);
  const cuts = blockCuts(window, frame);
  if (cuts.length < 2) {
    const blocks = `${cuts.length} head block${cuts.length === 1 ? '' : 's'}`;
    return nothing(from, `too little data: ${blocks} written in this window, at least 2 are needed`);
  }
  const ratio = sumOverSum(cuts, ({ bytes }) => bytes, ({ samples }) => samples);
  const band = bootstrapInterval(cuts.length, BOOTSTRAP_DRAWS, random, ratio);
  const scrapes = frame.fresh.length;
  return {
    value: finite(ratio(cuts.keys())), low: band?.low ?? null, high: band?.high ?? null,
    rangeIs: band === null ? '' : `95 % interval, bootstrap over ${cuts.length} blocks`,
    scrapes, windowSeconds: covered(window, [...frame.fresh]), from, note: null,
  };
}

function blockCuts(window: RoleWindow, frame: MemoryFrame): { bytes: number; samples: number }[] {
  const [
    blocks, head, appended,
  ] = [window.role('blocksBytes'), window.role('headMinTimeMs'), window.role('samplesAppended')];
  if (blocks === undefined || head === undefined || appended === undefined) return [];
  const { startMs } = window.scrapes;
  const rows = [
    ...frame.fresh
  ].filter((row) => blocks.present[row] === 1 && head.present[row] === 1 && appended.present[row] === 1);
  // The counter at a moment, between two scrapes of one process.
  const at = (timeMs: number): number => {
    const low = countPassing(rows.length, (k) => numberAt(startMs, elementAt(rows, k)) <= timeMs);
    const [below, above] = [rows[low - 1], rows[low]];
    if (below === undefined || above === undefined || frame.newProcessRows.has(above)) return NaN;
    const share = (timeMs - numberAt(startMs, below)) / (numberAt(startMs, above) - numberAt(startMs, below));
    const samples = numberAt(appended.values, below);
    return samples + share * (numberAt(appended.values, above) - samples);
  };
  const jumps = rows.flatMap((row, k) => (k > 0 && !frame.newProcessRows.has(row)
    && numberAt(head.values, row) > numberAt(head.values, elementAt(rows, k - 1)) + 1000 ? [k] : []));
  const cuts: { bytes: number; samples: number }[] = [];
  jumps.forEach((k, i) => {
    // The size after a compaction is read just before the next one; the block may appear a scrape before the head is
    // cut.
    const lastK = (jumps[i + 1] ?? rows.length) - 2;
    const beforeK = Math.max(0, k - 2);
    if (lastK <= k) return;
    const samples = at(numberAt(head.values, elementAt(rows, k)))
      - at(Math.max(numberAt(head.values, elementAt(rows, k - 1)), numberAt(startMs, elementAt(rows, 0))));
    const bytes = numberAt(blocks.values, elementAt(rows, lastK)) - numberAt(blocks.values, elementAt(rows, beforeK));
    if (samples > 0 && bytes > 0) cuts.push({ bytes, samples });
  });
  return cuts;
}

/** Returns the chunk bytes that compactions wrote per sample; a merge adds to both. Without index and tombstones. */
function chunkPerSample(window: RoleWindow, frame: MemoryFrame): CapacityRatio {
  const { from, lacking } = inputs(window, ['chunkBytesCompacted', 'chunkSamplesCompacted']);
  if (lacking !== null) return nothing(from, lacking);
  const steps = (role: 'chunkBytesCompacted' | 'chunkSamplesCompacted') =>
    counterSteps(window.scrapes, window.role(role), frame.fresh, frame.newProcessRows);
  const { rises: [bytes, samples], seconds, used } =
    sumRises([...frame.fresh], [steps('chunkBytesCompacted'), steps('chunkSamplesCompacted')]);
  if (!(samples > 0)) return nothing(from, 'no compaction wrote chunks in this window');
  return {
    value: bytes / samples, low: null, high: null, rangeIs: '', scrapes: used, windowSeconds: seconds, from, note: null,
  };
}

function covered(window: RoleWindow, rows: readonly number[]): number {
  if (rows.length < 2) return 0;
  const { startMs } = window.scrapes;
  const stepMs = medianStepMs(window.scrapes, rows) ?? 0;
  let ms = 0;
  for (let k = 1; k < rows.length; k++) ms += Math.min(
    numberAt(startMs, elementAt(rows, k)) - numberAt(startMs, elementAt(rows, k - 1)), 2.5 * Math.max(stepMs, 15_000)
  );
  return ms / 1000;
}

function peakRatio(window: RoleWindow, frame: MemoryFrame, rows: readonly number[], mean: number): number | null {
  const rates = momentaryRates(frame.cpu, window.scrapes);
  const high = quantile(sortedFinite(rows.map((row) => numberAt(rates, row))), 0.99);
  return high === null || !(mean > 0) ? null : high / mean;
}

function sizeLimitOf(window: RoleWindow): Pick<MemoryPanel['load'], 'retentionBytes' | 'retentionDiskPercent'> {
  const percent = lastValue(window.role('retentionLimitPercent')) ?? 0;
  const bytes = lastValue(window.role('retentionLimitBytes')) ?? 0;
  return percent > 0 && percent <= 100 ? { retentionDiskPercent: percent } : bytes > 0 ? { retentionBytes: bytes } : {};
}

const UNITS: Record<string, number> = { y: 31_536_000, w: 604_800, d: 86_400, h: 3600, m: 60, s: 1 };

/** Returns the retention as the server states it, as its configuration file may override the flag; else by the flag. */
function retentionOf(window: RoleWindow, flag: string | undefined): number | null {
  const stated = lastValue(window.role('retentionLimitSeconds'));
  return stated === null ? retention(flag) : stated > 0 ? stated : null;
}

/**
 * Returns `--storage.tsdb.retention.time`, a single Prometheus duration such as `15d`; null if no flag sets it (`0s` is
 * the default).
 */
function retention(flag: string | undefined): number | null {
  const match = /^(\d+)([ywdhms])$/.exec(flag ?? '');
  const seconds = Number(match?.[1] ?? 0) * (UNITS[match?.[2] ?? ''] ?? 0);
  return seconds > 0 ? seconds : null;
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
