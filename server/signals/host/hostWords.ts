/** The host in words and figures, and what to switch on where it is not watched. */
import type { Figure, HostView, MissingInput } from '../../../core/contract/contract.ts';
import type { Role, RoleWindow } from '../../metrics/roleNames.ts';
import type { HostCpu } from './hostRates.ts';
import { presentValues } from '../counterSteps.ts';
import { quantile, sortedFinite } from '../../statistics/statistics.ts';
import { countText } from '../../../core/text/wording.ts';

/** A core above this has nothing left to give. */
export const FULL_RATIO = 0.95;
/** What brings the host's figures, as a sentence. */
const SWITCH_ON = 'Name the node_exporter of its host beside the target in the configuration: node_exporter: http://HOST:9100, or auto for port 9100 on the target’s host.';

/** Why the host is not known in this window and what to do: the advice differs where a node_exporter is configured. */
export function hostRemedy(window: RoleWindow): string {
  return window.role('nodeUp') === undefined ? SWITCH_ON
    : 'The node_exporter beside this target does not tell it, or did not answer: see its state on the page Scrapes.';
}

export function hostSentence({ state, asked, answered, cpu, weights }: Pick<HostView, 'state' | 'asked' | 'answered'> & { cpu: HostCpu; weights: Float64Array }): string {
  if (state === 'off') return `The host was not watched in this window. ${SWITCH_ON}`;
  if (state === 'down') return `The node_exporter beside this target gave nothing in this window (${countText(asked, 'try')}): cores, disks and memory of the host are not known.`.replace('trys', 'tries');
  const unanswered = answered < asked ? ` Of ${asked} tries ${asked - answered} failed.` : '';
  const meanCores = weightedMean(cpu.busyCores, weights);
  const full = weightedMean(cpu.hottest.map((ratio) => (Number.isNaN(ratio) ? NaN : Number(ratio >= FULL_RATIO))), weights);
  if (meanCores === null || full === null) return `The node_exporter beside this target answered ${countText(answered, 'time')}; a rate takes two.${unanswered}`;
  const fullWords = full === 0 ? 'none was full at any time' : `one at least was full (${100 * FULL_RATIO} % and more) in ${percentText(full)} of the time`;
  return `Of the host’s ${countText(cpu.cores.length, 'core')} ${meanCores.toFixed(2)} were busy on average; ${fullWords}.${unanswered}`;
}

interface HostRatesByRow { read: Float64Array; written: Float64Array; diskBusy: Float64Array; cpuPressure: Float64Array; ioPressure: Float64Array; memoryPressure: Float64Array; swapped: Float64Array }

/** Mean over the rows that have a value, by the time each covers; null without one. */
export function weightedMean(values: Float64Array, weights: Float64Array): number | null {
  let sum = 0;
  let seconds = 0;
  values.forEach((value, row) => {
    if (Number.isNaN(value) || !(weights[row] > 0)) return;
    sum += value * weights[row];
    seconds += weights[row];
  });
  return seconds > 0 ? sum / seconds : null;
}

/** Means over the time that has a value, with the extremes; figures without one are left out. */
export function hostFigures(window: RoleWindow, cpu: HostCpu, rates: HostRatesByRow, weights: Float64Array): Figure[] {
  const names = (...roles: Role[]): string[] => [...new Set(roles.flatMap((role) => window.role(role)?.names ?? []))];
  const spread = (values: ArrayLike<number>): Pick<Figure, 'value' | 'low' | 'high'> => {
    const sorted = sortedFinite(values);
    return { value: sorted.length === 0 ? null : sorted.reduce((sum, one) => sum + one, 0) / sorted.length, low: quantile(sorted, 0), high: quantile(sorted, 1) };
  };
  const gauge = (name: string, role: Role): Figure => {
    const series = window.role(role);
    return { name, ...spread(series === undefined ? [] : presentValues(series)), unit: 'bytes', from: names(role), note: 'mean; low and high are the extremes of the window' };
  };
  const rate = (name: string, values: Float64Array, unit: Figure['unit'], note: string, ...roles: Role[]): Figure => ({ name, ...spread(values), value: weightedMean(values, weights), unit, from: names(...roles), note });
  const figures: Figure[] = [
    rate('Host, cores busy', cpu.busyCores, 'cores', `of ${cpu.cores.length}; neither idle nor waiting for a disk, all processes`, 'hostCpuSeconds'),
    rate('Host, busiest core', cpu.hottest, 'ratio', 'of each scrape', 'hostCpuSeconds'),
    rate('Host, taken by the hypervisor', cpu.stolenCores, 'cores', 'steal: the host was ready and got no core', 'hostCpuSeconds'),
    rate('Host, disks read', rates.read, 'bytesPerSecond', 'whole disks, all processes', 'hostDiskReadBytes'),
    rate('Host, disks written', rates.written, 'bytesPerSecond', 'whole disks, all processes', 'hostDiskWrittenBytes'),
    rate('Host, busiest disk', rates.diskBusy, 'ratio', 'share of the time with something to do; a disk that works in parallel can take more at 1', 'hostDiskBusySeconds'),
    gauge('Host, page cache', 'hostCachedBytes'), gauge('Host, memory free', 'hostFreeBytes'), gauge('Host, memory available', 'hostAvailableBytes'), gauge('Host, swap in use', 'hostSwapUsedBytes'),
    rate('Host, swapped in and out', rates.swapped, 'bytesPerSecond', 'pages of 4 KiB', 'hostSwappedInPages', 'hostSwappedOutPages'),
    rate('Host, waiting for a core', rates.cpuPressure, 'ratio', 'share of the time in which some task waited', 'hostCpuPressureSeconds'),
    rate('Host, waiting for a disk', rates.ioPressure, 'ratio', 'share of the time in which some task waited', 'hostIoPressureSeconds'),
    rate('Host, waiting for memory', rates.memoryPressure, 'ratio', 'share of the time in which some task waited', 'hostMemoryPressureSeconds'),
  ];
  return figures.filter(({ value }) => value !== null);
}

/** What this node_exporter lacks that panels would use. */
export function hostMissing(window: RoleWindow): MissingInput[] {
  const lacks = (role: Role, costs: string, remedy: string): MissingInput[] => (window.role(role) === undefined ? [{ names: window.expectedNames(role).slice(0, 1), costs, remedy }] : []);
  return [
    ...lacks('hostCpuSeconds', 'Cores are not shown.', 'Do not switch off its cpu collector.'),
    ...lacks('hostDiskReadBytes', 'Disks are not shown.', 'Do not switch off its diskstats collector.'),
    ...lacks('hostCachedBytes', 'Page cache and memory are not shown.', 'Do not switch off its meminfo collector.'),
    ...lacks('hostCpuPressureSeconds', 'How long tasks waited for a core, a disk or memory is not known.', 'It takes Linux 4.20 with pressure stall information (psi=1 at boot) and node_exporter 0.18.'),
  ];
}

function percentText(share: number): string {
  return share < 0.01 ? 'less than 1 %' : `${Math.round(100 * share)} %`;
}
