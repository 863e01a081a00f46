/** Reads alerts from JSON: answers of Prometheus, Alertmanager and Grafana, and webhooks; also cut off. Pure. */
import { expressionsOfRules, valueWords } from './alertValues.ts';
import type { Alert, Alerts } from './alert.ts';

type Json = Readonly<Record<string, unknown>>;

const MAX_CHARS = 1024 * 1024;
const MAX_DEPTH = 8;
const MAX_OBJECTS = 60_000;
const FIRING = /^(?:firing|active|alerting)$/i;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the objects of parsed JSON, the outer ones first, each before what it holds. */
function objectsOf(root: unknown): Json[] {
  const found: Json[] = [];
  const visit = (value: unknown, depth: number): void => {
    if (depth > MAX_DEPTH || found.length >= MAX_OBJECTS) return;
    if (Array.isArray(value)) for (const one of value as unknown[]) visit(one, depth + 1);
    else if (isObject(value)) {
      found.push(value);
      for (const one of Object.values(value)) visit(one, depth + 1);
    }
  };
  visit(root, 0);
  return found;
}

const texts = (value: unknown): ReadonlyMap<string, string> =>
  new Map(isObject(value) ? Object.entries(value).flatMap(([key, text]): [string, string][] =>
    (typeof text === 'string' ? [[key, text]] : [])) : []);

const shortTime = (time: string): string => time.replace(/\.\d+(?=Z|[+-])/, '');

/** Labels that name an alert; senders other than Prometheus and Grafana spell them in their own way. */
const NAMES = ['alertname', 'alert_name', 'alertName', 'AlertName', 'rule_name', 'ruleName'];
/** Fields that name an alert without any of these labels. */
const TITLES = ['title', 'summary', 'message', 'description'];
/** Matches a label with the name of an alert, in a text of JSON. */
export const NAMED_LABEL = new RegExp(String.raw`"(?:${NAMES.join('|')})"\s{0,20}:`);

const firstText = (from: Json, keys: readonly string[]): string =>
  keys.map((key) => textOf(from[key]).trim()).find((text) => text !== '') ?? '';

/** Returns the name of an alert; of one that has a beginning but no such label, what it says. */
function nameOf(one: Json, labels: Json): string {
  const name = firstText(labels, NAMES);
  if (name !== '' || textOf(one['startsAt']) === '' || !isObject(one['labels'])) return name;
  return firstText(labels, ['alert', 'name'])
    || firstText(isObject(one['annotations']) ? one['annotations'] : {}, TITLES);
}

/** Returns the state of an alert, of one without a state that of the whole notification; `''` if it is no alert. */
function statusOf(one: Json, whole: string): string {
  const status = isObject(one['status']) ? textOf(one['status']['state'])
    : textOf(one['state']) || textOf(one['status']);
  if (status !== '' || textOf(one['startsAt']) === '') return status;
  return whole === '' && /^(?:0001-|$)/.test(textOf(one['endsAt'])) ? 'firing' : whole;
}

/** Returns an alert; null for an object without a name of an alert or its state. `whole`: state of all of them. */
function alertOf(one: Json, expressions: ReadonlyMap<unknown, string>, whole: string): Alert | null {
  const labels = isObject(one['labels']) ? one['labels'] : {};
  const [name, status] = [nameOf(one, labels), statusOf(one, whole)];
  if (name === '' || status === '') return null;
  const value = textOf(one['valueString']) === '' ? valueWords(one, labels, expressions.get(one))
    : grafanaValue(textOf(one['valueString']));
  return {
    name, labels: texts(labels), annotations: texts(one['annotations']), isFiring: FIRING.test(status),
    since: shortTime(textOf(one['activeAt']) || textOf(one['startsAt'])), value,
  };
}

/** Returns the values of Grafana's `[ var='A' labels={…} value=95.2 ]`. */
function grafanaValue(text: string): string {
  const values = [...text.slice(0, MAX_VALUE).matchAll(/var='(\w{1,20})'[^\]]{0,500}?\bvalue=([-+.\w]{1,30})/g)]
    .map(([, name, value]) => `${name}=${value}`);
  return values.length === 0 ? '' : ` Its values are ${values.slice(0, 3).join(', ')}.`;
}
const MAX_VALUE = 2000;

/** Returns the alerts of a JSON text, and of its whole ones if it is cut off. */
export function alertsOfJson(text: string): Alerts {
  const head = text.slice(0, MAX_CHARS);
  let root: unknown;
  try {
    root = JSON.parse(head);
  } catch {
    return { alerts: alertsOfPart(head), count: 0, isCut: true };
  }
  const objects = objectsOf(root);
  const expressions = expressionsOfRules(objects);
  const status = isObject(root) && Array.isArray(root['alerts']) ? textOf(root['status']) : '';
  const alerts = objects.flatMap((one) => alertOf(one, expressions, status) ?? []);
  const omitted = isObject(root) && typeof root['truncatedAlerts'] === 'number' ? root['truncatedAlerts'] : 0;
  return { alerts, count: omitted > 0 ? alerts.length + omitted : 0, isCut: objects.length >= MAX_OBJECTS };
}

const LABELS = /"labels"\s{0,20}:\s{0,20}(\{[^{}]{0,8000}\})/g;
const ANNOTATIONS = /"annotations"\s{0,20}:\s{0,20}(\{[^{}]{0,16000}\})/;
const STATE = /"(?:state|status)"\s{0,20}:\s{0,20}"(\w{1,30})"/;
const SINCE = /"(?:activeAt|startsAt)"\s{0,20}:\s{0,20}"([^"]{1,60})"/;
/** Characters around the labels of an alert in which its other keys are. */
const MAX_AROUND = 6000;

function parsed(text: string | undefined): Json {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Returns the alerts of JSON that is cut off. Keys of an alert stand before or after its labels. */
function alertsOfPart(text: string): Alert[] {
  const found = [...text.matchAll(LABELS)].filter(([, labels = '']) => NAMED_LABEL.test(labels));
  return found.flatMap((match, i): Alert[] => {
    const { index } = match;
    const before = found[i - 1];
    const from = Math.max(before === undefined ? 0 : before.index + before[0].length, index - MAX_AROUND);
    const to = Math.min(found[i + 1]?.index ?? text.length, index + match[0].length + MAX_AROUND);
    const labels = texts(parsed(match[1]));
    const name = NAMES.map((key) => labels.get(key) ?? '').find((text) => text !== '') ?? '';
    const behind = text.slice(index + match[0].length, to);
    // What stands before the next labels may be of the next alert; its object begins with a brace.
    const own = `${lastObject(text.slice(from, index))}${behind.slice(0, nextObject(behind))}`;
    const state = STATE.exec(own)?.[1] ?? 'firing';
    return name === '' ? [] : [{
      name, labels, annotations: texts(parsed(ANNOTATIONS.exec(own)?.[1])), isFiring: FIRING.test(state),
      since: shortTime(SINCE.exec(own)?.[1] ?? ''), value: '',
    }];
  });
}

/** Returns the end of a text from where the object begins that it leaves open: behind the last `},{`. */
function lastObject(text: string): string {
  const breaks = [...text.matchAll(/\}\s{0,60},\s{0,60}\{/g)].at(-1);
  return breaks === undefined ? text : text.slice(breaks.index);
}

/** Returns where the next object of a list begins. */
function nextObject(text: string): number {
  const at = /\}\s{0,60},\s{0,60}\{/.exec(text)?.index;
  return at === undefined ? text.length : at + 1;
}
