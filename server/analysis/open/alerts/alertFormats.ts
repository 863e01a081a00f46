/** Recognizes notifications about alerts: webhooks, mails, issues, chat messages, and what amtool prints. */
import { fits } from '../../../../core/text/prefilter/fits.ts';
import { CERTAIN, LIKELY, when, type Format, type Match } from '../look/format.ts';
import type { Look } from '../look/look.ts';
import type { Alerts } from './alert.ts';
import { AMTOOL_EXTENDED, AMTOOL_SIMPLE, alertsOfAmtool } from './amtool.ts';
import { alertsOfJson, NAMED_LABEL } from './jsonAlerts.ts';
import { alertsOfSeries } from './series.ts';
import { alertFacts } from './tellAlerts.ts';
import { alertsOfText } from './textAlerts.ts';

const REMEDY = 'Open the log of the server that the alert is about, or add that server as a target.';
const GRAFANA = /grafana_folder|^\[Alerting\]|\/alerting\/grafana\/|__alertId__|"orgId"\s{0,20}:/;

const programOf = (text: string): Sender => (fits(GRAFANA, text) ? 'Grafana' : 'Alertmanager');

const SENDERS = ['Alertmanager', 'Grafana'] as const;
type Sender = (typeof SENDERS)[number];

const BEGINS = /^\{\s{0,20}"receiver"\s{0,20}:\s{0,20}"[^"]{0,300}"\s{0,20},\s{0,20}"status"/;
const BEGIN_OF_ALERT = /"startsAt"\s{0,20}:\s{0,20}"/;
const isWebhook = (head: string): boolean => fits(/"alerts"\s{0,20}:\s{0,20}\[/, head) && (fits(BEGINS, head)
  || fits(/"(?:groupLabels|commonLabels|groupKey)"\s{0,20}:/, head)
  || (fits(BEGIN_OF_ALERT, head) && fits(/"labels"\s{0,20}:\s{0,20}\{/, head)));
/** Alerts without anything around them, as they are sent to Alertmanager; its answers have more keys. */
const isPosted = (head: string): boolean => fits(BEGIN_OF_ALERT, head) && fits(NAMED_LABEL, head)
  && fits(/"labels"\s{0,20}:\s{0,20}\{/, head) && !fits(/"(?:fingerprint|receivers?|activeAt|alerts)"\s{0,20}:/, head);

const webhookOf = (program: Sender): Format => ({
  id: program === 'Grafana' ? 'grafana-alert-webhook' : 'alert-webhook', name: `a notification of ${program}`,
  door: null,
  match: ({ head }) => when(/^[[{]/.test(head) && (isWebhook(head) || isPosted(head)) && programOf(head) === program,
    { ...CERTAIN, program }),
  interest: ({ text, isCut }) => {
    const alerts = alertsOfJson(text);
    return alertFacts({ ...alerts, isCut: alerts.isCut || isCut });
  },
  remedy: REMEDY,
});

/** The body that Alertmanager and Grafana send to a webhook. */
export const ALERT_WEBHOOKS: readonly Format[] = SENDERS.map(webhookOf);

export const AMTOOL_TABLE: Format = {
  id: 'alert-table', name: 'the alerts that amtool lists', door: null,
  match: ({ head }) => when(fits(AMTOOL_SIMPLE, head) || fits(AMTOOL_EXTENDED, head),
    { ...CERTAIN, program: 'Alertmanager' }),
  interest: ({ text, isCut }) => alertFacts({ ...alertsOfAmtool(text), isCut }),
  remedy: REMEDY,
};

/** The series that Prometheus keeps of alerts, as a query or federation gives them. */
export const ALERT_SERIES: Format = {
  id: 'alert-series', name: 'the series ALERTS of Prometheus', door: null,
  match: ({ head, lines }) => when(head.startsWith('ALERTS{') && lines.every((line) => line.startsWith('ALERTS{')),
    { ...CERTAIN, program: 'Prometheus' }),
  interest: ({ text, isCut }) => alertFacts({ ...alertsOfSeries(text), isCut }),
  remedy: REMEDY,
};

const MAY_BE = /alertname|\[(?:FIRING|RESOLVED|Alerting)\b|Alerts Firing|\*Alerts?:/i;
const TITLE = new RegExp(/^(?:[^\p{L}\n[]{0,20}|[^\n[]{0,60}\b(?:Subject|Title|Re|Fwd|APP|AM|PM)\b[^\n[]{0,12})/u.source
  + /\[(?:FIRING|RESOLVED|Alerting)(?::\d{1,6})?\][ \t*]{1,3}[\p{L}\d(*]/u.source, 'mu');
/** A name of an alert as one of the labels of a list or a table. */
const NAMED = new RegExp([
  /^[\s>|]{0,20}(?:[-*+\u2022\u25cf] )?[*_`'"]{0,3}(?:alertname|alert ?name)[*_`'":]{0,4}\s{0,9}/.source
  + /(?:[=:|]\s{0,9})?[*_`'"]{0,3}\w/.source,
  ...[
    /<t[hd]\b[^<>]{0,300}>\s{0,20}alertname\s{0,20}<\/t[hd]>/, />\s{0,60}alertname = \w/,
    /\bLabels:\s{1,9}- alertname = \w/,
  ].map(({ source }) => source),
].join('|'), 'im');
/** A message of a chat: `*Alert:* Name`. */
const TITLED = /^[\s>]{0,20}(?:[-*+\u2022] )?(?:\*{1,2}Alerts?:\*{1,2}|\*{1,2}Alerts?\*{1,2}:)[ \t]{1,9}\S/m;
const SAYS_MORE = new RegExp([
  /\b(?:severity|summary|description)\b[*_`:"'<>/\w\s=|]{0,20}[=:|>\t]/,
  /^\W{0,9}(?:Common )?(?:Annotations|Labels)\b/,
  /\bFiring\b/,
].map(({ source }) => source).join('|'), 'im');
/** Rules, tests of rules and configurations, which name alerts that need not fire. */
const RULES = /^[ \t>-]{0,20}(?:expr|exp|exp_alerts|eval_time|record|for|receiver|group_by|matchers?):/m;
const MIN_STAMPED = 3;
const MAX_BEGINNING = 16 * 1024;

/** Whether the text is mostly a log, in which the alert is one line. */
const isLog = ({ stamps, envelope, lines }: Look): boolean => envelope !== null
  || stamps.filter((stamp) => stamp !== null).length >= MIN_STAMPED || lines.some((line) => LOGGED.test(line));
const LOGGED = new RegExp([
  /^[> ]{0,8}(?:(?:ts|time|t)=["\d]|level=[a-z]{4,5} |\{"(?:ts|time|level|caller)":)/,
  /^[> ]{0,8}\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d\S{0,20}[ \t]{1,9}(?:\[?(?:info|warn|error|fatal)|level=)/i,
].map(({ source }) => source).join('|'), 'i');

function notification(look: Look): Match | null {
  // An alert far below the beginning is one of several parts, which are read one by one.
  const head = look.head.slice(0, MAX_BEGINNING);
  if (!look.isText || !fits(MAY_BE, head) || /^[[{]\s{0,20}["{]/.test(head) || fits(RULES, head) || isLog(look))
    return null;
  const program = programOf(head);
  if (fits(TITLE, head) || (fits(NAMED, head) && fits(SAYS_MORE, head))) return { ...CERTAIN, program };
  return fits(TITLED, head) && fits(SAYS_MORE, head) ? { ...LIKELY, program } : null;
}

const factsOf = new WeakMap<Look, Alerts>();
function alertsIn(look: Look): Alerts {
  const known = factsOf.get(look) ?? alertsOfText(look.text);
  factsOf.set(look, known);
  return known;
}

const noticeOf = (program: Sender): Format => ({
  id: program === 'Grafana' ? 'grafana-alert' : 'alert', name: `a notification of ${program}`, door: null,
  match: (look) => {
    const match = notification(look);
    return match === null || match.program !== program || alertsIn(look).alerts.length === 0 ? null : match;
  },
  interest: (look) => alertFacts(alertsIn(look)),
  remedy: REMEDY,
});

/** Notifications as mail, issue or chat message. */
export const ALERT_TEXTS: readonly Format[] = SENDERS.map(noticeOf);
