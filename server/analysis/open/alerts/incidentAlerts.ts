/** Recognizes alerts as JSON that PagerDuty and Opsgenie pass on, and alerts as JSON with escapes. Pure; bounded. */
import { isObject, objectsIn, textOf, type Json } from '../look/jsonObjects.ts';
import { joined, quoted } from '../look/factTools.ts';
import { CERTAIN, when, type Format } from '../look/format.ts';
import type { Alert } from './alert.ts';
import { alertsOfJson } from './jsonAlerts.ts';
import { alertFacts } from './tellAlerts.ts';
import { alertsOfText } from './textAlerts.ts';

const REMEDY = 'Open the log of the server that the alert is about, or add that server as a target.';
const MAX_CHARS = 256 * 1024;
const MAX_TEXTS = 20;
/** Texts of the templates of Alertmanager and Grafana. */
const OF_TEMPLATE = /\balertname = \S|^\[(?:FIRING|RESOLVED|Alerting)\b/m;
const PAGERDUTY = new RegExp([
  /"event_type"\s?:\s?"(?:incident\.\w{3,40}|trigger|acknowledge|resolve)"/,
  /"event_action"\s?:\s?"(?:trigger|acknowledge|resolve)"/,
  /"html_url"\s?:\s?"https:\/\/[\w.-]{1,100}\.pagerduty\.com\//,
].map(({ source }) => source).join('|'));
const OPSGENIE = /"(?:alertId|tinyId|integrationId)"\s?:\s?"/;

/** Returns the texts of an object and of what it holds. */
const textsOf = (all: readonly Json[]): string[] =>
  all.flatMap((one) => Object.values(one).flatMap((value) => (typeof value === 'string' ? [value] : [])));

/** Returns the alerts whose labels stand as details. */
function detailedAlerts(all: readonly Json[]): Alert[] {
  return all.flatMap((one): Alert[] => {
    const name = textOf(one['alertname']);
    const labels = new Map(Object.entries(one).flatMap(([key, value]): [string, string][] =>
      (typeof value === 'string' ? [[key, value]] : [])));
    return name === '' ? [] : [{ name, labels, annotations: labels, isFiring: true, since: '', value: '' }];
  });
}

/** Returns the first text at one of some keys of any object. */
function first(all: readonly Json[], ...keys: readonly string[]): string {
  for (const key of keys) {
    const text = all.map((one) => textOf(one[key])).find((value) => value !== '');
    if (text !== undefined) return text;
  }
  return '';
}

function incidentFacts(text: string): string | null {
  const all = objectsIn(text);
  const title = first(all, 'title', 'summary', 'message', 'description').trim();
  const status = first(all, 'event_type', 'event_action', 'action', 'status').replace(/^incident\./, '').toLowerCase();
  const isOver = /^(?:resolved?|closed?)$/.test(status);
  const templates = textsOf(all).filter((one) => OF_TEMPLATE.test(one)).slice(0, MAX_TEXTS);
  const ofText = templates.length === 0 ? null : alertsOfText(templates.toSorted((a, b) =>
    Number(b.startsWith('[')) - Number(a.startsWith('['))).join('\n').slice(0, MAX_CHARS));
  const alerts = ofText !== null && ofText.alerts.length > 0 ? ofText
    : { alerts: detailedAlerts(all), count: 0, isCut: false };
  const said = isOver || alerts.alerts.length === 0 ? null : alertFacts(alerts);
  const service = all.map((one) => one['service']).find(isObject);
  const of = service === undefined ? '' : textOf(service['summary']) || textOf(service['name']);
  return said ?? (title === '' ? null : joined([`The incident ${quoted(title)}${of === '' ? '' : ` of ${of}`}${
    isOver ? ' is over' : status === '' ? '' : ` has the status ${status}`}.`]));
}

const passedOn = (program: 'PagerDuty' | 'Opsgenie', pattern: RegExp): Format => ({
  id: `${program.toLowerCase()}-alert`, name: `an incident of ${program}`, door: null,
  match: ({ head }) => when(/^[[{]/.test(head) && pattern.test(head)
    && /"(?:title|summary|message|description)"\s?:/.test(head), { ...CERTAIN, program }),
  interest: ({ text }) => incidentFacts(text),
  remedy: REMEDY,
});

/** Returns JSON without the escapes of a text of JSON around it. */
function withoutEscapes(text: string): string {
  const own = text.trim().slice(0, MAX_CHARS).replace(/^"|"$/g, '');
  try {
    const read: unknown = JSON.parse(`"${own.replaceAll('\n', ' ')}"`);
    return textOf(read);
  } catch {
    return own.replaceAll(String.raw`\"`, '"').replaceAll(String.raw`\\`, '\\');
  }
}

const ESCAPED: Format = {
  id: 'escaped-alerts', name: 'alerts as JSON with escapes', door: null,
  match: ({ head }) => when(/^"?[[{]{1,2}\\"/.test(head) && /\\"alertname\\"/.test(head)),
  interest: ({ text }) => alertFacts(alertsOfJson(withoutEscapes(text))),
  remedy: REMEDY,
};

export const INCIDENT_ALERTS: readonly Format[] = [
  passedOn('PagerDuty', PAGERDUTY), passedOn('Opsgenie', OPSGENIE), ESCAPED,
];
