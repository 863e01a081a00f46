/** Says what objects of Kubernetes as YAML or JSON show: pods, events, and conditions of other objects. Pure. */
import { counted } from '../../../../../../core/text/format.ts';
import { joined, quoted } from '../../../look/factTools.ts';
import { mostFrequent } from '../../../look/named.ts';
import { meaningBeside } from '../../said/meanings.ts';
import { toldContainers, type Container } from '../containerStates.ts';
import { badConditions } from '../described/objects.ts';
import { isBad } from '../described/conditions.ts';
import { eventFacts, kubeletKills, type PodEvent } from '../podEvents.ts';
import { probeFacts } from '../podProbes.ts';
import { containersIn, containersOfPod } from './containers.ts';
import { eventsOf, isWarning } from './events.ts';
import { conditionsOf, deletionOf, objectFact, objectsIn, type Written } from './objects.ts';
import { listAt, textAt, valuesOf } from './values.ts';

const MAX_SAID = 3;
const MAX_LISTED = 6;
/** Conditions of a pod in the order in which they become true. */
const ORDER = ['PodScheduled', 'Initialized', 'ContainersReady', 'Ready'];

/** Returns what Kubernetes says of a whole pod: that it was evicted, has no node, or is to be deleted. */
function podFact(pod: Written, isTold: boolean): string | null {
  const { name, fields } = pod;
  const who = `The pod ${name}`;
  const reason = textAt(fields, 'status', 'reason');
  const message = textAt(fields, 'status', 'message').trim().replace(/\.$/, '');
  const bad = conditionsOf(fields).filter(isBad)
    .sort((a, b) => ORDER.indexOf(a.type) - ORDER.indexOf(b.type));
  const unplaced = bad.find(({ type }) => type === 'PodScheduled');
  const first = bad.find(({ type }) => ORDER.includes(type));
  // The scheduler says after its reason what preemption would change.
  const why = unplaced?.message.split(/(?<=\.) (?=[a-z])/, 1)[0] ?? '';
  return joined([
    textAt(fields, 'status', 'phase') !== 'Failed' || reason === '' ? null
      : `Kubernetes ${reason === 'Evicted' ? `evicted the pod ${name}` : `ended the pod ${name} (${reason})`}${
        message === '' ? '' : `: ${quoted(message)}`}.`,
    unplaced === undefined ? null : joined([
      `${who} has no node (${unplaced.reason})${why === '' ? '' : `: ${quoted(why.replace(/\.$/, ''))}`}.`,
      meaningBeside(unplaced.message),
    ]),
    unplaced !== undefined || first === undefined || isTold || reason !== '' ? null : badConditions(who, [first]),
    deletionOf(pod, who),
  ]);
}

/** Says that pods are as they should be, by their phases. */
function soundPods(pods: readonly Written[], containers: readonly Container[]): string | null {
  const phases = pods.map(({ fields }) => textAt(fields, 'status', 'phase')).filter((phase) => phase !== '');
  const [only] = pods;
  if (only === undefined || phases.length < pods.length) return null;
  return pods.length === 1
    ? `The pod ${only.name} is ${phases[0]}${containers.length === 0 ? ''
      : `; its ${containers.length === 1 ? 'container has' : `${containers.length} containers have`} not restarted`}.`
    : `Its ${pods.length} pods are ${mostFrequent(phases).replaceAll(' in ', ' ')}, without a restart.`;
}

/** Says of the first object with conditions that none of them shows a problem. */
function soundObject(others: readonly Written[]): string | null {
  const one = others.find(({ fields }) => conditionsOf(fields).length > 0);
  return one === undefined ? null : `The ${one.kind} ${one.name}: no condition shows a problem (${
    conditionsOf(one.fields).slice(0, MAX_LISTED).map(({ type, status }) => `${type} ${status}`).join(', ')}).`;
}

/** Says what events show that no other sentence tells: the most frequent warning, or that there is none. */
function soundEvents(written: readonly Written[], events: readonly PodEvent[]): string | null {
  if (written.length === 0) return null;
  const own = events.filter((_, i) => written.slice(i, i + 1).some(isWarning));
  const [most] = own.toSorted((a, b) => b.times - a.times);
  return most === undefined ? `It has ${counted(events.length, 'event')}, none of them a warning.`
    : joined([`Its most frequent warning${most.of === '' ? '' : ` is of ${most.of}`}: ${most.reason}, ${
      quoted(most.message)}.`, meaningBeside(most.message)]);
}

/** Returns what the objects show, the gravest first; null if the text has no status of any. */
export function writtenFacts(text: string): string | null {
  const values = valuesOf(text);
  const objects = objectsIn(values);
  const pods = objects.filter(({ kind, fields }) => kind === 'Pod'
    || listAt(fields, 'status', 'containerStatuses').length > 0);
  const ofEvents = objects.filter(({ kind }) => kind === 'Event');
  const others = objects.filter((one) => one.kind !== 'Event' && !pods.includes(one));
  const events = eventsOf(ofEvents);
  const containers = objects.length === 0 ? containersIn(values)
    : pods.flatMap(({ fields }) => containersOfPod(fields));
  const isNamed = new Set(events.map(({ of }) => of)).size > 1 || pods.length === 0;
  const told = toldContainers([...containers], kubeletKills(events));
  const isTold = (pod: Written): boolean => told !== null
    && (pods.length === 1 || told.includes(` of the pod ${pod.name}`));
  const ofPods = pods.flatMap((pod) => podFact(pod, isTold(pod)) ?? []);
  const isRunning = containers.length > 0 && containers.every(({ now }) => now?.status === 'Running');
  const ofOthers = others.flatMap((one) => objectFact(one) ?? []);
  const more = (all: readonly string[]): string | null => (all.length <= MAX_SAID ? null
    : `${counted(all.length - MAX_SAID, 'more object')} ${all.length - MAX_SAID === 1 ? 'shows' : 'show'} a problem.`);
  const said = joined([
    told, ...ofPods.slice(0, MAX_SAID), more(ofPods),
    eventFacts(events, { isNamed, isRunning, looping: new Set() }), probeFacts(events, '', isNamed),
    ...ofOthers.slice(0, MAX_SAID), more(ofOthers),
  ]);
  return said ?? soundPods(pods, containers) ?? soundEvents(ofEvents, events) ?? soundObject(others);
}
