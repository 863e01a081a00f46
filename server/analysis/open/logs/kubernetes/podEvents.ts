/** Reads Kubernetes events, as `kubectl describe` and `kubectl get events` print them, by their reasons. Pure. */
import { ageSeconds, joined, quoted } from '../../look/factTools.ts';
import { meaningBeside } from '../said/meanings.ts';
import { agedOf, whoOf } from './eventSubjects.ts';
import { endedMountFact, endedMounts, followingWaits } from './endedMounts.ts';
import { subjectAfter } from './podSubjects.ts';
import { systemOoms, VICTIM } from './systemOoms.ts';

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

/** `of`: what it is about, such as `the pod prometheus-0`, by its object, its message or the heading above it. */
export interface PodEvent {
  reason: string;
  message: string;
  times: number;
  span: string | null;
  /** Seconds from when it was last seen to when the text was made; Infinity if the row does not say it. */
  lastSeconds: number;
  /** The same as the row has it; `""` without it. */
  age: string;
  of: string;
  /** Its namespace, pod and container; `""` if nothing names them. */
  namespace: string;
  pod: string;
  container: string;
}

const ROW = /(?:^|\s)(?:Normal|Warning)\s{1,20}([A-Z]\w{2,30})\s+(\S.{0,600})/;
const COUNTED = /\(x(\d{1,9}) over (\w{1,12})\)/;
/** Both ages and the count: describe before 1.11 prints the first time first, get prints the last one first. */
const OLD = /^\s{0,8}(\d\w{0,10})\s{1,20}(\d\w{0,10})\s{1,20}(\d{1,9})\s/;
/** The object of `kubectl get events`: its kind and its name; before 1.11 the event is named after it. */
const OBJECT = /^([a-z][\w.]{1,40})\/([\w.*-]{1,253})\s/;
const OLD_POD = new RegExp(
  /^\s{0,8}(?:\d\w{0,10}\s{1,20}){2}\d{1,9}\s{1,20}/.source
    + /([a-z0-9][\w.-]{1,252}?)(?:\.[0-9a-f]{2,16})?\s{1,20}Pod\s/.source
);
const IN_POD = /\b(?:in pod |pod=)"?([\w.*-]{1,253})_[a-z\d][a-z\d-]{0,62}\(/;
/** Newer versions of kubectl print the container before the message. */
const OF_CONTAINER = /^spec\.(?:\w{4,9})?[cC]ontainers\{([\w.-]{1,63})\}:? {1,8}/;
const CONTAINER = new RegExp(
  /\b(?:Created|Started|Killing|Stopping) container:? "?([a-z\d][\w.-]{0,62})/.source
    + /|\bfailed container[= ]"?(?!in\b)([a-z\d][\w.-]{0,62})/.source
);

function eventOf(line: string): PodEvent | null {
  const [, reason, rest = ''] = ROW.exec(line) ?? [];
  if (reason === undefined) return null;
  const [, counted, over] = COUNTED.exec(line) ?? [];
  const [, a = '', b = '', count] = counted === undefined ? OLD.exec(line) ?? [] : [];
  const first = count === undefined ? undefined : ageSeconds(a) >= ageSeconds(b) ? a : b;
  // Age and source, or the object, come before the message, in columns.
  const said = rest.replace(COUNTED, '').split(/\s{2,}|\t/).at(-1) ?? rest;
  const message = said.replace(OF_CONTAINER, '');
  const [, kind = '', name = ''] = OBJECT.exec(rest) ?? [];
  const isPod = /^(?:pods?|po)$/.test(kind);
  const pod = isPod ? name : IN_POD.exec(message)?.[1] ?? (kind === '' ? OLD_POD.exec(line)?.[1] ?? '' : '');
  const [, created, failed] = CONTAINER.exec(message) ?? [];
  const age = count === undefined ? AGE.exec(line)?.[1] ?? '' : ageSeconds(a) <= ageSeconds(b) ? a : b;
  return {
    reason, message, times: Number(counted ?? count ?? 1), span: over ?? first ?? null, pod,
    age, lastSeconds: age === '' ? Infinity : ageSeconds(age), namespace: NAMESPACE.exec(line)?.[1] ?? '',
    of: pod !== '' ? `the pod ${pod}` : kind === '' ? '' : `the ${kind.replace(/s?(?:\..{0,40})?$/, '')} ${name}`,
    container: OF_CONTAINER.exec(said)?.[1] ?? created ?? failed ?? '',
  };
}

/** The age of a row with one: behind the reason in a description, at the beginning in a list. */
const AGE = /(?:^|\s)(\d{1,9}[smhd](?:\d{1,9}[smh])?)(?=\s)/;
/** The first column of a list over all namespaces. */
const NAMESPACE = /^([a-z][\w-]{0,62})\s{1,60}(?:\d\w{0,10}|<\w{1,10}>)\s{1,20}(?:Normal|Warning)\s/;

const MAX_LINES = 5000;

