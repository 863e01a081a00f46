/** Memory, CPU and disk for a load, from the target's own ratios; pure. docs/reference/memory.md has the formulas. */
import type { CapacityRatio, MemoryPanel } from '../../contract/contract.ts';
import { formatBytes, formatNumber, formatSeconds } from '../../text/format.ts';
import type { Plan } from '../../url/urlState.ts';

export interface Load { samplesPerSecond: number | null; series: number | null; retentionSeconds: number }

export interface Range { low: number; high: number }

export interface PlanResult {
  load: Load;
  memoryBytes: Range | null;
  /** Mean over hours, with its interval. */
  cpuCores: Range | null;
  /** CPU of short peaks: GC and compaction together at their measured height. */
  cpuPeakCores: number | null;
  diskBytes: Range | null;
  /** Figures that are not available, and why. */
  notes: string[];
}

/** Prometheus's default, used if no flag sets it. */
const defaultRetentionSeconds = 15 * 86_400;
/** Ratio to the measured load from which a load is outside its range. */
const farTimes = 3;

function known(ratio: CapacityRatio): { value: number; low: number; high: number } | null {
  return ratio.value === null ? null
    : { value: ratio.value, low: ratio.low ?? ratio.value, high: ratio.high ?? ratio.value };
}

/**
 * Returns the requested load, with the target's own load for missing values; series and samples then keep their
 * measured proportion.
 */
export function plannedLoad(panel: Pick<MemoryPanel, 'load'>, plan: Plan): Load {
  const { load } = panel;
  const scale = plan.samplesPerSecond !== null && load.samplesPerSecond !== null
    ? plan.samplesPerSecond / load.samplesPerSecond
    : plan.series !== null && load.series !== null ? plan.series / load.series : 1;
  const scaled = (own: number | null): number | null => (own === null || !Number.isFinite(scale) ? null : own * scale);
  return {
    samplesPerSecond: plan.samplesPerSecond ?? scaled(load.samplesPerSecond),
    series: plan.series ?? scaled(load.series),
    retentionSeconds: plan.retentionSeconds ?? load.retentionSeconds ?? defaultRetentionSeconds,
  };
}

function memoryOf({ ratios }: MemoryPanel, load: Load): Range | null {
  const bySeries = known(ratios.residentBytesPerSeries);
  const byRate = known(ratios.residentBytesPer100kSamplesPerSecond);
  const ranges: Range[] = [];
  if (bySeries !== null && load.series !== null)
    ranges.push({ low: bySeries.low * load.series, high: bySeries.high * load.series });
  if (byRate !== null && load.samplesPerSecond !== null)
    ranges.push({ low: byRate.low * load.samplesPerSecond / 1e5, high: byRate.high * load.samplesPerSecond / 1e5 });
  // One target at one load cannot separate the costs of series and samples, so the range covers both.
  return ranges.length === 0 ? null
    : { low: Math.min(...ranges.map(({ low }) => low)), high: Math.max(...ranges.map(({ high }) => high)) };
}

export function planFor(panel: MemoryPanel, plan: Plan): PlanResult {
  const load = plannedLoad(panel, plan);
  const { samplesPerSecond } = load;
  const perCore = known(panel.ratios.samplesPerCoreSecond);
  const perSample = known(panel.ratios.diskBytesPerSample);
  const { cpuPeakRatio } = panel.load;
  const kept = samplesPerSecond === null ? null : samplesPerSecond * load.retentionSeconds;
  const times = (
    [[samplesPerSecond, panel.load.samplesPerSecond, 'samples'], [load.series, panel.load.series, 'series']] as const
  ).flatMap(([wanted, own, what]) => {
    const by = wanted === null || own === null || own === 0 ? 1 : wanted / own;
    return by > farTimes || by < 1 / farTimes ? [`${formatNumber(by)} times the ${what}`] : [];
  });
  const far = times.length === 0 ? []
    : [`${times.join(' and ')} of the measured load: outside the range that the ratios were measured in.`];
  const absent = [
    panel.ratios.residentBytesPerSeries.value === null
      && panel.ratios.residentBytesPer100kSamplesPerSecond.value === null
      ? `No memory estimate: ${panel.ratios.residentBytesPerSeries.note ?? 'not known'}.` : null,
    perCore === null ? `No CPU estimate: ${panel.ratios.samplesPerCoreSecond.note ?? 'not known'}.` : null,
    perSample === null ? `No disk estimate: ${panel.ratios.diskBytesPerSample.note ?? 'not known'}.` : null,
  ].filter((note) => note !== null);
  const diskBytes = perSample === null || kept === null ? null
    : { low: kept * perSample.low, high: kept * perSample.high };
  return {
    load,
    memoryBytes: memoryOf(panel, load),
    cpuCores: perCore === null || samplesPerSecond === null ? null
      : { low: samplesPerSecond / perCore.high, high: samplesPerSecond / perCore.low },
    cpuPeakCores: perCore === null || samplesPerSecond === null || cpuPeakRatio === null ? null
      : cpuPeakRatio * samplesPerSecond / perCore.value,
    diskBytes,
    notes: [...far, ...sizeLimitNotes(panel.load, load, diskBytes), ...absent],
  };
}

/** Returns notes on the server's size limits, which can delete blocks before the planned retention ends. */
function sizeLimitNotes(
  { retentionBytes, retentionDiskPercent }: MemoryPanel['load'], { retentionSeconds }: Load, diskBytes: Range | null
): string[] {
  if (retentionDiskPercent !== undefined) {
    return [`The server deletes its oldest blocks once they take ${formatNumber(retentionDiskPercent)} % of its disk `
      + '(storage.tsdb.retention.percentage): a disk that is too small shortens the retention.'];
  }
  if (retentionBytes === undefined || diskBytes === null || diskBytes.high <= retentionBytes) return [];
  const keptSeconds = retentionSeconds * retentionBytes / diskBytes.high;
  return [`The server deletes its oldest blocks beyond ${formatBytes(retentionBytes)} (storage.tsdb.retention.size), `
    + `which this load may fill in ${formatSeconds(keptSeconds)}.`];
}
