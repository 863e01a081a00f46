/** Reads Kubernetes events, as `kubectl describe` and `kubectl get events` print them, by their reasons. Pure. */
import { ageSeconds, joined, quoted } from '../../look/factTools.ts';

/** A row of events, which need no header: from describe, from describe before 1.11, and from get. */
const EVENT = new RegExp([
  /^\s{0,8}(?:Normal|Warning)\s{1,20}[A-Z]\w{2,30}\s{1,20}(?:\d\w{0,10}|<\w{1,10}>)(?: \(x\d{1,9} over \w{1,12}\))?\s/,
  /^\s{0,8}\d\w{0,10}\s{1,20}\d\w{0,10}\s{1,20}\d{1,9}\s{1,20}\S.{0,300}\s(?:Normal|Warning)\s{1,20}[A-Z]\w{2,30}\s/,
  /^(?:[\w-]{1,63}\s{1,60})?(?:\d\w{0,10}|<\w{1,10}>)\s{1,20}(?:Normal|Warning)\s{1,20}[A-Z]\w{2,30}\s{1,40}\w+\/\S/,
  // Columns chosen by the reader: type, reason, object, message.
  /^(?:Normal|Warning)\s{1,20}[A-Z]\w{2,30}\s{1,40}(?:pod|node|deployment|statefulset|job)s?\/\S/,
].map(({ source }) => source).join('|'));

export function isMostlyEvents(lines: readonly string[]): boolean {
  return lines.length > 0 && lines.filter((line) => EVENT.test(line)).length * 2 > lines.length;
}

interface Event { reason: string; message: string; times: number; span: string | null }

const ROW = /(?:^|\s)(?:Normal|Warning)\s{1,20}([A-Z]\w{2,30})\s+(\S.{0,600})/;
const COUNTED = /\(x(\d{1,9}) over (\w{1,12})\)/;
/** Both ages and the count: describe before 1.11 prints the first time first, get prints the last one first. */
const OLD = /^\s{0,8}(\d\w{0,10})\s{1,20}(\d\w{0,10})\s{1,20}(\d{1,9})\s/;
function eventOf(line: string): Event | null {
  const [, reason, rest = ''] = ROW.exec(line) ?? [];
  if (reason === undefined) return null;
  const [, counted, over] = COUNTED.exec(line) ?? [];
  const [, a = '', b = '', count] = counted === undefined ? OLD.exec(line) ?? [] : [];
  const first = count === undefined ? undefined : ageSeconds(a) >= ageSeconds(b) ? a : b;
  // Age and source, or the object, come before the message, in columns.
  const message = rest.replace(COUNTED, '').split(/\s{2,}|\t/).at(-1) ?? rest;
  return { reason, message, times: Number(counted ?? count ?? 1), span: over ?? first ?? null };
}

const often = ({ times, span }: Event): string => (times < 2 ? '' : ` ${times.toLocaleString('en-US')} times${
  span === null ? '' : ` in ${span}`}`);

/** What the kubelet says when it kills a container for a probe; up to 1.13 with the container's runtime and name. */
const PROBE_KILL = new RegExp(
  /(?:[Cc]ontainer ([a-z\d][\w.-]{0,62}) |:\/\/([\w.-]{1,80}):Container )?failed (liveness|startup) probe/.source
    + /(?:, will be restarted|\.{1,2} Container will be)/.source
);

export interface KubeletKill {
  /** `""` if the event names no container. */
  container: string;
  /** The probe that failed; null if Kubernetes stopped the container for another reason. */
  probe: string | null;
  times: number;
  span: string | null;
  /** What the probe got, from the event of a failed probe; null without one. */
  got: string | null;
}

/** When a pod is deleted, evicted or replaced. */
const STOPPED = /^Stopping container ([a-z\d][\w.-]{0,62})\s*$/;

/** Returns the events of containers that the kubelet killed or stopped, those for a failed probe first. */
export function kubeletKills(text: string): KubeletKill[] {
  const events = text.split('\n', MAX_LINES).flatMap((line) => eventOf(line.slice(0, 2000)) ?? []);
  return events.flatMap(({ reason, message, times, span }): KubeletKill[] => {
    if (reason !== 'Killing') return [];
    const stopped = STOPPED.exec(message)?.[1];
    if (stopped !== undefined) return [{ container: stopped, probe: null, times, span, got: null }];
    const [whole, name, oldName, probe = ''] = PROBE_KILL.exec(message) ?? [];
    if (whole === undefined) return [];
    const failed = new RegExp(`^${probe} probe failed: (.{1,300})`, 'i');
    const got = events.map((one) => failed.exec(one.message)?.[1]).find((found) => found !== undefined) ?? null;
    return [{ container: name ?? oldName ?? '', probe, times, span, got }];
  }).sort((a, b) => Number(b.probe !== null) - Number(a.probe !== null) || b.times - a.times);
}

