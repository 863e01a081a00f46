/** Describes a host by a scrape of node_exporter, and bad states that etcd and kube-state-metrics export. Pure. */
import { formatNumber } from '../../../../core/text/format.ts';
import { joined } from '../look/factTools.ts';
import { hostUse, kernelTrouble } from './hostUse.ts';
import type { Sample, Scrape } from './readScrape.ts';

const NEAR_RATIO = 0.1;
const MAX_NAMED = 3;
/** File systems in memory or of images, which are full by design. */
const NO_DISK = /fstype="(?:tmpfs|devtmpfs|squashfs|overlay|iso9660|ramfs|rootfs)"/;
const MOUNT = /mountpoint="([^"]{1,200})"/;
const BAD_REASON = /reason="(OOMKilled|CrashLoopBackOff|ImagePullBackOff|ErrImagePull|CreateContainerError|Evicted)"/;

/** Describes what is wrong; null if nothing in the scrape says so. */
export function hostTrouble(scrape: Scrape): string | null {
  const { samples } = scrape;
  const leader = samples.find(({ name }) => name === 'etcd_server_has_leader');
  return joined([
    leader?.value === 0 ? 'etcd has no leader: it serves no writes.' : null,
    ...fullDisks(samples), memoryFact(samples), kernelTrouble(scrape), collectorFact(samples), ...reasonFacts(samples),
  ]);
}

/** Describes the load of the host. */
export function hostFacts(scrape: Scrape): string | null {
  return joined([loadFact(scrape), hostUse(scrape)]);
}

function loadFact({ samples }: Scrape): string | null {
  const load = samples.find(({ name }) => name === 'node_load1')?.value;
  const cpus = samples.filter(({ name, labelText }) =>
    /^node_cpu(?:_seconds_total)?$/.test(name) && /mode="idle"/.test(labelText)).length;
  return load === undefined ? null
    : `The load of the host is ${formatNumber(load)}${cpus === 0 ? '' : ` on ${cpus} CPU${cpus === 1 ? '' : 's'}`}.`;
}

function fullDisks(samples: readonly Sample[]): string[] {
  const sizes = new Map(samples.flatMap(({ name, labelText, value }): [string, number][] =>
    (/^node_filesystem_size(?:_bytes)?$/.test(name) ? [[labelText, value]] : [])));
  return samples.flatMap(({ name, labelText, value }) => {
    const size = /^node_filesystem_avail(?:_bytes)?$/.test(name) ? sizes.get(labelText) ?? 0 : 0;
    const mount = MOUNT.exec(labelText)?.[1];
    return mount === undefined || !(size > 0) || value >= NEAR_RATIO * size || NO_DISK.test(labelText) ? []
      : [{ mount, ratio: value / size }];
  }).sort((a, b) => a.ratio - b.ratio).slice(0, MAX_NAMED)
    .map(({ mount, ratio }) => `The file system ${mount} has ${formatNumber(100 * ratio)} % left.`);
}

function memoryFact(samples: readonly Sample[]): string | null {
  const value = (pattern: RegExp): number => samples.find(({ name }) => pattern.test(name))?.value ?? NaN;
  const ratio = value(/^node_memory_MemAvailable(?:_bytes)?$/) / value(/^node_memory_MemTotal(?:_bytes)?$/);
  return ratio < NEAR_RATIO ? `${formatNumber(100 * (1 - ratio))} % of the memory of the host is in use.` : null;
}

function collectorFact(samples: readonly Sample[]): string | null {
  const failed = samples.flatMap(({ name, labelText, value }) =>
    (name === 'node_scrape_collector_success' && value === 0
      ? /collector="([^"]{1,60})"/.exec(labelText)?.[1] ?? [] : []));
  return failed.length === 0 ? null : `The collector${failed.length === 1 ? '' : 's'} ${
    failed.slice(0, MAX_NAMED).join(', ')}${failed.length > MAX_NAMED ? ` and ${failed.length - MAX_NAMED} more` : ''
  } of node_exporter failed.`;
}

/** Names the pods in a bad state, by its reason. */
function reasonFacts(samples: readonly Sample[]): string[] {
  const pods = new Map<string, Set<string>>();
  for (const { name, labelText, value } of samples) {
    const reason = name.startsWith('kube_pod_') && value === 1 ? BAD_REASON.exec(labelText)?.[1] : undefined;
    const pod = /(?:^|,)pod="([^"]{1,253})"/.exec(labelText)?.[1];
    if (reason === undefined || pod === undefined) continue;
    pods.set(reason, (pods.get(reason) ?? new Set<string>()).add(pod));
  }
  return [...pods].slice(0, MAX_NAMED).map(([reason, names]) => `${reason}: pod${names.size === 1 ? '' : 's'} ${
    [...names].slice(0, MAX_NAMED).join(', ')}${names.size > MAX_NAMED ? ` and ${names.size - MAX_NAMED} more` : ''}.`);
}
