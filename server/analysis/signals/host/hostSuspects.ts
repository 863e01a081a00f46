/**
 * Detects host conditions that may slow down a target: no free core, throttled cores, a saturated disk, too little
 * memory. See docs/reference/scrapes.md.
 */
import { numberAt } from '../../../../core/elementAt.ts';
import { memoised } from '../memoised.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { Part } from '../../../../core/contract/contract.ts';
import { count, joined, parts, percent, quantity } from '../../../../core/text/parts.ts';
import { diskBusy, hostCpu, hostRates, hostSteps, type HostSteps } from './hostRates.ts';
import { FULL_RATIO, PAGE_BYTES, weightedMean } from './hostWords.ts';
import { joinedSpans, type SpanMs } from '../windowFrame.ts';

/** Share of the time above which tasks waiting for a core are a suspect. */
const WAITING_RATIO = 0.5;
/** The hypervisor stole more than this many cores from the host. */
const STOLEN_CORES = 0.2;
const DISK_FULL_RATIO = 0.9;
/** Share of the time above which tasks waiting for a disk are a suspect. */
const DISK_WAITING_RATIO = 0.6;
/**
 * Pages read back from swap per second. Pages that stay swapped out are harmless; pages read back are not, however
 * constant the amount in swap is.
 */
const SWAPPED_IN_PAGES = 25;
/** Share of the time above which tasks waiting for memory (reclaim, swap) are a suspect. */
const MEMORY_WAITING_RATIO = 0.1;
/** Share of available memory from which a host is not short of it: a process that swaps or waits has its own limit. */
const AMPLE_RATIO = 0.2;
/**
 * Shares of the window from which a condition is reported by itself. Saturated cores need less than a disk or
 * throttling because they come in bursts, and short memory needs far less.
 */
const FULL_SHARE = 0.5;
const CPU_FULL_SHARE = 0.2;
const MEMORY_SHORT_SHARE = 0.1;

export interface HostSuspect {
  cause: 'host-cpu' | 'throttling' | 'disk' | 'swap';
  noun: string;
  spans: SpanMs[];
  describe: (span: SpanMs) => Part[];
  /** Marks a resource shortage: a permanent one is judged by its level. */
  isShortage: true;
  /** Share of the window from which it is reported regardless of scrapes. */
  leastShare: number;
  /** Describes its amount over the time in which it held. */
  detail: () => Part[];
}

/** Returns when no core of the host was free; empty without a node_exporter. */
export function saturatedCpuSpans(window: RoleWindow): SpanMs[] {
  return hostSuspects(window).find(({ cause }) => cause === 'host-cpu')?.spans ?? [];
}

/** Returns each condition with the spans in which it held; none without a node_exporter. */
export const hostSuspects = memoised((window: RoleWindow): readonly HostSuspect[] => {
  if (window.role('nodeUp') === undefined) return [];
  const steps = hostSteps(window);
  const cpu = hostCpu(window, steps);
  const waiting = hostRates(window, steps, 'hostCpuPressureSeconds');
  const throttled = hostRates(window, steps, 'hostThrottles');
  const busy = diskBusy(window, steps);
  const waitingForDisk = hostRates(window, steps, 'hostIoPressureSeconds');
  const waitingForMemory = hostRates(window, steps, 'hostMemoryPressureSeconds');
  const swappedIn = window.role('hostSwappedInPages') === undefined ? swapChanges(window, steps)
    : hostRates(window, steps, 'hostSwappedInPages');
  const swappedOut = hostRates(window, steps, 'hostSwappedOutPages');
  const { length: cores } = cpu.cores;
  const isCpuFull = (row: number): boolean => (cores > 0 && numberAt(cpu.busyCores, row) >= FULL_RATIO * cores)
    || numberAt(waiting, row) >= WAITING_RATIO || numberAt(cpu.stolenCores, row) >= STOLEN_CORES;
  const isDiskFull = (row: number): boolean =>
    numberAt(busy, row) >= DISK_FULL_RATIO || numberAt(waitingForDisk, row) >= DISK_WAITING_RATIO;
  const isAmple = ampleRows(window);
  const isMemoryShort = (row: number): boolean => !isAmple(row)
    && (numberAt(swappedIn, row) >= SWAPPED_IN_PAGES || numberAt(waitingForMemory, row) >= MEMORY_WAITING_RATIO);
  const meanWhere = (values: Float64Array, holds: (row: number) => boolean): number | null =>
    weightedMean(values.map((value, row) => (holds(row) ? value : NaN)), steps.weights);
  return [
    {
      cause: 'swap', noun: 'a host short of memory', spans: spansOf(window, steps.before, isMemoryShort),
      describe: () => parts`while the host was short of memory`,
      isShortage: true, leastShare: MEMORY_SHORT_SHARE,
      detail: () => memoryDetail(
        meanWhere(swappedIn, isMemoryShort), meanWhere(swappedOut, isMemoryShort),
        meanWhere(waitingForMemory, isMemoryShort)
      ),
    },
    {
      cause: 'host-cpu', noun: 'a saturated host CPU', spans: spansOf(window, steps.before, isCpuFull),
      isShortage: true, leastShare: CPU_FULL_SHARE,
      detail: () => {
        const used = meanWhere(cpu.busyCores, isCpuFull);
        return used === null ? []
          : parts`${quantity(Math.round(10 * used) / 10, 'none')} of ${count(cores, 'core')} were busy in that time.`;
      },
      describe: () =>
        parts`while the host's CPU was saturated (all cores busy, tasks waiting, or time stolen by the hypervisor)`,
    },
    {
      cause: 'throttling', noun: 'CPU throttling', isShortage: true, leastShare: FULL_SHARE, detail: () => [],
      spans: spansOf(window, steps.before, (row) => numberAt(throttled, row) > 0),
      describe: () => parts`while the host throttled its cores for heat`,
    },
    {
      cause: 'disk', noun: 'a saturated disk', spans: spansOf(window, steps.before, isDiskFull),
      isShortage: true, leastShare: FULL_SHARE,
      describe: () => parts`with a disk of the host busy, or tasks waiting for one, nearly all of the time`,
      detail: () => {
        const used = meanWhere(busy, isDiskFull);
        return used === null ? [] : parts`The busiest disk was busy for ${percent(used)} of that time.`;
      },
    },
  ];
});

