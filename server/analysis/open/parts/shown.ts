/**
 * Adds to what a text is what stands beside it: the version of its program, the program of a scrape, the state of
 * services and nodes. Pure.
 */
import { allIn, fits } from '../../../../core/text/prefilter/fits.ts';
import { moduleVersion } from '../logs/crashes/stackVersions.ts';
import { IMAGES } from '../logs/naming/programTable.ts';
import { joined } from '../look/factTools.ts';
import type { Recognized } from '../look/recognized.ts';
import { withSoftLimit } from '../structure/memoryLimiter.ts';
import { containerPlaces } from './containerPlaces.ts';
import { withFamily } from './families.ts';
import { ERROR, gravityOf } from './gravity.ts';
import { serviceStates } from './serviceStates.ts';
import { otherVersions } from './otherVersions.ts';
import { versionOfChange } from './prose/changedVersions.ts';
import { besideTables } from './prose/beforeAfter.ts';
import { besideGoroutines } from './prose/countedGoroutines.ts';
import { withComponent, withProgram } from './prose/namedPrograms.ts';
import { withOwnLimit } from './prose/nodeMemory.ts';
import { besideProcess, besideProfile } from './prose/residentMemory.ts';
import { versionInProse } from './prose/versions.ts';
import { statedVersion, VERSION } from './prose/statedVersions.ts';

/** Formats of Kubernetes that show a server, without its name. */
const OF_PODS: ReadonlySet<string> = new Set(['kubectl-pods', 'pod-list', 'kubectl-describe', 'kubectl-events']);
/** Formats without a page that come from a program as it runs. */
const MESSAGES: ReadonlySet<string> = new Set([
  'known-messages', 'go-panic', 'go-stacks', 'victoriametrics-error', 'error-message', 'exception', 'java-exception',
  'rust-panic',
  'refused-configuration', 'read-only-storage', 'query-answer', 'influx-answer', 'tsdb-status', 'server-state',
]);
const SERVERS = ['Prometheus', 'Thanos', 'Mimir', 'Loki', 'VictoriaMetrics', 'InfluxDB'];
const RUNTIMES: ReadonlySet<string> = new Set(['Go', 'Python', 'Java', 'Node.js']);
/** Number of first characters that are searched. */
const MAX_CHARS = 256 * 1024;
const MAX_TOLD = 3;

const withFigures = (whole: Recognized, head: string): Recognized =>
  besideTables(besideGoroutines(besideProcess(besideProfile(whole, head), head), head), head);

/** Returns `whole` with what the rest of the text shows of it. */
export function withShown(whole: Recognized, text: string): Recognized {
  const head = text.slice(0, MAX_CHARS);
  const one = whole.format === 'metrics' ? ofProse(whole, head) : OF_PODS.has(whole.format) ? ofImage(whole, head)
    : withComponent(versioned(withProgram(withFamily(withFigures(whole, head), head), head), head), head);
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

/** A version of which only the first number is known, as from the path of a module. */

/** Adds the only version that an image or words such as `etcd version 3.2.24` state of the program. */
function versioned(whole: Recognized, text: string): Recognized {
  const { program, version, name, door, format } = whole;
  const isMajor = version?.endsWith('.x') === true;
  if (program === null || (version !== null && !isMajor)) return whole;
  if (door !== 'log' && !MESSAGES.has(format) && !(door === 'profile' && name.includes(program))) return whole;
  const ofModule = moduleVersion(program, text) ?? null;
  const exact = ofModule?.endsWith('.x') === true ? null : ofModule;
  const found = statedVersion(program, text) ?? exact ?? versionInProse(program, text)
    ?? versionOfChange(program, text) ?? ofModule;
  // The words of another version say nothing of a program whose source shows the major one.
  if (found === null || (isMajor && !found.startsWith(version.slice(0, -1)))) return whole;
  const named = isMajor ? `${program} ${version}` : program;
  return { ...whole, version: found, name: name.replace(named, () => `${program} ${found}`) };
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
  const nodes = allIn(NODE, text).map(([, name, state, version]) => ({ name, state, version }));
  if (nodes.length === 0) return null;
  const silent = fits(/Kubelet stopped posting node status/, text) ? ': its kubelet stopped posting its status' : '';
  return nodes.slice(0, MAX_TOLD).map(({ name, state, version }) =>
    `The node ${name} (${version}) is ${state}${nodes.length === 1 ? silent : ''}.`).join(' ');
}
