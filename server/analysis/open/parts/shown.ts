/**
 * Adds to what a text is what stands beside it: the version of its program, the program of a scrape, the state of
 * services and nodes. Pure.
 */
import { joined } from '../look/factTools.ts';
import type { Recognized } from '../look/recognized.ts';
import { withSoftLimit } from '../structure/memoryLimiter.ts';
import { containerPlaces } from './containerPlaces.ts';
import { withFamily } from './families.ts';
import { ERROR, gravityOf } from './gravity.ts';
import { serviceStates } from './serviceStates.ts';
import { otherVersions } from './otherVersions.ts';
import { withOwnLimit } from './prose/nodeMemory.ts';
import { besideProfile } from './prose/residentMemory.ts';
import { versionInProse } from './prose/versions.ts';
import { isHere } from './prose/versionWords.ts';

const VERSION = String.raw`v?(\d{1,4}\.\d{1,4}(?:\.\d{1,4})?(?:-(?:rc|beta|alpha)\.?\d{1,3})?)(?![\w.]*\d)`;
/** Images of programs, by the last parts of their names. */
const IMAGES: Readonly<Record<string, string>> = {
  Prometheus: '(?:prom|prometheus|bitnami)/prometheus', Thanos: 'thanos(?:io)?/thanos', Mimir: 'grafana/mimir',
  Loki: 'grafana/loki', Tempo: 'grafana/tempo', Grafana: 'grafana/grafana(?:-oss)?', Alertmanager: 'prom/alertmanager',
  etcd: '(?:coreos|bitnami|google_containers|kube-state)?/?etcd', InfluxDB: 'influxdb',
  VictoriaMetrics: 'victoriametrics/(?:victoria-metrics|vm\\w{2,12})',
};
/** The binaries of programs that have another name. */
const BINARIES: Readonly<Record<string, string>> = {
  VictoriaMetrics: 'victoria-metrics', VictoriaLogs: 'victoria-logs',
};
/** Formats of Kubernetes that show a server, without its name. */
const OF_PODS: ReadonlySet<string> = new Set(['kubectl-pods', 'pod-list', 'kubectl-describe', 'kubectl-events']);
/** Formats of messages without a page. */
const MESSAGES: ReadonlySet<string> = new Set(['known-messages', 'go-panic', 'go-stacks', 'victoriametrics-error']);
const SERVERS = ['Prometheus', 'Thanos', 'Mimir', 'Loki', 'VictoriaMetrics', 'InfluxDB'];
const RUNTIMES: ReadonlySet<string> = new Set(['Go', 'Python', 'Java', 'Node.js']);
/** Number of first characters that are searched. */
const MAX_CHARS = 256 * 1024;
const MAX_TOLD = 3;
/** Number of characters behind a version that may tell of what it is. */
const MAX_LINE = 100;

/** Returns `whole` with what the rest of the text shows of it. */
export function withShown(whole: Recognized, text: string): Recognized {
  const head = text.slice(0, MAX_CHARS);
  const one = whole.format === 'metrics' ? ofProse(whole, head) : OF_PODS.has(whole.format) ? ofImage(whole, head)
    : versioned(withFamily(besideProfile(whole, head), head), head);
  if ((one.door !== 'log' && one.door !== null) || one.format === 'unknown') return one;
  const named = { ...one, interest: withOwnLimit(withSoftLimit(one.interest, head), head) };
  // A list of nodes alone says it itself.
  const isNew = (state: string | null): boolean => state !== null && named.interest?.includes(state) !== true;
  const [nodes, services] = [named.format === 'kubectl-nodes' ? null : nodeStates(head), serviceStates(head)]
    .map((state) => (isNew(state) ? state : null));
  const versions = named.door === 'log' ? otherVersions(head, `${named.name} ${named.interest ?? ''}`) : null;
  const places = containerPlaces(head);
  if ((nodes ?? services ?? versions ?? places ?? null) === null) return named;
  // What is worse than a node that is not ready comes first; that services run is the state if nothing went wrong.
  const gravity = gravityOf(named.interest);
  const before = [gravity <= ERROR ? nodes : null, gravity === 0 ? places : null, gravity === 0 ? services : null];
  const after = [
    gravity <= ERROR ? null : nodes, gravity === 0 ? null : places, gravity === 0 ? null : services, versions,
  ];
  return { ...named, interest: joined([...before, named.interest, ...after].map((part) => part ?? null)) };
}

