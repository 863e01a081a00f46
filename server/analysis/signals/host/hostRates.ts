/**
 * Activity of a target's host by row, from the counters of its node_exporter; see docs/reference/gc-cpu.md, The host.
 */
import { numberAt } from '../../../../core/elementAt.ts';
import { memoised } from '../memoised.ts';
import type { LabelledSeries, Role, RoleWindow } from '../../../data/metrics/roleNames.ts';
import { usualSteps } from '../../../../core/statistics/usualSteps.ts';

/**
 * A rise over more than this many surrounding steps belongs to a gap and does not date its moment. History is coarser
 * than tsdbscope's own readings: the coarser side counts if both have enough.
 */
const LONGEST_STEPS = 2.5;
/** Maximum difference between the host's and our clock over one step; more means that a clock was set. */
const CLOCK_SLACK_SECONDS = 2;
/** Kernels sometimes correct idle time by a few ticks; a larger drop is a reset. */
const TAKEN_BACK_SECONDS = 1;
/** Modes in which the core is free: idle, or waiting for a disk. */
const IDLE_MODES = new Set(['idle', 'iowait']);
/** Modes already included in user and nice (under one name before 0.16). */
const COUNTED_TWICE = new Set(['guest', 'guest_nice']);

/** Steps from one node_exporter answer to the next, by the row that ends each. */
export interface HostSteps {
  /** Row of the previous answer; -1 if the row ends no step. */
  before: Int32Array;
  /** Seconds between the two readings, on the host's own clock if it is exported. */
  seconds: Float64Array;
  /** The same seconds split over the rows of the step: weights of its rate in a mean. */
  weights: Float64Array;
}

/** Returns the steps between node_exporter answers; gaps (more than 2.5 surrounding steps) end none. */
export const hostSteps = memoised((window: RoleWindow): HostSteps => {
  const { startMs, length } = window.scrapes;
  const up = window.role('nodeUp');
  const clock = window.role('hostTimeSeconds');
  const before = new Int32Array(length).fill(-1);
  const seconds = new Float64Array(length).fill(NaN);
  const weights = new Float64Array(length);
  if (up === undefined) return { before, seconds, weights };
  let last = -1;
  for (let row = 0; row < length; row++) {
    if (up.present[row] === 0 || up.values[row] !== 1) continue;
    if (last >= 0) {
      const ours = (numberAt(startMs, row) - numberAt(startMs, last)) / 1000;
      const theirs = clock?.present[row] === 1 && clock.present[last] === 1
        ? numberAt(clock.values, row) - numberAt(clock.values, last) : NaN;
      before[row] = last;
      // A late answer belongs to a later row: the host's clock shows when it was read.
      seconds[row] = theirs > 0 && Math.abs(theirs - ours) <= Math.max(CLOCK_SLACK_SECONDS, ours / 2) ? theirs : ours;
    }
    last = row;
  }
  const stepRows = Array.from(seconds.keys()).filter((row) => numberAt(seconds, row) > 0);
  const usual = usualSteps(stepRows.map((row) => numberAt(seconds, row)));
  const usualOf = new Map(stepRows.map((row, k) => [row, numberAt(usual, k)]));
  for (let row = 0; row < length; row++) {
    if (!(numberAt(seconds, row) <= LONGEST_STEPS * (usualOf.get(row) ?? 0))) before[row] = -1;
    if (numberAt(before, row) >= 0)
      weights.fill(numberAt(seconds, row) / (row - numberAt(before, row)), numberAt(before, row) + 1, row + 1);
  }
  return { before, seconds, weights };
});

/**
 * Returns a counter's rates by row, each held over the rows since the previous answer; NaN over resets and gaps, and
 * without the role.
 */
export function hostRates(window: RoleWindow, steps: HostSteps, role: Role): Float64Array {
  const series = window.role(role);
  return series === undefined ? new Float64Array(window.scrapes.length).fill(NaN) : ratesOf(series, steps);
}