const MAX_LINES = 5000;

interface Row { reason: RegExp; message?: RegExp; says: (event: Event) => string }

/** Sentences by event, the gravest first. Probes are counted separately (`kernelFacts`). */
const ROWS: readonly Row[] = [
  { reason: /^Evicted$/, says: ({ message }) => `Kubernetes evicted it: ${quoted(message)}.` },
  {
    reason: /^(?:Killing|Unhealthy)$/, message: PROBE_KILL,
    says: (event) => {
      const [, name, oldName, probe] = PROBE_KILL.exec(event.message) ?? [];
      const container = name ?? oldName;
      return `Kubernetes killed ${container === undefined ? 'a container' : `the container ${container}`}${
        often(event)} because its ${probe} probe failed.`;
    },
  },
  {
    reason: /^BackOff$/, message: /restarting failed container/,
    says: (event) => `It is in a crash loop: Kubernetes put off the restart of a failed container${
      often(event)} (CrashLoopBackOff).`,
  },
  {
    reason: /^(?:FailedMount|FailedAttachVolume|FailedMapVolume)$/,
    says: (event) => `A volume of it could not be mounted${often(event)}: ${quoted(event.message)}.`,
  },
  {
    reason: /^FailedScheduling$/,
    says: (event) => `No node could take it${often(event)}: ${quoted(event.message)}.`,
  },
  {
    reason: /^(?:Failed|BackOff)$/, message: /pull/i,
    says: (event) => `Its image could not be pulled${often(event)}: ${quoted(event.message)}.`,
  },
  {
    reason: /^Killing$/, message: /^(?:Stopping|Killing) container/,
    says: ({ message }) => `Kubernetes stopped it: ${quoted(message)}.`,
  },
  {
    reason: /^(?:Failed(?!Sync)\w*|NodeNotReady|TaintManagerEviction|Preempt\w+|ProvisioningFailed|Evict\w+)$/,
    says: (event) => `It says${often(event)}: ${quoted(event.message)}.`,
  },
];
const MAX_SAID = 3;

/** Returns the gravest events as sentences; null if none but probes shows a problem. */
export function eventFacts(text: string): string | null {
  const events = text.split('\n').flatMap((line) => eventOf(line.slice(0, 2000)) ?? []);
  const said = ROWS.flatMap(({ reason, message, says }) => {
    const own = events.filter((one) => reason.test(one.reason) && (message === undefined || message.test(one.message)));
    const [most] = own.sort((a, b) => b.times - a.times);
    return most === undefined ? [] : [{ sentence: says(most), of: own }];
  });
  const told = new Set<Event>();
  return joined(said.flatMap(({ sentence, of }) => {
    if (of.every((event) => told.has(event))) return [];
    for (const event of of) told.add(event);
    return [sentence];
  }).slice(0, MAX_SAID));
}

/** Returns containers created more than once, by counted events: `Created container x` with `(x3 over 5m)`. */
export function madeAgain(text: string): string | null {
  const made = [...text.matchAll(AGAIN)].map(([, times, span, name]) => `${name} ${times} times in ${span}`);
  const rows = new Map<string, number>();
  for (const [, name = ''] of text.matchAll(MADE_ROW)) rows.set(name, (rows.get(name) ?? 0) + 1);
  for (const [name, times] of rows) if (times > 1) made.push(`${name} ${times} times`);
  return made.length === 0 ? null
    : `Containers were created more than once: ${[...new Set(made)].slice(0, 3).join('; ')}.`;
}

const MADE_ROW = /spec\.containers\{([\w.-]{1,100})\}\s{1,20}Normal\s{1,20}Created\s/g;
const AGAIN =
  /\bCreated\s{1,20}\S{1,20} \(x(\d{1,6}) over (\w{1,12})\)\s[^\n]{0,200}?[Cc]reated container:? "?([\w.-]{1,100})/g;
