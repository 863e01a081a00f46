/** Describes objects of `kubectl describe` that are no pods, by the conditions that show a problem. Pure; bounded. */
import { joined, quoted } from '../../../look/factTools.ts';
import { isKnownMeaning } from '../../messages/knownMessages.ts';
import { meaningBeside } from '../../said/meanings.ts';
import { conditionsOf, isBad, type Condition } from './conditions.ts';
import { describedObjects, type Described } from './kinds.ts';
import { refusedRight } from './refusedRight.ts';
import { stateOf } from './states.ts';

const MAX_OBJECTS = 3;
const MAX_CONDITIONS = 3;
const MAX_LISTED = 6;

const DISK = 'Its disk is almost full, so Kubernetes evicts pods there and places no new ones: free space on it.';
/** Meanings of conditions by their reason, for those whose message does not have it. */
const BY_REASON: Readonly<Record<string, string>> = {
  NodeStatusUnknown: 'The control plane hears nothing from its kubelet: see whether the machine runs, then the log of '
    + 'its kubelet and its network.',
  KubeletHasDiskPressure: DISK,
  KubeletHasInsufficientMemory: 'Its memory is almost used up, so Kubernetes evicts pods there: see which pods use '
    + 'most (kubectl top pods).',
  KubeletHasInsufficientPID: 'It has almost as many processes as it may have: see which pods start most.',
  ProgressDeadlineExceeded: 'New pods did not become available in time: see kubectl get pods and kubectl describe pod.',
  MinimumReplicasUnavailable: 'Fewer pods are available than must be.',
  FailedCreate: 'Its pods could not be created: the events of its ReplicaSet say why.',
};
/** Means that the autoscaler stays at the number of replicas that it has. */
const NO_SCALING = 'It does not change the number of replicas meanwhile.';
const UNKNOWN_METRIC = new RegExp(
  /^[ \t]{1,8}("?[\w./ -]{1,120}"? on [\w ]{1,60}|resource [\w ]{1,60}(?:\([^)\n]{1,60}\))?):[ \t]{1,40}/.source
    + /<unknown>(?: \(<unknown>\))? \/ (\S.{0,40})$/.source, 'm'
);

