/** Describes pods of lists such as those of `kubectl get pods`, the gravest first. Pure. */
import { quoted } from '../../look/factTools.ts';
import { deletedAtOnce, deletedPods } from './listed/freshPods.ts';
import { podRowsOf } from './podRows.ts';

export const POD_HEADER =
  /^(?:.{0,60}[\])>|:] {0,4})?(?:NAMESPACE\s+)?NAME\s+READY\s+STATUS\s+RESTARTS\s+AGE/m;
/** A row with custom columns: the reason and the message of the status. */
const EVICTED = /^\S{1,253}\s.{0,200}\bEvicted\s{1,60}\S{1,253}\s{1,60}((?:Pod )?The node .{1,300})/;
/** The line below the header of a table in Markdown. */
const RULER = /^[\s|:+-]{3,400}$/;
const MAX_LOOKED_AT = 300;

/** `statuses`: those of the rows in their order; empty if the rows state only restarts. */
interface Pod { name: string; statuses: string[]; restarts: number; ready: string | null; age: string | null }

function podsOf(lines: readonly string[]): Pod[] {
  const pods = new Map<string, Pod>();
  for (const { name, status, restarts, ready = null, age = null } of podRowsOf(lines).rows) {
    const pod: Pod = pods.get(name) ?? { name, statuses: [], restarts: 0, ready, age };
    pods.set(name, pod);
    [pod.ready, pod.age] = [ready, age];
    if (status !== null && pod.statuses.at(-1) !== status) pod.statuses.push(status);
    pod.restarts = Math.max(pod.restarts, restarts ?? 0);
  }
  return [...pods.values()];
}

/** Whether most lines are rows of pods, without need of a header. */
export function isMostlyPods(lines: readonly string[]): boolean {
  const some = lines.slice(0, MAX_LOOKED_AT).filter((line) => !RULER.test(line));
  const { rows, headers } = podRowsOf(some);
  const evicted = some.filter((line) => EVICTED.test(line)).length;
  return rows.length + evicted > 0 && (rows.length + headers + evicted) * 2 > some.length;
}

/** Whether somebody wrote the list as a table or as items of Markdown. */
export const isMarkedUp = (lines: readonly string[]): boolean =>
  lines.slice(0, MAX_LOOKED_AT).some((line) => /^\s{0,8}(?:\|.{1,500}\||[-*+\u2022] \S)|^-{3,} \| -/.test(line));

/** Returns the first lines as they are written: a row of a table without bars at its sides looks like a log's. */
export const writtenLines = (text: string): string[] =>
  text.split('\n', MAX_LOOKED_AT).filter((line) => line.trim() !== '');

function evicted(lines: readonly string[]): string | null {
  const why = lines.flatMap((line) => EVICTED.exec(line)?.[1]?.trim() ?? []);
  return why.length === 0 ? null
    : `Kubernetes evicted ${why.length === 1 ? 'a pod' : `${why.length} pods`}: ${quoted(why[0] ?? '')}.`;
}

const MAX_SAID = 4;
const isWell = (status: string | undefined): boolean => /^(?:Running|Completed|Succeeded)$/.test(status ?? 'Running');
const ENDED = /^(?:Init:)?(?:Error|Failed|RunContainerError|ContainerStatusUnknown)$/;

/** Ranks a pod: a crash loop, a kill for memory, a crash, what does not start, restarts, a job that failed. */
function rankOf({ statuses, restarts }: Pod): number {
  const status = statuses.at(-1);
  if (status === undefined || isWell(status)) return 5;
  if (status.endsWith('CrashLoopBackOff')) return 0;
  if (status.endsWith('OOMKilled')) return 1;
  if (ENDED.test(status)) return restarts > 0 ? 2 : 6;
  return /^(?:Pending|Terminating|ContainerCreating|PodInitializing|Init:\d)/.test(status) ? 4 : 3;
}

/** Returns pods that do not run, have restarted, or changed while they were watched; the gravest first. */
function badOf(pods: readonly Pod[]): Pod[] {
  return pods.filter(({ statuses, restarts }) => statuses.length > 1 || !isWell(statuses[0]) || restarts > 0)
    .sort((a, b) => rankOf(a) - rankOf(b) || b.restarts - a.restarts);
}

/** Says how often a pod was started again; '' for none. */
const restartsOf = (restarts: number): string =>
  (restarts === 0 ? '' : `, with ${restarts} ${restarts === 1 ? 'restart' : 'restarts'}`);

function clauseOf(pod: Pod): string {
  const { name, statuses, restarts } = pod;
  const [status] = statuses;
  const deleted = deletedAtOnce(pod);
  return status === undefined ? `${name} has restarted ${restarts === 1 ? 'once' : `${restarts} times`}`
    : statuses.length > 1 ? `${name} went from ${statuses.slice(0, 6).join(' to ')}${restartsOf(restarts)}`
      : `${name} is ${status}${deleted === null ? '' : ` ${deleted}`}${restartsOf(restarts)}`;
}

/** Describes the pods after the first ones, which may all be in one state. */
function othersOf(others: readonly Pod[]): string {
  const states = new Set(others.map(({ statuses }) => statuses.join()));
  const [state = ''] = states;
  const many = `${others.length} more ${others.length === 1 ? 'pod is' : 'pods are'}`;
  if (states.size === 1 && state !== '' && !state.includes(',') && others.every(({ restarts }) => restarts === 0))
    return `; ${many} ${state}, without a restart`;
  return others.length === 0 ? ''
    : others.length === 1 ? `; ${many} not well or has restarted` : `; ${many} not well or have restarted`;
}

/** Returns what the list shows of pods that are not well; else that all run. */
export function podFacts(lines: readonly string[]): string | null {
  const pods = podsOf(lines);
  if (pods.length === 0) return evicted(lines);
  const bad = badOf(pods);
  if (bad.length === 0) return pods.length === 1 ? 'Its pod runs without a restart.'
    : `Its ${pods.length} pods run without a restart.`;
  const deleted = deletedPods(pods);
  return `${bad.slice(0, MAX_SAID).map(clauseOf).join('; ')}${othersOf(bad.slice(MAX_SAID))}.${
    deleted === null ? '' : ` ${deleted}`}`;
}

/** Pods of a list beside other outputs: what it shows of them, which are in a crash loop, and which are named. */
export interface ListedPods { facts: string; looping: ReadonlySet<string>; named: readonly string[] }

/** Returns the pods of a text that are not well; null if it lists none. */
export function listedPods(lines: readonly string[]): ListedPods | null {
  const bad = badOf(podsOf(lines));
  const facts = bad.length === 0 ? null : podFacts(lines);
  return facts === null ? null : {
    facts, looping: new Set(bad.flatMap((one) => (rankOf(one) === 0 ? [one.name] : []))),
    named: bad.slice(0, MAX_SAID).map(({ name }) => name),
  };
}
