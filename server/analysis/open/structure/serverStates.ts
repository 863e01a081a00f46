/** Names the targets that are down and the alerts that fire in answers of Prometheus, also reduced by jq. Pure. */
import { cutMiddle, formatBytes } from '../../../../core/text/format.ts';
import { fits } from '../../../../core/text/prefilter/fits.ts';
import { CERTAIN, when, type Format } from '../look/format.ts';
import { meaningBeside } from '../logs/said/meanings.ts';
import { isObject, objectsIn, textOf, type Json } from '../look/jsonObjects.ts';
import { counted } from '../look/named.ts';
import type { Alerts } from '../alerts/alert.ts';
import { alertsOfJson } from '../alerts/jsonAlerts.ts';
import { alertFacts } from '../alerts/tellAlerts.ts';

const MAX_TOLD = 3;
const MAX_TEXT = 240;
const LATE = /context deadline exceeded|Client\.Timeout exceeded/;
const TOO_LATE = 'A target did not answer within its scrape timeout: compare how long curl takes on its address with '
  + 'scrape_timeout.';

const labelsOf = (one: Json): Json => (isObject(one['labels']) ? one['labels'] : {});

interface Target { name: string; health: string; error: string }

function targetsIn(text: string): Target[] {
  return objectsIn(text).flatMap((one): Target[] => {
    const labels = labelsOf(one);
    const job = textOf(one['job']) || textOf(labels['job']) || textOf(one['scrapePool']);
    const instance = textOf(one['instance']) || textOf(labels['instance']);
    const health = textOf(one['health']);
    if (health === '' || (job === '' && instance === '')) return [];
    const name = job === '' || instance === '' ? `${job}${instance}` : `${job} (${instance})`;
    return [{ name: cutMiddle(name, MAX_TEXT), health, error: textOf(one['lastError']) }];
  });
}

const meaningOfError = (error: string): string | null =>
  meaningBeside(error) ?? (LATE.test(error) ? TOO_LATE : null);

/** Names and numbers in which errors of one kind differ. */
const NAMES = /"[^"]{1,400}"|https?:\/\/[^\s"]{1,300}|\b\d[\d.:]{0,60}|\blookup \S{1,253}/g;

/** Groups targets by the kind of their error, those of the most frequent kind first. */
function kindsOf(down: readonly Target[]): Target[][] {
  const kinds = new Map<string, Target[]>();
  for (const one of down) {
    const kind = one.error.replace(NAMES, '0');
    kinds.set(kind, [...kinds.get(kind) ?? [], one]);
  }
  return [...kinds.values()].sort((a, b) => b.length - a.length);
}

/** Says of the targets with one kind of error that they were down, with the names of the first ones. */
function kindText(kind: readonly Target[]): string {
  const [first] = kind;
  const error = first === undefined || first.error === '' ? ''
    : `: ${cutMiddle(first.error.replace(/\.$/, ''), MAX_TEXT)}`;
  const named = kind.slice(0, MAX_TOLD).map(({ name }) => name);
  const others = kind.length - named.length;
  const all = others > 0 ? [...named, `${others} others`] : named;
  return all.length < 2 ? `The target ${all.join('')} was down${error}.`
    : `The targets ${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''} were down${
      error === '' ? '' : `, the first with the error${error}`}.`;
}

/** Names the targets that are down, each with its last error; null if none is, or none has a name. */
export function downTargets(text: string): string | null {
  const all = targetsIn(text);
  const down = all.filter(({ health }) => health === 'down');
  if (down.length === 0) return null;
  // Of many targets each kind of fault is told once, with the number of those that have it.
  const kinds = down.length <= MAX_TOLD ? down.map((one) => [one]) : kindsOf(down);
  const told = kinds.slice(0, MAX_TOLD);
  const more = down.length - told.flat().length;
  const up = all.filter(({ health }) => health === 'up').length;
  const meanings = told.map(([first]) => meaningOfError(first?.error ?? ''));
  return [
    // What a fault means stands behind the last target that has it.
    ...told.flatMap((kind, i) => {
      const meaning = meanings[i] ?? null;
      return meaning === null || meanings.includes(meaning, i + 1) ? [kindText(kind)] : [kindText(kind), meaning];
    }),
    ...more === 0 ? [] : [`${more} more ${more === 1 ? 'was' : 'were'} down.`],
    ...up === 0 ? [] : [`${counted(up, 'other target')} ${up === 1 ? 'was' : 'were'} up.`],
  ].join(' ');
}

