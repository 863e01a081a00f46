/**
 * Shows the host at that time: cores, disks, memory. Drawn on the panels' pages; see docs/reference/gc-cpu.md, The
 * host.
 */
import { elementAt, numberAt } from '../../../../core/elementAt.ts';
import type { HostView } from '../../../../core/contract/contract.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { diskBusy, hostCpu, hostRates, hostSteps, type HostCpu } from '../../signals/host/hostRates.ts';
import { hostFigures, hostMissing, hostSentence, PAGE_BYTES, weightedMean } from '../../signals/host/hostWords.ts';
import { gaugePoints, everyRowGrid, reduceToPoints, type PointGrid } from '../../signals/counterSteps.ts';
import { findScrapeGaps, spansInSeconds } from '../../signals/windowFrame.ts';

/** Maximum number of lines that can be distinguished. */
const MAX_CORES = 64;

/**
 * Returns the host over a window; all null and a sentence that says why if no node_exporter answered. Pure; works on an
 * empty window.
 */
export function analyseHost(window: RoleWindow, stepMs: number | null): HostView {
  const { scrapes } = window;
  // A repeated body contains no new reading of the host.
  const grid = everyRowGrid(scrapes, stepMs);
  const steps = hostSteps(window);
  const up = window.role('nodeUp');
  const asked = up === undefined ? 0 : up.present.reduce((sum, one) => sum + one, 0);
  const answered = up === undefined ? 0
    : up.values.reduce((sum, value, row) => sum + (up.present[row] === 1 && value === 1 ? 1 : 0), 0);
  const cpu = hostCpu(window, steps);
  const rates = {
    read: hostRates(window, steps, 'hostDiskReadBytes'), written: hostRates(window, steps, 'hostDiskWrittenBytes'),
    diskBusy: diskBusy(window, steps),
    swapped: sumOf(hostRates(window, steps, 'hostSwappedInPages'), hostRates(window, steps, 'hostSwappedOutPages'))
      .map((pages) => PAGE_BYTES * pages),
    cpuPressure: shareOf(hostRates(window, steps, 'hostCpuPressureSeconds')),
    ioPressure: shareOf(hostRates(window, steps, 'hostIoPressureSeconds')),
    memoryPressure: shareOf(hostRates(window, steps, 'hostMemoryPressureSeconds')),
  };
  const state = asked === 0 ? 'off' : answered === 0 ? 'down' : 'up';
  const mean = (values: Float64Array): (number | null)[] => reduceToPoints(grid, values, 'mean', steps.weights);
  return {
    range: {
      start: window.startMs / 1000, end: window.endMs / 1000, step: grid.stepMs / 1000, scrapes: scrapes.length,
    },
    state,
    sentence: hostSentence({ state, asked, answered, cpu, weights: steps.weights }),
    asked, answered,
    gapSpans: spansInSeconds(findScrapeGaps(scrapes, null)),
    cores: cpu.cores.length === 0 ? null : cpu.cores.length,
    perCore: busiestCores(cpu, grid, steps.weights),
    disks: [...new Set(window.labelled('hostDiskReadBytes').map(({ labels }) => labels.device ?? ''))].sort(),
    figures: state === 'up' ? hostFigures(window, cpu, rates, steps.weights) : [],
    missing: state === 'up' ? hostMissing(window) : [],
    series: {
      time: grid.time,
      busyCores: mean(cpu.busyCores),
      hottestRatio: mean(cpu.hottest),
      hottestRatioMax: reduceToPoints(grid, cpu.hottest, 'max'),
      stolenCores: mean(cpu.stolenCores),
      diskReadBytesPerSecond: mean(rates.read),
      diskWrittenBytesPerSecond: mean(rates.written),
      diskBusyRatio: mean(rates.diskBusy),
      cachedBytes: gaugePoints(grid, window.role('hostCachedBytes')),
      freeBytes: gaugePoints(grid, window.role('hostFreeBytes')),
      availableBytes: gaugePoints(grid, window.role('hostAvailableBytes')),
      swapUsedBytes: gaugePoints(grid, window.role('hostSwapUsedBytes')),
      swappedBytesPerSecond: mean(rates.swapped),
      cpuPressureRatio: mean(rates.cpuPressure),
      ioPressureRatio: mean(rates.ioPressure),
      memoryPressureRatio: mean(rates.memoryPressure),
    },
  };
}

function busiestCores({ cores, busy }: HostCpu, grid: PointGrid, weights: Float64Array): HostView['perCore'] {
  const all = cores.map((core, i) => {
    return { core, i, meanRatio: weightedMean(elementAt(busy, i), weights) ?? 0 };
  });
  const kept = new Set([...all].sort((a, b) => b.meanRatio - a.meanRatio).slice(0, MAX_CORES));
  return all.filter((one) => kept.has(one)).map(({ core, i, meanRatio }) => ({
    core, meanRatio, busyRatio: reduceToPoints(grid, elementAt(busy, i), 'mean', weights),
  }));
}

/** Caps the share: counter and clock are read some ms apart, which may give a little more than all of the time. */
function shareOf(rates: Float64Array): Float64Array {
  return rates.map((rate) => Math.min(1, rate));
}

function sumOf(left: Float64Array, right: Float64Array): Float64Array {
  return left.map((value, i) => value + numberAt(right, i));
}