/** Adds the only version that an image or words such as `etcd version 3.2.24` state of the program. */
function versioned(whole: Recognized, text: string): Recognized {
  const { program, version, name, door, format } = whole;
  if ((door !== 'log' && !MESSAGES.has(format)) || program === null || version !== null) return whole;
  const found = versionOf(program, text) ?? versionInProse(program, text);
  return found === null ? whole
    : { ...whole, version: found, name: name.replace(program, () => `${program} ${found}`) };
}

function versionOf(program: string, text: string): string | null {
  const image = IMAGES[program];
  const escaped = program.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const patterns = [
    ...image === undefined ? [] : [new RegExp(`(?:^|[\\s/"'=\x60(])${image}:${VERSION}`, 'gm')],
    // The folder of a release, and what VictoriaMetrics prints as its version.
    new RegExp(`(?:^|[\\s"'/~])${escaped}-${VERSION}\\.(?:linux|darwin|windows|freebsd)-`, 'gim'),
    new RegExp(`(?:^|[\\s"'])${BINARIES[program] ?? escaped}-\\d{8}-\\d{6}-(?:tags-)?${VERSION}`, 'gim'),
    new RegExp(`(?:^|[\\s"'*])${escaped}(?:[ \\t]+server)?,?[ \\t]+[vV]ersion\\W{1,4}${VERSION}`, 'gim'),
  ];
  const found = new Set(patterns.flatMap((pattern) => [...text.matchAll(pattern)]
    .filter((match) => pattern !== patterns.at(-1) || isHereInLine(text, match))
    .map(([, version = '']) => version)));
  const [only] = found;
  return found.size === 1 && only !== undefined ? only : null;
}

/** Whether a version in words is that of the text, and not of a fix or an update. */
function isHereInLine(text: string, { 0: { length }, index }: RegExpExecArray): boolean {
  const from = text.lastIndexOf('\n', index - 1) + 1;
  return isHere(text.slice(from, index + length + MAX_LINE), index - from, index - from + length);
}

/** Names the server whose image a list of pods has beside it, if it is the only one. */
function ofImage(whole: Recognized, text: string): Recognized {
  if (whole.program !== null) return whole;
  const found = SERVERS.flatMap((program) => {
    const name = `["']?(?:\\S{1,100}/)?${IMAGES[program] ?? ''}`;
    // An image that could not be pulled shows no server.
    const image = new RegExp(`(?<!pull )\\bimage:? {1,20}${name}:${VERSION}`, 'gim');
    const versions = new Set([...text.matchAll(image)].map(([, version = '']) => version));
    return [...versions].map((version) => ({ program, version }));
  });
  const [only] = found;
  return only === undefined || found.length > 1 ? whole
    : { ...whole, ...only, name: `${whole.name}, with ${only.program} ${only.version}` };
}

/** Names the program of a scrape that shows only its runtime, if one sentence beside it has both. */
function ofProse(whole: Recognized, text: string): Recognized {
  const { program, version, name } = whole;
  if (program === null || !RUNTIMES.has(program)) return whole;
  const sentences = text.split('\n')
    .filter((line) => /\/metrics\b/.test(line) && !/^\s*(?:# |[a-z_]\w*[{ ])/.test(line));
  const found = Object.keys(IMAGES).filter((one) => one !== 'Prometheus'
    && sentences.some((line) => new RegExp(`\\b${one}\\b`, 'i').test(line)));
  const [only] = found;
  const of = version === null ? program : `${program} ${version}`;
  return only === undefined || found.length > 1 ? whole
    : { ...whole, program: only, version: null, name: name.replace(`(${of})`, () => `(${only}, ${of})`) };
}

const NODE = /^(\S{1,200})\s+(NotReady\S{0,40})\s+\S{1,200}\s+\S{1,12}\s+(v\d{1,3}\.\d{1,3}\S{0,40})/gm;

/** Returns the nodes that a list of kubectl get shows as not ready, with their version. */
function nodeStates(text: string): string | null {
  const nodes = [...text.matchAll(NODE)].map(([, name, state, version]) => ({ name, state, version }));
  if (nodes.length === 0) return null;
  const silent = /Kubelet stopped posting node status/.test(text) ? ': its kubelet stopped posting its status' : '';
  return nodes.slice(0, MAX_TOLD).map(({ name, state, version }) =>
    `The node ${name} (${version}) is ${state}${nodes.length === 1 ? silent : ''}.`).join(' ');
}