/** Returns all events of a text in their order, each with the pod that it is about if that is known. */
export function eventsOf(text: string): PodEvent[] {
  const all: PodEvent[] = [];
  let subject = '';
  let table: PodEvent[] = [];
  // The events of one description are of one pod, which not every message names.
  const close = (): void => {
    const [only, other] = new Set(table.flatMap(({ pod }) => (pod === '' ? [] : [pod])));
    all.push(...table.map((event) => (event.of !== '' || only === undefined || other !== undefined ? event
      : { ...event, pod: only, of: `the pod ${only}` })));
    table = [];
  };
  for (const whole of text.split('\n', MAX_LINES)) {
    const line = whole.slice(0, 2000);
    subject = subjectAfter(line, subject);
    const event = eventOf(line);
    if (event === null) close();
    else table.push(event.of !== '' || subject === '' ? event : { ...event, pod: subject, of: `the pod ${subject}` });
  }
  close();
  return all;
}

const often = ({ times, span }: Pick<PodEvent, 'times' | 'span'>): string =>
  (times < 2 ? '' : ` ${times.toLocaleString('en-US')} times${span === null ? '' : ` in ${span}`}`);

/** The kubelet's message on a container that it kills for a probe; up to 1.13 with the container's runtime and name. */
const PROBE_KILL = new RegExp(
  /(?:[Cc]ontainer ([a-z\d][\w.-]{0,62}) |:\/\/([\w.-]{1,80}):Container )?failed (liveness|startup) probe/.source
    + /(?:, will be restarted|\.{1,2} Container will be)/.source
);

export interface KubeletKill {
  /** `""` if the event names no container, or no pod. */
  container: string;
  pod: string;
  /** The probe that failed; null if Kubernetes stopped the container for another reason. */
  probe: string | null;
  times: number;
  span: string | null;
  /** The result of the probe, from the event of a failed probe; null without one. */
  got: string | null;
}

/** The message on a pod that is deleted, evicted or replaced. */
const STOPPED = /^Stopping container ([a-z\d][\w.-]{0,62})\s*$/;

/** Returns the events of containers that the kubelet killed or stopped, those for a failed probe first. */
export function kubeletKills(events: readonly PodEvent[]): KubeletKill[] {
  return events.flatMap(({ reason, message, times, span, pod }): KubeletKill[] => {
    if (reason !== 'Killing') return [];
    const stopped = STOPPED.exec(message)?.[1];
    if (stopped !== undefined) return [{ container: stopped, pod, probe: null, times, span, got: null }];
    const [whole, name, oldName, probe = ''] = PROBE_KILL.exec(message) ?? [];
    if (whole === undefined) return [];
    const failed = new RegExp(`^${probe} probe failed: (.{1,300})`, 'i');
    const got = events.filter((one) => one.pod === pod).map((one) => failed.exec(one.message)?.[1])
      .find((found) => found !== undefined) ?? null;
    return [{ container: name ?? oldName ?? '', pod, probe, times, span, got }];
  }).sort((a, b) => Number(b.probe !== null) - Number(a.probe !== null) || b.times - a.times);
}

/** The form in which events are reported. */
interface Telling {
  /** Whether each sentence names its pod; otherwise the text is about one. */
  isNamed: boolean;
  /** Whether all containers run now, so that a crash loop is over. */
  isRunning: boolean;
  /** Pods whose crash loop is reported already. */
  looping: ReadonlySet<string>;
  /** All events of the text. */
  events: readonly PodEvent[];
}

/** `who`: the object of the event; null for "it". `isQuoting`: the meaning of the quoted message is reported, too. */
interface Row {
  reason: RegExp; message?: RegExp; isLoop?: true; isOther?: true; isQuoting?: true;
  says: (event: PodEvent, who: string | null, telling: Telling) => string;
}

/** Shortens the message of the scheduler to what the nodes lack; what preemption would change follows. */
const ofNodes = (message: string): string => message.split(/(?<=\.) (?=[a-z])/, 1)[0] ?? message;

