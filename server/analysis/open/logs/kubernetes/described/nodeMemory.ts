/** Reports the memory requests of a described node's pods, next to a kill because its memory ran out. Pure; bounded. */
import { joined } from '../../../look/factTools.ts';

const RAN_OUT = /\bSystemOOM\b|\bglobal_oom\b|\bOut of memory: Kill|^[ \t]{1,8}MemoryPressure[ \t]{1,40}True\b/m;
const ALLOCATED = /^Allocated resources:[ \t]*$/gm;
const MEMORY =
  /^[ \t]{1,8}memory[ \t]{1,40}(\S{1,20}) \((\d{1,5})%\)[ \t]{1,40}(\S{1,20}) \((\d{1,5})%\)/m;
const VALUE = String.raw`\S{1,20} \(\d{1,5}%\)[ \t]{1,40}`;
/** A pod of the node: its namespace and name, CPU, then the request and the limit of its memory. */
const POD = new RegExp(String.raw`^[ \t]{1,8}([a-z0-9-]{1,63})[ \t]{1,80}([a-z0-9][\w.-]{1,252})[ \t]{1,80}`
  + String.raw`(?:${VALUE}){2}(\S{1,20}) \(\d{1,5}%\)[ \t]{1,40}(\S{1,20}) \(\d{1,5}%\)`, 'gm');
const NAME = /^(?:Name:[ \t]{1,60}|[ \t]{1,8}Hostname:[ \t]{1,60})(\S{1,253})[ \t]*$/m;
const NO_PRESSURE = /^[ \t]{1,8}MemoryPressure[ \t]{1,40}False\b/m;
const KILLED = /\bSystemOOM\b|\bglobal_oom\b|\bOut of memory: Kill/;
const MAX_AHEAD = 1000;
const MAX_PODS = 1000;
const MAX_NAMED = 2;

/** Returns the requests and limits of the pods, and those without a limit; null if the memory did not run out. */
export function nodeMemory(text: string): string | null {
  const places = [...text.matchAll(ALLOCATED)].map(({ index }) => index);
  const [at, other] = places;
  if (at === undefined || other !== undefined || !RAN_OUT.test(text)) return null;
  const [, requests, requestShare, limits, limitShare] = MEMORY.exec(text.slice(at, at + MAX_AHEAD)) ?? [];
  if (requests === undefined) return null;
  const pods = [...text.slice(0, at).matchAll(POD)].slice(0, MAX_PODS)
    .map(([, namespace = '', name = '', request = '', limit = '']) => ({ namespace, name, request, limit }));
  // Those of the cluster itself are few and small.
  const rank = (pod: { namespace: string; request: string }): number =>
    Number(pod.namespace === 'kube-system') * 2 + Number(pod.request !== '0');
  const open = pods.filter(({ limit }) => limit === '0').toSorted((a, b) => rank(a) - rank(b));
  const more = open.length - MAX_NAMED;
  const named = `${open.slice(0, MAX_NAMED).map(({ name }) => name).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const name = NAME.exec(text)?.[1];
  return joined([
    `The pods of the node${name === undefined ? '' : ` ${name}`} request ${requests} of its memory (${
      requestShare} %), with limits of ${limits} (${limitShare} %).`,
    open.length === 0 ? null : `${open.length} of the ${pods.length} pods listed ${
      open.length === 1 ? 'has' : 'have'} no memory limit (${named}): give them requests and limits, or place them `
      + 'elsewhere.',
    NO_PRESSURE.test(text) && KILLED.test(text)
      ? 'Its condition MemoryPressure is False: the kernel killed before Kubernetes evicted pods.' : null,
  ]);
}
