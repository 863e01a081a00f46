/** Text and figures of the host, and how to enable missing ones. */
import { numberAt } from '../../../../core/elementAt.ts';
import type { Figure, HostView, MissingInput } from '../../../../core/contract/contract.ts';
import type { Role, RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { HostCpu } from './hostRates.ts';
import { quantile, sortedFinite } from '../../../../core/statistics/quantiles.ts';
import { formatNumber } from '../../../../core/text/format.ts';
import { count, parts, percent, ratio, render } from '../../../../core/text/parts.ts';

/** A core above this is saturated. */
export const FULL_RATIO = 0.95;
/** Page size of nearly every machine; the kernel counts swapped pages. */
export const PAGE_BYTES = 4096;
/** Advice on how to get the host's figures. */
const SWITCH_ON = 'Add the node_exporter of its host to the target in the configuration: '
  + 'node_exporter: http://HOST:9100, or auto for port 9100 on the target’s host.';

/** Returns the advice on missing host figures, which depends on whether a node_exporter is configured. */
export function hostRemedy(window: RoleWindow): string {
  return window.role('nodeUp') === undefined ? SWITCH_ON
    : 'This target’s node_exporter does not export it, or did not answer: see its state on the Scrapes page.';
}

interface HostReading extends Pick<HostView, 'state' | 'asked' | 'answered'> {
  cpu: HostCpu;
  weights: Float64Array;
}

export function hostSentence({ state, asked, answered, cpu, weights }: HostReading): string {
  if (state === 'off') return `No node_exporter was scraped in this window. ${SWITCH_ON}`;
  if (state === 'down') {
    return render(parts`This target's node_exporter did not answer in this window (${count(asked, 'try', 'tries')}): `
      .concat(parts`cores, disks and memory of the host are not known.`));
  }
  const unanswered = answered < asked ? ` ${asked - answered} of ${asked} scrapes of the node_exporter failed.` : '';
  const meanCores = weightedMean(cpu.busyCores, weights);
  const full = weightedMean(cpu.hottest.map((one) => (Number.isNaN(one) ? NaN : Number(one >= FULL_RATIO))), weights);
  if (meanCores === null || full === null) {
    const answers = count(answered, 'time');
    return `${render(parts`This target's node_exporter answered ${answers}; a rate needs two answers.`)}${unanswered}`;
  }
  const fullShare = full < 0.01 ? 'less than 1 %' : percent(full);
  const saturated = full === 0 ? parts`no core was saturated`
    : parts`at least one was saturated (${ratio(FULL_RATIO)} or more) for ${fullShare} of the time`;
  const busy = `${formatNumber(meanCores)} of ${render(count(cpu.cores.length, 'core'))}`;
  return `The host used ${busy} on average; ${render(saturated)}.${unanswered}`;
}

interface HostRatesByRow {
  read: Float64Array; written: Float64Array; diskBusy: Float64Array; cpuPressure: Float64Array;
  ioPressure: Float64Array; memoryPressure: Float64Array; swapped: Float64Array
}

/** Returns the mean over the rows that have a value, weighted by the time each covers; null without one. */
export function weightedMean(values: Float64Array, weights: Float64Array): number | null {
  let sum = 0;
  let seconds = 0;
  values.forEach((value, row) => {
    if (Number.isNaN(value) || !(numberAt(weights, row) > 0)) return;
    sum += value * numberAt(weights, row);
    seconds += numberAt(weights, row);
  });
  return seconds > 0 ? sum / seconds : null;
}

/** Returns means over the time that has a value, with the extremes; figures without a value are omitted. */
export function hostFigures(window: RoleWindow, cpu: HostCpu, rates: HostRatesByRow, weights: Float64Array): Figure[] {
  const names = (...roles: Role[]): string[] => [...new Set(roles.flatMap((role) => window.role(role)?.names ?? []))];
  const spread = (values: ArrayLike<number>): Pick<Figure, 'value' | 'low' | 'high'> => {
    const sorted = sortedFinite(values);
    return {
      value: sorted.length === 0 ? null : sorted.reduce((sum, one) => sum + one, 0) / sorted.length,
      low: quantile(sorted, 0), high: quantile(sorted, 1),
    };
  };
  const gauge = (name: string, role: Role): Figure => ({
    name, ...spread(window.role(role)?.values ?? []), unit: 'bytes', from: names(role),
    note: 'mean; range: lowest to highest in the window',
  });
  const rate = (
    name: string, values: Float64Array, unit: Figure['unit'], note: string, ...roles: Role[]
  ): Figure => ({ name, ...spread(values), value: weightedMean(values, weights), unit, from: names(...roles), note });
  const figures: Figure[] = [
    rate(
      'Host, cores busy', cpu.busyCores, 'cores', `of ${cpu.cores.length}; all processes, without idle and iowait`,
      'hostCpuSeconds'
    ),
    rate('Host, busiest core', cpu.hottest, 'ratio', 'at each scrape', 'hostCpuSeconds'),
    rate(
      'Host, stolen by the hypervisor', cpu.stolenCores, 'cores', 'steal time: the host wanted a core and got none',
      'hostCpuSeconds'
    ),
    rate('Host, disks read', rates.read, 'bytesPerSecond', 'whole disks, all processes', 'hostDiskReadBytes'),
    rate('Host, disks written', rates.written, 'bytesPerSecond', 'whole disks, all processes', 'hostDiskWrittenBytes'),
    rate(
      'Host, busiest disk', rates.diskBusy, 'ratio',
      'share of time with I/O in flight; a disk that works in parallel can still take more at 100 %',
      'hostDiskBusySeconds'
    ),
    gauge('Host, page cache', 'hostCachedBytes'), gauge('Host, memory free', 'hostFreeBytes'),
    gauge('Host, memory available', 'hostAvailableBytes'), gauge('Host, swap in use', 'hostSwapUsedBytes'),
    rate(
      'Host, swapped in and out', rates.swapped, 'bytesPerSecond', 'pages of 4 KiB', 'hostSwappedInPages',
      'hostSwappedOutPages'
    ),
    rate(
      'Host, waiting for a core', rates.cpuPressure, 'ratio', 'share of time in which at least one task waited',
      'hostCpuPressureSeconds'
    ),
    rate(
      'Host, waiting for a disk', rates.ioPressure, 'ratio', 'share of time in which at least one task waited',
      'hostIoPressureSeconds'
    ),
    rate(
      'Host, waiting for memory', rates.memoryPressure, 'ratio', 'share of time in which at least one task waited',
      'hostMemoryPressureSeconds'
    ),
  ];
  return figures.filter(({ value }) => value !== null);
}

/** Returns the inputs of panels that this node_exporter does not export. */
export function hostMissing(window: RoleWindow): MissingInput[] {
  const lacks = (role: Role, costs: string, remedy: string): MissingInput[] => (
    window.role(role) === undefined ? [{ names: window.expectedNames(role).slice(0, 1), costs, remedy }] : []
  );
  return [
    ...lacks('hostCpuSeconds', 'CPU cores are not shown.', 'Enable its cpu collector.'),
    ...lacks('hostDiskReadBytes', 'Disks are not shown.', 'Enable its diskstats collector.'),
    ...lacks('hostCachedBytes', 'Page cache and memory are not shown.', 'Enable its meminfo collector.'),
    ...lacks(
      'hostCpuPressureSeconds', 'How long tasks waited for a core, a disk or memory is not known.',
      'Requires Linux 4.20 with pressure stall information (psi=1 at boot) and node_exporter 0.18.'
    ),
  ];
}
