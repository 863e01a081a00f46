/** Describes how busy a host is, by the counters of node_exporter since the boot, in old and new names. Pure. */
import { formatBytes, formatNumber, timesText } from '../../../../core/text/format.ts';
import { joined } from '../look/factTools.ts';
import type { Sample, Scrape } from './readScrape.ts';

/** Modes that are part of another one, and modes in which a processor has nothing to run. */
const COUNTED_TWICE = /mode="guest(?:_nice)?"/;
const NOT_BUSY = /mode="(?:idle|iowait)"/;
/** Share of segments sent again from which a network path is called poor. */
const MANY_RETRANSMITS_RATIO = 0.02;
const MIN_SEGMENTS = 10_000;
/** Processes that the kernel killed for want of memory. */
export const OOM_KILLS = /^node_vmstat_oom_kill$/;
/** Less memory than this share is told as trouble elsewhere. */
const NEAR_RATIO = 0.1;

/** Describes processors and memory; null for a scrape of another program. */
export function hostUse({ samples }: Scrape): string | null {
  const seconds = samples.filter(({ name, labelText }) =>
    /^node_cpu(?:_seconds_total)?$/.test(name) && !COUNTED_TWICE.test(labelText));
  const all = sumOf(seconds);
  const busy = sumOf(seconds.filter(({ labelText }) => !NOT_BUSY.test(labelText)));
  const wait = sumOf(seconds.filter(({ labelText }) => /mode="iowait"/.test(labelText)));
  const total = valueOf(samples, /^node_memory_MemTotal(?:_bytes)?$/);
  const available = valueOf(samples, /^node_memory_MemAvailable(?:_bytes)?$/);
  return joined([
    busy > 0 && busy < all
      ? `Its CPUs were ${percent(busy / all)} busy since the boot${
        wait / all >= 0.01 ? `, and waited ${percent(wait / all)} of the time for disks` : ''}.` : null,
    total > 0 && available >= NEAR_RATIO * total
      ? `${percent(available / total)} of ${formatBytes(total)} of memory is available.` : null,
  ]);
}

/** Describes counters of the kernel that show trouble since the boot. */
export function kernelTrouble({ samples }: Scrape): string | null {
  const kills = valueOf(samples, OOM_KILLS);
  const again = valueOf(samples, /^node_netstat_Tcp_RetransSegs$/);
  const sent = valueOf(samples, /^node_netstat_Tcp_OutSegs$/);
  return joined([
    kills > 0 ? `The kernel’s OOM killer ended a process ${timesText(kills)} since the boot (node_vmstat_oom_kill): `
      + 'dmesg shows which.' : null,
    sent >= MIN_SEGMENTS && again / sent >= MANY_RETRANSMITS_RATIO
      ? `TCP sent ${percent(again / sent)} of its segments again since the boot: a poor network path.` : null,
  ]);
}

const sumOf = (samples: readonly Sample[]): number => samples.reduce((sum, { value }) => sum + value, 0);
const valueOf = (samples: readonly Sample[], pattern: RegExp): number =>
  samples.find(({ name }) => pattern.test(name))?.value ?? NaN;
const percent = (ratio: number): string => `${formatNumber(100 * ratio)} %`;
