/** Tells how many alerts fire, and of the worst what they are on, since when, what they say and mean. Pure. */
import { cutMiddle } from '../../../../core/text/format.ts';
import { meaningBeside } from '../logs/said/meanings.ts';
import { counted } from '../look/named.ts';
import type { Alert, Alerts } from './alert.ts';
import { knownAlert } from './knownAlerts.ts';
import { reasonOf } from './reasons.ts';
import { volumeAlert } from './volumeAlerts.ts';

const MAX_TOLD = 3;
const MAX_PLACES = 3;
const MAX_NAMES = 5;
const MAX_COMPARED = 500;
const MAX_TEXT = 240;
const MAX_SAID = 360;
const MAX_OF = 200;
const MAX_NAMED = 3;

const SEVERITIES: readonly RegExp[] = [/^(?:critical|page|emergency|fatal|disaster)\b/i, /^(?:high|error|major)\b/i,
  /^(?:warn(?:ing)?|medium|minor)\b/i, /^(?:low|info\w{0,10}|none)\b/i];
/** The place of a severity, worst first; an unknown one stands in the middle. */
function severityOf({ labels }: Alert): number {
  const at = SEVERITIES.findIndex((words) => words.test(labels.get('severity') ?? ''));
  return at < 0 ? 2 : at;
}

/** Labels that say what an alert is on, in the order in which they are told; the first of each list that it has. */
const PLACES: readonly (readonly string[])[] = [
  ['job', 'instance'], ['namespace', 'kube_namespace_name'],
  ['deployment', 'statefulset', 'daemonset', 'job_name', 'horizontalpodautoscaler', 'persistentvolumeclaim'],
  ['pod', 'kube_pod_name'], ['container', 'kube_pod_container_name'], ['node'], ['device'], ['mountpoint'],
  ['remote_name'], ['url'], ['mechanism'], ['integration'], ['rule_group'], ['resource'], ['component_name'],
  ['cluster_name'],
];
/** Exporters whose address says nothing of what the alert is on. */
const OF_OTHERS = /kube-state-metrics|^ksm$/;

/** Places by which an instance need not be told. */
const CLOSER: readonly string[] = ['pod', 'kube_pod_name', 'node', 'url', 'deployment', 'statefulset', 'daemonset'];

/** Returns what an alert is on, a place for each list of labels; `''` for those that it lacks. */
function placesOf({ name, labels }: Alert): string[] {
  const isOfOthers = OF_OTHERS.test(`${labels.get('job') ?? ''} ${labels.get('service') ?? ''}`);
  const places = PLACES.map((names) => {
    if (isOfOthers && names.includes('job')) return '';
    // kube-state-metrics runs in a container of that name itself.
    const value = names.map((label) => labels.get(label) ?? '').find((text) => text !== '') ?? '';
    return isOfOthers && OF_OTHERS.test(value) ? '' : value;
  });
  const instance = labels.get('instance') ?? '';
  const isTold = isOfOthers || instance === '' || !labels.has('job') || CLOSER.some((label) => labels.has(label));
  // Prometheus reports about itself: its address is not that of the target at fault.
  const isItself = knownAlert(name, '')?.program === 'Prometheus';
  return [isTold ? '' : isItself ? `${instance}, which is Prometheus itself` : instance, ...places];
}

/** Whether an annotation only repeats the name of its alert. */
const isNameAgain = (text: string, name: string): boolean =>
  /^[\s.:-]{0,9}(?:(?:is|was) )?(?:triggered|firing|active)?[\s.!]{0,9}$/i.test(text.replace(name, '').trim());

