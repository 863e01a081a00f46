/** Batches of samples to be sent to an engine, by series. */
import type { Labels } from '../../../core/contract/terms/targetKind.ts';
import type { ReadScrape } from '../../data/store/outbox/outboxReader.ts';
import type { SeriesName } from '../../data/store/outbox/outboxRecords.ts';
import { engineLabels } from '../../data/wire/engineLabels.ts';
import { encodeLabels, type WireSamples, type WireSeries } from '../../data/wire/writeRequest.ts';

/** Caches the labels of each series while its buffer file is read. */
export class WireLabels {
  private readonly known = new WeakMap<SeriesName, WireSeries>();

  constructor(private readonly external: Labels) {}

  of(series: SeriesName, target: Labels): WireSeries {
    let wire = this.known.get(series);
    if (wire === undefined) {
      const labels = engineLabels(series, target, this.external);
      wire = { labels, encoded: encodeLabels(labels) };
      this.known.set(series, wire);
    }
    return wire;
  }
}

export class WireBatch {
  private readonly bySeries = new Map<WireSeries, WireSamples>();
  count = 0;
  oldestMs = Infinity;

  constructor(private readonly labels: WireLabels) {}

  add({ target, record }: ReadScrape): void {
    const { timeMs } = record;
    this.oldestMs = Math.min(this.oldestMs, timeMs);
    for (const [ref, series] of target.series.entries()) {
      if (target.present[ref] !== 1) continue;
      this.samplesOf(series, target.labels, timeMs).values.push(target.values[ref] ?? NaN);
    }
    for (const ref of record.gone) {
      const series = target.series[ref];
      if (series === undefined) continue;
      const samples = this.samplesOf(series, target.labels, timeMs);
      (samples.stale ??= new Set()).add(samples.values.length);
      samples.values.push(NaN);
    }
  }

  samples(): WireSamples[] {
    return [...this.bySeries.values()];
  }

  private samplesOf(series: SeriesName, target: Labels, timeMs: number): WireSamples {
    const wire = this.labels.of(series, target);
    let samples = this.bySeries.get(wire);
    if (samples === undefined) {
      samples = { series: wire, times: [], values: [] };
      this.bySeries.set(wire, samples);
    }
    samples.times.push(timeMs);
    this.count++;
    return samples;
  }
}

export function sampleCount(all: readonly WireSamples[]): number {
  return all.reduce((sum, { times }) => sum + times.length, 0);
}

/** Splits into parts of at most `most` samples, or of one series. */
export function inParts(all: readonly WireSamples[], most: number): WireSamples[][] {
  const parts: WireSamples[][] = [];
  let part: WireSamples[] = [];
  let count = 0;
  for (const samples of all) {
    if (count > 0 && count + samples.times.length > most) {
      parts.push(part);
      [part, count] = [[], 0];
    }
    part.push(samples);
    count += samples.times.length;
  }
  return part.length === 0 ? parts : [...parts, part];
}

/** Splits in two, by series, or by time if there is only one series; null for a single sample. */
export function halves(all: readonly WireSamples[]): [WireSamples[], WireSamples[]] | null {
  if (all.length > 1) {
    const half = all.length >> 1;
    return [all.slice(0, half), all.slice(half)];
  }
  const [only] = all;
  if (only === undefined || only.times.length < 2) return null;
  const half = only.times.length >> 1;
  return [[rows(only, 0, half)], [rows(only, half, only.times.length)]];
}

/** Groups samples by timestamp, ascending. */
export function byTime(all: readonly WireSamples[]): WireSamples[][] {
  const moments = new Map<number, WireSamples[]>();
  for (const samples of all) {
    for (const [i, time] of samples.times.entries()) {
      const moment = moments.get(time) ?? [];
      moments.set(time, moment);
      moment.push(rows(samples, i, i + 1));
    }
  }
  return [...moments].sort(([a], [b]) => a - b).map(([, moment]) => moment);
}

function rows({ series, times, values, stale }: WireSamples, from: number, to: number): WireSamples {
  const marks = [...stale ?? []].filter((at) => at >= from && at < to).map((at) => at - from);
  return {
    series, times: times.slice(from, to), values: values.slice(from, to),
    ...(marks.length === 0 ? {} : { stale: new Set(marks) }),
  };
}