function ratesOf(
  { values, present }: Pick<LabelledSeries, 'values' | 'present'>, { before, seconds }: HostSteps
): Float64Array {
  const rates = new Float64Array(values.length).fill(NaN);
  for (let row = 0; row < rates.length; row++) {
    const from = numberAt(before, row);
    if (from < 0 || present[row] === 0 || present[from] === 0) continue;
    const rise = numberAt(values, row) - numberAt(values, from);
    if (rise >= 0) rates.fill(rise / numberAt(seconds, row), from + 1, row + 1);
  }
  return rates;
}

/** Returns by row the share of the time in which the busiest disk was active. */
export function diskBusy(window: RoleWindow, steps: HostSteps): Float64Array {
  const busiest = new Float64Array(window.scrapes.length).fill(NaN);
  for (const disk of window.labelled('hostDiskBusySeconds')) {
    const factor = disk.name.endsWith('_ms') ? 0.001 : 1;
    ratesOf(disk, steps).forEach((rate, row) => {
      const ratio = Math.min(1, factor * rate);
      if (ratio >= 0 && !(numberAt(busiest, row) >= ratio)) busiest[row] = ratio;
    });
  }
  return busiest;
}

export interface HostCpu {
  /** Names of the cores, in numeric order. */
  cores: string[];
  /** Busy share by core and row, 0 to 1: time over all modes that is neither idle nor waiting for a disk. */
  busy: Float64Array[];
  /** Sums over cores, and the maximum. */
  busyCores: Float64Array;
  stolenCores: Float64Array;
  hottest: Float64Array;
}

/** Returns shares of each core's own time, so that it does not matter when in a scrape the counters were read. */
export function hostCpu(window: RoleWindow, steps: HostSteps): HostCpu {
  const { length } = window.scrapes;
  const byCore = new Map<string, LabelledSeries[]>();
  for (const series of window.labelled('hostCpuSeconds')) {
    if (COUNTED_TWICE.has(series.labels.mode ?? '')) continue;
    const core = (series.labels.cpu ?? '').replace(/^cpu/, '');
    const same = byCore.get(core);
    if (same === undefined) byCore.set(core, [series]);
    else same.push(series);
  }
  const cores = [...byCore.keys()].sort((a, b) => Number(a) - Number(b) || (a < b ? -1 : 1));
  const sums = {
    busyCores: new Float64Array(length).fill(NaN), stolenCores: new Float64Array(length).fill(NaN),
    hottest: new Float64Array(length).fill(NaN),
  };
  const busy = cores.map((core) => {
    const shares = coreShares(byCore.get(core) ?? [], steps, length);
    shares.busy.forEach((ratio, row) => {
      if (Number.isNaN(ratio)) return;
      sums.busyCores[row] = (Number.isNaN(numberAt(sums.busyCores, row)) ? 0 : numberAt(sums.busyCores, row)) + ratio;
      sums.stolenCores[row] = (Number.isNaN(numberAt(sums.stolenCores, row)) ? 0 : numberAt(sums.stolenCores, row))
        + numberAt(shares.stolen, row);
      if (!(numberAt(sums.hottest, row) >= ratio)) sums.hottest[row] = ratio;
    });
    return shares.busy;
  });
  return { cores, busy, ...sums };
}

function coreShares(
  modes: readonly LabelledSeries[], { before }: HostSteps, length: number
): { busy: Float64Array; stolen: Float64Array } {
  const busy = new Float64Array(length).fill(NaN);
  const stolen = new Float64Array(length).fill(NaN);
  for (let row = 0; row < length; row++) {
    const from = numberAt(before, row);
    if (from < 0) continue;
    const time = { all: 0, idle: 0, stolen: 0 };
    let whole = true;
    for (const { labels, values, present } of modes) {
      const rise = numberAt(values, row) - numberAt(values, from);
      if (present[row] === 0 || present[from] === 0 || !(rise >= -TAKEN_BACK_SECONDS)) { whole = false; break; }
      const spent = Math.max(0, rise);
      time.all += spent;
      if (IDLE_MODES.has(labels.mode ?? '')) time.idle += spent;
      if (labels.mode === 'steal') time.stolen += spent;
    }
    if (!whole || !(time.all > 0)) continue;
    busy.fill(1 - time.idle / time.all, from + 1, row + 1);
    stolen.fill(time.stolen / time.all, from + 1, row + 1);
  }
  return { busy, stolen };
}