/** A dump of the labels at the end of descriptions that many rules copy. */
const LABELS_WITHIN = /\s{0,20}LABELS(?: =|:) (?:map\[|\{)[^]{0,4000}$/;

/** Labels in which senders without annotations write the error of a check. */
const ERRORS = ['logs', 'log', 'error', 'error_message', 'message', 'description'];
const errorOf = ({ labels }: Alert): string =>
  ERRORS.map((key) => labels.get(key) ?? '').find((text) => text.trim() !== '') ?? '';

/**
 * Returns the annotation that says most: a description, which mostly has the figures, before a summary; without one
 * the label that has an error.
 */
function saidBy(alert: Alert): string {
  const { name, annotations } = alert;
  const said = ['description', 'message', 'summary', 'Error', 'error', 'title'].map((key) => annotations.get(key) ?? '')
    .find((text) => text.trim() !== '' && !isNameAgain(text, name)) ?? errorOf(alert);
  return cutMiddle(said.trim().replace(LABELS_WITHIN, '').replaceAll(/\s{1,200}/g, ' ').replace(/\.$/, ''), MAX_SAID);
}

const around = ({ labels, annotations }: Alert): string =>
  [...labels, ...annotations].map(([key, value]) => `${key} ${value.slice(0, MAX_TEXT)}`).join('\n');

const firstSince = (own: readonly Alert[]): string =>
  own.map(({ since }) => since).filter((since) => since !== '').sort()[0] ?? '';

function listed(names: readonly string[], max: number, rest = 'more'): string {
  const shown = names.slice(0, max);
  if (names.length > max) return `${shown.join(', ')} and ${(names.length - max).toLocaleString('en-US')} ${rest}`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

/** Returns what is told of the alerts of one name; `isPart`: whether there are alerts that were not read. */
function told(own: readonly Alert[], isPart: boolean): string {
  const [first] = own;
  if (first === undefined) return '';
  const severity = first.labels.get('severity') ?? '';
  const all = own.slice(0, MAX_COMPARED).map(placesOf);
  const [instance = '', ...places] = (all[0] ?? []).map((_, i) => listed(
    [...new Set(all.map((of) => of[i] ?? ''))].filter((place) => place !== ''), MAX_PLACES,
  ));
  const since = firstSince(own);
  const said = saidBy(first);
  const named = places.filter((place) => place !== '');
  // Of many places, those that the description has are not reported again.
  const shown = named.length <= MAX_NAMED ? named : named.filter((place) => !said.includes(place));
  const of = [severity, ...shown, instance].filter((part) => part !== '').join(', ');
  const times = own.length === 1 ? '' : `${isPart ? ' at least' : ''} ${own.length.toLocaleString('en-US')} times`;
  const known = volumeAlert(first) ?? knownAlert(first.name, around(first))?.sentence
    ?? meaningBeside(errorOf(first)) ?? undefined;
  const quote = said === '' ? '' : `: ${said}`;
  const on = of === '' ? '' : ` (${cutMiddle(of, MAX_OF)})`;
  return `The alert ${cutMiddle(first.name, MAX_TEXT)} was firing${times}${on}${
    since === '' ? '' : ` since ${since}`}${quote}.${first.value}${reasonOf(own, said)}${
    known === undefined ? '' : ` ${known}`}`;
}

function byName(alerts: readonly Alert[]): Alert[][] {
  const groups = new Map<string, Alert[]>();
  for (const alert of alerts) {
    const group = groups.get(alert.name);
    if (group === undefined) groups.set(alert.name, [alert]);
    else group.push(alert);
  }
  return [...groups.values()];
}

/** Alerts that fire always or that mute others, which come last. */
const IDLE: ReadonlySet<string> = new Set(['Watchdog', 'DeadMansSwitch', 'InfoInhibitor']);

/** Returns what alerts say: how many fire and which; null if there is none. */
export function alertFacts({ alerts, count, isCut }: Alerts): string | null {
  const firing = alerts.filter(({ isFiring }) => isFiring);
  if (firing.length === 0) return alerts.length === 0 ? null : resolved(alerts);
  const groups = byName(firing).toSorted((a, b) => rankOf(a) - rankOf(b));
  const all = Math.max(firing.length, count);
  const rest = groups.slice(MAX_TOLD);
  const others = rest.reduce((sum, own) => sum + own.length, 0);
  return [
    ...all === 1 && !isCut ? [] : [`${isCut ? 'At least ' : ''}${counted(all, 'alert')} ${all === 1 ? 'was' : 'were'
    } firing.`],
    ...groups.slice(0, MAX_TOLD).map((own) => told(own, isCut || all > firing.length)),
    ...others === 0 ? [] : [`${counted(others, 'more alert')} ${others === 1 ? 'was' : 'were'} firing: ${
      listed(rest.map(([one]) => cutMiddle(one?.name ?? '', MAX_TEXT)), MAX_NAMES, 'more names')}.`],
  ].join(' ');
}

const rankOf = (own: readonly Alert[]): number =>
  (IDLE.has(own[0]?.name ?? '') ? SEVERITIES.length : Math.min(...own.map(severityOf)));

function resolved(alerts: readonly Alert[]): string {
  const names = [...new Set(alerts.map(({ name }) => name))].map((name) => cutMiddle(name, MAX_TEXT));
  const [first] = alerts;
  const said = first === undefined || alerts.length > 1 ? '' : saidBy(first);
  return `No alert of it fires any more: ${listed(names, MAX_NAMES)} ${names.length === 1 ? 'is' : 'are'} resolved.${
    said === '' ? '' : ` It said: ${said}.`}`;
}