/** Sentences by event, the most severe first. Failed probes are reported by `probeFacts`. */
const ROWS: readonly Row[] = [
  {
    reason: /^SystemOOM$/, message: VICTIM,
    says: (event, who, { events }) => systemOoms(event, who, events),
  },
  {
    reason: /^Evicted$/, isQuoting: true,
    says: ({ message }, who) => `Kubernetes evicted ${who ?? 'it'}: ${quoted(message)}.`,
  },
  {
    reason: /^(?:Killing|Unhealthy)$/, message: PROBE_KILL,
    says: (event, who) => {
      const [, name, oldName, probe] = PROBE_KILL.exec(event.message) ?? [];
      const container = name ?? oldName;
      return `Kubernetes killed ${container === undefined ? 'a container' : `the container ${container}`}${
        who === null ? '' : ` of ${who}`}${often(event)} because its ${probe} probe failed.`;
    },
  },
  {
    reason: /^BackOff$/, message: /restarting failed container/, isLoop: true,
    says: (event, who, { isRunning }) => `${who === null ? 'It' : capital(who)} ${
      isRunning ? 'was' : 'is'} in a crash loop: Kubernetes put off the restart of ${
      who === null || event.container === '' ? 'a failed container' : `its container ${event.container}`}${
      often(event)} (CrashLoopBackOff).`,
  },
  {
    reason: /^(?:FailedMount|FailedAttachVolume|FailedMapVolume)$/, isQuoting: true,
    says: (event, who) => `A volume of ${who ?? 'it'} could not be mounted${often(event)}: ${quoted(event.message)}.`,
  },
  {
    reason: /^FailedScheduling$/, isQuoting: true,
    says: (event, who) => `No node could take ${who ?? 'it'}${often(event)}: ${quoted(ofNodes(event.message))}.`,
  },
  {
    reason: /^(?:Failed|BackOff)$/, message: /pull/i, isQuoting: true,
    says: (event, who) => `${who === null ? 'Its image' : `The image of ${who}`} could not be pulled${often(event)}: ${
      quoted(event.message)}.`,
  },
  {
    reason: /^Killing$/, message: /^(?:Stopping|Killing) container/,
    says: ({ message }, who) => `Kubernetes stopped ${who ?? 'it'}: ${quoted(message)}.`,
  },
  {
    reason: new RegExp([
      /^(?:Failed(?!Sync)\w*|NodeNotReady|TaintManagerEviction|Preempt\w+|ProvisioningFailed|Evict\w+)$/,
      /^(?:BackoffLimitExceeded|DeadlineExceeded|SyncLoadBalancerFailed|Invalid\w+|ClaimLost|ClaimMisbound)$/,
      /^(?:VolumeFailedDelete|VolumeMismatch|VolumeResizeFailed|ReconciliationFailed)$/,
    ].map(({ source }) => source).join('|')),
    isOther: true, isQuoting: true,
    says: (event, who) => `${who === null ? 'It says' : `An event of ${who} says`}${often(event)}: ${
      quoted(event.message)}.`,
  },
];
const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
const MAX_SAID = 3;
const MAX_NAMED_SAID = 5;
/** Maximum number of objects for which the same is reported. */
const MAX_ALIKE = 3;

/** Returns the gravest events as sentences, one for each pod; null if none but probes shows a problem. */
export function eventFacts(events: readonly PodEvent[], how: Omit<Telling, 'events'>): string | null {
  const telling = { ...how, events };
  const over = endedMounts(events);
  const waits = followingWaits(events);
  const told = new Set<PodEvent>(over.keys());
  const said: string[] = [];
  for (const { reason, message, isLoop, isOther, isQuoting, says } of ROWS) {
    const own = events.filter((one) => reason.test(one.reason) && (message === undefined || message.test(one.message))
      && !over.has(one) && !waits.has(one) && !(isLoop === true && telling.looping.has(one.pod)));
    const groups = groupsOf(own, telling.isNamed).filter((group) => !group.every((event) => told.has(event)));
    const most = groups.flatMap(([first]) => first ?? []);
    for (const event of groups.flat()) told.add(event);
    const shown = most.slice(0, isOther === true ? 1 : MAX_ALIKE);
    const alike = shown.map((event) => says(event, telling.isNamed ? agedOf(event, events) : null, telling));
    const meaning = isQuoting === true
      ? meaningsOf(isOther === true ? shown : own).find((one) => !said.some((other) => other.includes(one)))
      : undefined;
    const others = most.length - alike.length;
    const more = others === 0 ? '' : ` ${others} more ${others === 1 ? 'object has' : 'objects have'} such events.`;
    const after = `${more}${meaning === undefined ? '' : ` ${meaning}`}`;
    said.push(...alike.map((sentence, i) => (i === alike.length - 1 ? `${sentence}${after}` : sentence)));
  }
  const [last] = [...over].sort(([one], [other]) => one.lastSeconds - other.lastSeconds);
  if (last !== undefined)
    said.push(endedMountFact(...last, telling.isNamed ? whoOf(last[0], events) : null));
  return joined(said.slice(0, telling.isNamed ? MAX_NAMED_SAID : MAX_SAID));
}

/** Returns what the messages of events mean; a meaning without a next step says what the sentence says already. */
const meaningsOf = (events: readonly PodEvent[]): string[] =>
  [...new Set(events.toSorted((a, b) => Number(isAgain(a)) - Number(isAgain(b))).map(({ message }) => message))]
    .slice(0, MAX_MEANT).map((message) => meaningBeside(message)).filter((one) => one !== null)
    .filter((one) => one.includes(': '));
const MAX_MEANT = 20;
/** An event of another attempt refers to the one that says why. */
const isAgain = ({ reason }: PodEvent): boolean => reason === 'BackOff';

/** Groups events by what they are about, the most frequent first and then the last, also within each group. */
export function groupsOf(events: readonly PodEvent[], isNamed: boolean): PodEvent[][] {
  const groups = new Map<string, PodEvent[]>();
  const last = (event: PodEvent): number => Math.min(event.lastSeconds, Number.MAX_SAFE_INTEGER);
  for (const event of events.toSorted((a, b) => b.times - a.times || last(a) - last(b))) {
    const key = isNamed ? event.of : '';
    groups.set(key, [...groups.get(key) ?? [], event]);
  }
  return [...groups.values()];
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