/** Tells by row whether the host's memory was ample at its last answer; false if unreported. */
function ampleRows(window: RoleWindow): (row: number) => boolean {
  const [available, total] = [window.role('hostAvailableBytes'), window.role('hostTotalBytes')];
  if (available === undefined || total === undefined) return () => false;
  const ample = new Uint8Array(window.scrapes.length);
  let isAmple = false;
  for (let row = 0; row < ample.length; row++) {
    if (available.present[row] === 1 && total.present[row] === 1)
      isAmple = numberAt(available.values, row) >= AMPLE_RATIO * numberAt(total.values, row);
    ample[row] = Number(isAmple);
  }
  return (row) => ample[row] === 1;
}

/** Returns the change of the amount in swap, in pages per second, for hosts that do not count swapped pages. */
function swapChanges(window: RoleWindow, { before, seconds }: HostSteps): Float64Array {
  const used = window.role('hostSwapUsedBytes');
  const rates = new Float64Array(window.scrapes.length).fill(NaN);
  if (used === undefined) return rates;
  for (let row = 0; row < rates.length; row++) {
    const from = numberAt(before, row);
    if (from < 0 || used.present[row] === 0 || used.present[from] === 0) continue;
    const changed = Math.abs(numberAt(used.values, row) - numberAt(used.values, from)) / PAGE_BYTES;
    rates.fill(changed / numberAt(seconds, row), from + 1, row + 1);
  }
  return rates;
}

/** Mentions swap only if pages were read back from it. */
function memoryDetail(inPages: number | null, outPages: number | null, waiting: number | null): Part[] {
  const rate = (pages: number): Part => quantity(PAGE_BYTES * pages, 'bytesPerSecond');
  const swapped = inPages === null || inPages < 1 ? null : parts`The host read ${rate(inPages)} back from swap${
    outPages === null ? null : parts` and wrote ${rate(outPages)}`} in that time`;
  const waited = waiting === null ? null : parts`${swapped === null ? 'Tasks' : 'tasks'} waited for memory for ${
    percent(waiting)} of that time`;
  const why = swapped === null ? null : ' Each GC cycle marks the live heap; swapped pages come back from disk.';
  return swapped === null && waited === null ? [] : parts`${joined([swapped, waited], '; ')}.${why}`;
}

/** Returns the matching steps, joined; a step lasts from the previous answer to the row's own. */
function spansOf({ scrapes: { startMs } }: RoleWindow, before: Int32Array, holds: (row: number) => boolean): SpanMs[] {
  return joinedSpans(Array.from(before).flatMap((from, row) => (from >= 0 && holds(row)
    ? [{ startMs: numberAt(startMs, from), endMs: numberAt(startMs, row) }] : [])));
}
