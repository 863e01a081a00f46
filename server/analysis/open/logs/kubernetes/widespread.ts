/** Reports probes that failed in many pods of a cluster at about the same time, which are one problem. Pure. */
import type { PodEvent } from './podEvents.ts';

const FAILED = /\b(?:Liveness|Startup|Readiness) probe (?:failed|errored|timed out)/;
const WINDOW_SECONDS = 3600;
/** Fewer pods or namespaces may each have a trouble of their own. */
const MIN_PODS = 4;
const MIN_NAMESPACES = 3;
const MAX_NAMED = 3;
const MAX_EVENTS = 500;
/** Pods that hold the state of the cluster or its metrics; their helpers are of less interest. */
const HOLDS_DATA = new RegExp(String.raw`(?:^|-)(?:etcd|prometheus|thanos|mimir|cortex|loki|tempo|victoria|vmstorage`
  + '|vmsingle|influxdb|clickhouse|postgres(?:ql)?|timescaledb|questdb|m3db|m3dbnode|kube-apiserver)'
  + String.raw`(?:-|\d|$)`);
const IS_HELPER = /exporter|operator|adapter|canary|gateway|agent/;

/** Returns how many probes failed in how many namespaces, and when; null without that many at about one time. */
export function widespreadProbes(events: readonly PodEvent[]): string | null {
  const failed = events.filter(({ reason, message, pod, namespace, lastSeconds }) => reason === 'Unhealthy'
    && FAILED.test(message) && pod !== '' && namespace !== '' && Number.isFinite(lastSeconds))
    .toSorted((a, b) => a.lastSeconds - b.lastSeconds).slice(0, MAX_EVENTS);
  const own = failed.map(({ lastSeconds: from }) => failed.filter(({ lastSeconds }) =>
    lastSeconds >= from && lastSeconds <= from + WINDOW_SECONDS))
    .reduce<readonly PodEvent[]>((most, one) => (one.length > most.length ? one : most), []);
  const pods = [...new Set(own.map(({ namespace, pod }) => `${namespace}/${pod}`))];
  const namespaces = new Set(own.map(({ namespace }) => namespace)).size;
  const [last, first] = [own[0]?.age ?? '', own.at(-1)?.age ?? ''];
  if (pods.length < MIN_PODS || namespaces < MIN_NAMESPACES) return null;
  const data = pods.map((pod) => pod.split('/')[1] ?? '').filter((pod) => HOLDS_DATA.test(pod) && !IS_HELPER.test(pod))
    .slice(0, MAX_NAMED);
  const names = data.length < 2 ? data.join('') : `${data.slice(0, -1).join(', ')} and ${data.at(-1) ?? ''}`;
  return `${own.length} events say that probes of ${pods.length} pods in ${namespaces} namespaces failed, last seen ${
    first === last ? first : `${last} to ${first}`} ago${
    names === '' ? '' : `, among them those of ${names}`}: so many at `
    + 'about one time are rather one trouble of the cluster than one of each pod. See its nodes (kubectl get nodes, '
    + 'kubectl top nodes), its network and etcd at that time, then which pods are not ready now.';
}