/** Tells the alerts that fire; null if none does. */
export function firingAlerts(text: string): string | null {
  const isJson = /^\s{0,100}[[{]/.test(text) && text.includes('"alertname"');
  const { alerts, count, isCut } = isJson ? alertsOfJson(text) : NONE;
  return alerts.some(({ isFiring }) => isFiring) ? alertFacts({ alerts, count, isCut }) : null;
}
const NONE: Alerts = { alerts: [], count: 0, isCut: false };

/** A sample of an instant query; `series`: its job and instance. */
interface VectorSample {
  name: string; job: string; instance: string; series: string; value: number; timeSeconds: number;
}

/** Returns the samples of a vector that have a job or an instance. */
export function vectorSamples(text: string): VectorSample[] {
  return objectsIn(text).flatMap((one): VectorSample[] => {
    const { metric, value: pair } = one;
    const [time, stated] = Array.isArray(pair) ? pair as unknown[] : [];
    const [value, timeSeconds] = [Number(textOf(stated) || NaN), Number(time)];
    if (!isObject(metric) || Number.isNaN(value) || !Number.isFinite(timeSeconds)) return [];
    const [job, instance] = [textOf(metric['job']), textOf(metric['instance'])];
    const series = job === '' || instance === '' ? `${job}${instance}` : `${job} (${instance})`;
    return series === '' ? [] : [{
      name: textOf(metric['__name__']), job, instance, series: cutMiddle(series, MAX_TEXT), value, timeSeconds,
    }];
  });
}

/** Says for which targets `up` was 0 in a vector, or the values of a few series; null for another answer. */
export function vectorValues(text: string): string | null {
  if (!fits(/"resultType"\s{0,100}:\s{0,100}"vector"/, text)) return null;
  const values = vectorSamples(text);
  const down = values.filter(({ name, value }) => name === 'up' && value === 0);
  const names = down.slice(0, MAX_TOLD).map(({ series }) => series).join(' and ');
  if (down.length > 0) return `up was 0 for ${names}${
    down.length > MAX_TOLD ? ` and ${down.length - MAX_TOLD} more` : ''}: ${
    down.length === 1 ? 'its scrape failed' : 'their scrapes failed'}.`;
  const isOne = new Set(values.map(({ name }) => name)).size === 1;
  if (!isOne || values.length < 2 || values.length > MAX_TOLD) return null;
  const shown = ({ name, value }: VectorSample): string =>
    (name.endsWith('_bytes') ? formatBytes(value) : String(value));
  return `The values are ${values.map((one) => `${shown(one)} of ${one.series}`).join(' and ')}.`;
}

/** Targets that jq reduced to their state. */
export const TARGET_HEALTH: Format = {
  id: 'target-health', name: 'an answer of Prometheus about its targets', door: null,
  match: ({ head }) => when(/^[[{]/.test(head) && fits(/"health"\s{0,100}:\s{0,100}"(?:up|down|unknown)"/, head)
    && fits(/"(?:lastError|job|instance)"\s{0,100}:/, head)
    && !fits(/"(?:status|scrapePool|scrapeUrl)"\s{0,100}:/, head),
  { ...CERTAIN, program: 'Prometheus' }),
  interest: ({ text }) => downTargets(text) ?? healthCounts(text),
  remedy: 'Add the server as a target: its pages show the same over time.',
};

function healthCounts(text: string): string | null {
  const targets = targetsIn(text);
  const up = targets.filter(({ health }) => health === 'up').length;
  return targets.length === 0 ? null : `It has ${counted(targets.length, 'target')}, ${up} of them up.`;
}

/** The alerts of Alertmanager, also as amtool prints them as JSON. */
export const ALERT_LIST: Format = {
  id: 'alert-list', name: 'an answer of Alertmanager about its alerts', door: null,
  match: ({ head }) => when(/^[[{]/.test(head) && fits(/"startsAt"\s{0,100}:/, head)
    && fits(/"(?:fingerprint|receivers?)"\s{0,100}:/, head) && fits(/"alertname"\s{0,100}:/, head),
  { ...CERTAIN, program: 'Alertmanager' }),
  interest: ({ text }) => firingAlerts(text),
  remedy: 'Add the servers that the alerts are about as targets.',
};

const GRAFANA_HEALTH = /^\{\s{0,100}"(?:commit|database|version|enterpriseCommit)"\s{0,100}:/;

/** The answer of Grafana's /api/health. */
export const GRAFANA_STATE: Format = {
  id: 'grafana-health', name: 'the answer of Grafana’s /api/health', door: null,
  match: ({ head }) => {
    const version = /"version"\s{0,100}:\s{0,100}"(\d{1,4}\.[\w.+-]{1,40})"/.exec(head)?.[1];
    return when(fits(GRAFANA_HEALTH, head) && fits(/"database"\s{0,100}:\s{0,100}"/, head) && head.length < 2000,
      { ...CERTAIN, program: 'Grafana', version });
  },
  interest: ({ head }) => {
    const state = /"database"\s{0,100}:\s{0,100}"([^"]{1,60})"/.exec(head)?.[1];
    return state === undefined ? null : `Its database is ${state}.`;
  },
  remedy: 'It says that the server answers, not how fast: add it as a target.',
};