/** Returns the message without who was refused what, which another sentence tells. */
const withoutRefusal = (message: string): string =>
  (refusedRight(message) === null ? message : message.replace(/: User "[^"\s]{1,200}" cannot .{1,1000}$/, ''));

function conditionFact({ type, status, reason, message }: Condition): string {
  const of = reason === '' ? '' : ` (${reason})`;
  const said = message === '' ? '' : `: ${quoted(withoutRefusal(message).replace(/\.$/, ''))}`;
  return `the condition ${type} is ${status}${of}${said}`;
}

function meaningOf({ type, status, reason, message }: Condition): string | null {
  return refusedRight(message) ?? meaningBeside(message)
    ?? BY_REASON[reason] ?? (type === 'DiskPressure' && status === 'True' ? DISK : null);
}

/** Returns the conditions that show a problem of an object, and what they mean; null for none. */
export function badConditions(who: string, all: readonly Condition[]): string | null {
  const bad = all.filter(isBad).slice(0, MAX_CONDITIONS);
  return bad.length === 0 ? null
    : joined([`${who}: ${bad.map(conditionFact).join('; ')}.`, ...new Set(bad.map(meaningOf))]);
}

/** Fields of a Prometheus that choose the objects of its operator. */
const SELECTORS: Readonly<Record<string, string>> = {
  ServiceMonitor: 'serviceMonitorSelector', PodMonitor: 'podMonitorSelector', PrometheusRule: 'ruleSelector',
  Probe: 'probeSelector', ScrapeConfig: 'scrapeConfigSelector', AlertmanagerConfig: 'alertmanagerConfigSelector',
};

/** Says what an object of the operator needs to be chosen, of which the object itself does not show the result. */
function selectionFact({ kind, name, text }: Described): string | null {
  const selector = SELECTORS[kind];
  if (selector === undefined) return null;
  const labels = /^Labels:[ \t]{1,60}(\S{1,200}(?:\n[ \t]{8,60}[^\s:]{1,200}(?=\n)){0,8})/m.exec(text)?.[1]
    ?.split(/\s+/).filter((label) => label !== '<none>') ?? [];
  return `The ${kind} ${name} does not show whether it is used: ${
    labels.length === 0 ? 'its labels' : `its labels (${labels.join(', ')})`} must match ${selector} of the ${
    kind === 'AlertmanagerConfig' ? 'Alertmanager' : 'Prometheus'} object, and its namespace the `
    + 'namespace selector there.';
}

/** `rank`: 2 for a bad condition, 1 for another state that needs a look, 0 for none. */
interface Told { said: string; rank: number; quotes: string[] }

function objectFact(object: Described): Told {
  const { kind, name, text } = object;
  const all = conditionsOf(text);
  const bad = all.filter(isBad).slice(0, MAX_CONDITIONS);
  const stated = stateOf(kind, text);
  const who = `The ${kind} ${name}`;
  const quotes = bad.flatMap(({ message }) => (message === '' ? [] : [message]));
  if (bad.length > 0) {
    const meanings = [...new Set(bad.map(meaningOf).filter((one) => one !== null))].slice(0, 2);
    const [, metric, target] = kind === 'HorizontalPodAutoscaler' ? UNKNOWN_METRIC.exec(text) ?? [] : [];
    const said = joined([
      `${who}: ${bad.map(conditionFact).join('; ')}.`, ...meanings,
      metric === undefined ? null : `Its metric ${metric.replaceAll(/\s{2,}/g, ' ')} is <unknown> (target ${target}).`,
      kind === 'HorizontalPodAutoscaler' && bad.some(({ type }) => type === 'ScalingActive') ? NO_SCALING : null,
      stated === null ? null : `It ${stated.state}.`,
    ]) ?? '';
    return { said, rank: 2, quotes };
  }
  const limited = all.find(({ type, status, message }) => type === 'ScalingLimited' && status === 'True'
    && message !== '');
  const state = stated === null ? null : `${who} ${stated.state}.`;
  const rest = all.length === 0 ? selectionFact(object) ?? `${who}: the text has no condition that shows a problem.`
    : `${who}: no condition shows a problem (${all.slice(0, MAX_LISTED)
      .map(({ type, status }) => `${type} ${status}`).join(', ')}).`;
  const limit = limited === undefined ? null
    : `${who}: its scaling is limited (${limited.reason}): ${quoted(limited.message)}.`;
  return {
    said: state ?? limit ?? rest, rank: stated !== null || limited !== undefined ? 1 : 0, quotes: [],
  };
}

/**
 * Describes the conditions of a pod, or of an object whose name was not pasted, about which nothing else is reported.
 */
function aloneFact(text: string): string | null {
  const pod = /^Name:\s{1,60}(\S{1,253})[ \t]*$/m.exec(text)?.[1];
  if (pod !== undefined) return badConditions(`The pod ${pod}`, conditionsOf(text));
  const bad = conditionsOf(text).filter(isBad).slice(0, MAX_CONDITIONS);
  const said = bad.map(conditionFact).join('; ');
  return bad.length === 0 ? null
    : joined([`${said.slice(0, 1).toUpperCase()}${said.slice(1)}.`, ...new Set(bad.map(meaningOf))]);
}

/** Splits facts at the ends of sentences that are not within a quotation. */
function sentencesOf(facts: string | null): string[] {
  const whole: string[] = [];
  for (const part of facts?.split(/(?<=\.) (?=[A-Z])/) ?? []) {
    const last = whole.at(-1);
    if (last !== undefined && last.split('"').length % 2 === 0) whole.splice(-1, 1, `${last} ${part}`);
    else whole.push(part);
  }
  return whole;
}

const NEEDLESS_END = 40;

/** Returns the objects that show a problem, else what the first ones are; `events`: what the events of the text say. */
export function objectFacts(text: string, events: string | null): string | null {
  const told = describedObjects(text).map((object) => ({ object, ...objectFact(object) }))
    .toSorted((a, b) => b.rank - a.rank);
  const bad = told.filter(({ rank }) => rank > 0);
  const own = (bad.length > 0 ? bad : told).slice(0, MAX_OBJECTS);
  if (own.length === 0) return events ?? aloneFact(text);
  const rest = bad.length > MAX_OBJECTS ? `${bad.length - MAX_OBJECTS} more objects show a problem.` : null;
  // Events repeat the messages of conditions.
  const ends = own.flatMap(({ quotes }) => quotes.map((quote) => quote.slice(-NEEDLESS_END)));
  const others = sentencesOf(events).filter((one) => !ends.some((end) => one.includes(end))
    && !own.some(({ said }) => said.includes(one)));
  const [only] = own;
  const isOpen = others.length === 0 && bad.length === 1 && only?.said.includes('kubectl') === false;
  const next = isOpen ? stateOf(only.object.kind, only.object.text)?.next ?? null : null;
  const meaning = others.some(isKnownMeaning) ? null
    : others.map((one) => refusedRight(one) ?? meaningBeside(one)).find((one) => one !== null) ?? null;
  const said = joined([...own.map((one) => one.said), rest, ...others, next]) ?? '';
  return meaning === null || said.includes(meaning) ? said : `${said} ${meaning}`;
}
