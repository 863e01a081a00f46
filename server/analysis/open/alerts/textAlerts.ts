/** Reads alerts from notifications in words, made from the templates of Alertmanager or Grafana. Pure. */
import { fits } from '../../../../core/text/prefilter/fits.ts';
import { valueWords } from './alertValues.ts';
import type { Alert, Alerts } from './alert.ts';
import { notificationLines } from './notificationLines.ts';

const MAX_ALERTS = 20_000;
const MAX_VALUE = 1000;

/** Title of a notification: `[FIRING:2] Name (labels)`. */
const TITLE = /\[(FIRING|RESOLVED|Alerting)(?::(\d{1,6}))?\][ \t]{0,9}(.{0,600})/;
const FIRING = /^(?:\[\d{1,6}\] )?(?:Alerts? )?Firing(?: alerts?)?:?$/i;
const RESOLVED = /^(?:\[\d{1,6}\] )?(?:Alerts? )?Resolved(?: alerts?)?:?$/i;
/** The head of a mail, under which the labels stand by which its alerts are grouped. */
const GROUPED = /^\d{1,6} alerts? for\b/;
/** The text of a link below the annotations. */
const LINK = /^(?:Source|Silence|Dashboard|Panel|Runbook|View in \w{1,30}|Sent by \w{1,30}|GeneratorURL)\.?$/i;
const SECTION = /^(Common |Group )?(Labels|Annotations|Details|Alerts)(?: \(\d{1,6}\))?:?$/i;
const PAIR = new RegExp([
  String.raw`^\|?[ \t]{0,9}([A-Za-z_][\w.-]{0,80}|[Aa]lert [Nn]ame|[Ss]tart(?:s|ed) [Aa]t)[ \t]{0,9}`,
  String.raw`(=|:(?!//)|\||\t)[ \t]{0,9}(.{0,2000}?)[ \t]{0,9}\|?$`,
].join(''));
const VALUE = /^Value:\s{0,9}(.{1,400})$/;
/** Value in a description, as rules that many copy have it. */
const VALUE_WITHIN = /^VALUE = (.{1,100})$/;
const LABELS_WITHIN = /^LABELS = (?:map\[|\{)/;
const SOURCE = /^Source:\s{0,9}(\S{1,4000})/;
const TITLED = /^(\S.{0,120}?) \((\d{1,6}) (?:active|firing)\)$/;

/** Keys that are read without a heading Labels or Annotations over them, by what they are. */
const KEYS: Readonly<Record<string, string>> = {
  alertname: 'alertname', alert: 'alert', 'alert name': 'alertname', alert_name: 'alertname', alerts: 'alert',
  severity: 'severity', priority: 'severity', instance: 'instance', namespace: 'namespace', pod: 'pod',
  container: 'container', node: 'node', job: 'job', cluster: 'cluster', host: 'instance', service: 'service',
  deployment: 'deployment', persistentvolumeclaim: 'persistentvolumeclaim', url: 'url', device: 'device',
  mountpoint: 'mountpoint',
  description: 'description', summary: 'summary', message: 'message', details: 'description',
  started: 'since', startsat: 'since', 'started at': 'since', 'starts at': 'since', since: 'since',
  'activeat': 'since', status: 'status', state: 'status',
};
const ANNOTATIONS: ReadonlySet<string> = new Set([
  'description', 'summary', 'message', 'runbook_url', 'runbook', 'dashboard', 'error',
]);

type Section = 'labels' | 'annotations' | 'none';
interface Draft {
  labels: Map<string, string>; annotations: Map<string, string>; isFiring: boolean; since: string; value: string;
  source: string;
}

/** The fields that a notification states for all of its alerts. */
interface Common {
  labels: Map<string, string>; annotations: Map<string, string>; isFiring: boolean; count: number; titles: Title[];
}
/** A title, and how many alerts stood before it. */
interface Title { text: string; isFiring: boolean; from: number }

const SINCE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?/;
const timeIn = (text: string): string => (SINCE.exec(text)?.[0] ?? '').replace(/\.\d{1,9}/, '');

/** The alerts read so far, and the place of the next line in the notification. */
interface Reading {
  common: Common; drafts: Draft[]; section: Section; isCommon: boolean;
  /** The annotation that the next lines may go on. */
  last: { of: Map<string, string>; key: string } | null;
}

/** Returns the alerts of a notification in words. */
export function alertsOfText(text: string): Alerts {
  const common: Common = { labels: new Map(), annotations: new Map(), isFiring: true, count: 0, titles: [] };
  const reading: Reading = { common, drafts: [], section: 'none', isCommon: false, last: null };
  for (const line of notificationLines(text)) {
    if (reading.drafts.length >= MAX_ALERTS) break;
    if (line === '') reading.last = null;
    else if (!READERS.some((read) => read(line, reading))) readPair(line, reading);
  }
  return { alerts: finished(reading.drafts, common), count: common.count, isCut: false };
}

/** Begins another part of the notification. */
function enter(reading: Reading, section: Section, isCommon = false): true {
  [reading.section, reading.isCommon, reading.last] = [section, isCommon, null];
  return true;
}

function begin({ drafts, common }: Reading): Draft {
  const draft: Draft = {
    labels: new Map(), annotations: new Map(), isFiring: common.isFiring, since: '', value: '', source: '',
  };
  drafts.push(draft);
  return draft;
}

/** Reads `[FIRING:2] Name (labels)`. */
function readTitle(line: string, reading: Reading): boolean {
  const title = TITLE.exec(line);
  if (title === null || title.index >= MAX_TITLE_AT) return false;
  const { common, drafts } = reading;
  common.isFiring = title[1] !== 'RESOLVED';
  common.count += common.isFiring ? Number(title[2] ?? 0) : 0;
  common.titles.push({ text: title[3] ?? '', isFiring: common.isFiring, from: drafts.length });
  return enter(reading, 'none');
}

/** Reads `Alerts Firing:`, `1 alert for`, `Labels:` and the texts of links. */
function readHeading(line: string, reading: Reading): boolean {
  if (FIRING.test(line) || RESOLVED.test(line)) {
    reading.common.isFiring = FIRING.test(line);
    return enter(reading, 'none');
  }
  if (LINK.test(line)) return enter(reading, 'none', reading.isCommon);
  if (GROUPED.test(line)) return enter(reading, 'labels', true);
  const heading = SECTION.exec(line);
  if (heading === null) return false;
  const [, common, kind = ''] = heading;
  const isLabels = /^(?:labels|details)/i.test(kind);
  if (common === undefined && isLabels && reading.drafts.at(-1)?.labels.has('alertname') !== false) begin(reading);
  return enter(reading, /^annotations/i.test(kind) ? 'annotations' : 'labels', common !== undefined);
}

/** Reads the value of Grafana, which stands before the labels, and the source, which stands after them. */
function readValue(line: string, reading: Reading): boolean {
  const [, value] = VALUE.exec(line) ?? [];
  const [, source] = SOURCE.exec(line) ?? [];
  if (value === undefined && source === undefined) return false;
  const before = reading.drafts.at(-1);
  const isNew = value !== undefined && (before === undefined || before.labels.size + before.annotations.size > 0);
  const draft = isNew ? begin(reading) : before;
  if (draft !== undefined) [draft.value, draft.source] = [value ?? draft.value, source ?? draft.source];
  return enter(reading, 'none');
}

/** Reads the value at the end of a description, and leaves out the dump of labels there. */
function readValueWithin(line: string, { drafts }: Reading): boolean {
  const [, value] = VALUE_WITHIN.exec(line) ?? [];
  const draft = drafts.at(-1);
  if (draft !== undefined && value !== undefined) draft.value ||= value;
  return value !== undefined || LABELS_WITHIN.test(line);
}

const READERS: readonly ((line: string, reading: Reading) => boolean)[] = [
  readTitle, readHeading, readValue, readValueWithin,
];

/** Returns what a name stands for; null if it is none of an alert where it stands. */
function keyOf([, name = '', separator, text = '']: RegExpExecArray, section: Section): string | null {
  const known = KEYS[name.toLowerCase()];
  if (known === 'since' && fits(SINCE, text)) return known;
  if (section === 'annotations') return name;
  const isLabel = separator === '=' || (section === 'labels' && separator !== ':');
  return known ?? (isLabel ? name : null);
}

/** Reads a label, an annotation, or the next line of one. */
function readPair(line: string, reading: Reading): void {
  const { section, isCommon, common, drafts, last } = reading;
  const pair = PAIR.exec(line);
  const key = pair === null ? null : keyOf(pair, section);
  if (pair === null || key === null) {
    if (last !== null && section === 'annotations') append(last, line);
    return;
  }
  const said = cell(pair[3] ?? '');
  if (said === '' && key !== 'description') return;
  const draft = isCommon ? null : draftFor(drafts.at(-1), key, () => begin(reading));
  const of = draft ?? common;
  if (key === 'since') {
    if (draft !== null) draft.since ||= timeIn(said);
  } else if (key === 'status') of.isFiring = !/resolved|inactive|\bok\b|normal/i.test(said);
  else {
    const into = section === 'annotations' || ANNOTATIONS.has(key) ? of.annotations : of.labels;
    if (!into.has(key) || isCommon) into.set(key, said.slice(0, MAX_VALUE));
    reading.last = into === of.annotations ? { of: into, key } : null;
  }
}
const MAX_TITLE_AT = 40;

const cell = (text: string): string => text.replace(/^["'](.{0,2000})["']$/, '$1').trim();

function append({ of, key }: { of: Map<string, string>; key: string }, line: string): void {
  const text = of.get(key) ?? '';
  if (text.length < MAX_VALUE) of.set(key, `${text} ${line}`.trim());
}

/** A second name begins another alert. */
function draftFor(last: Draft | undefined, key: string, begin: () => Draft): Draft {
  return last === undefined || (NAMES.has(key) && last.labels.has(key)) ? begin() : last;
}
const NAMES: ReadonlySet<string> = new Set(['alertname', 'alert']);

/** The severity behind the title of an alert, as in `Title - critical`. */
const SEVERITY = / - (critical|warning|info|page|error|none)$/i;

/** Takes the name out of the labels: the label alertname, else the title in the message. */
function takeName(labels: Map<string, string>): string {
  const title = labels.get('alert') ?? '';
  const severity = SEVERITY.exec(title)?.[1];
  if (severity !== undefined && !labels.has('severity')) labels.set('severity', severity);
  const name = labels.get('alertname') ?? title.replace(SEVERITY, '').replace(/\.$/, '');
  for (const key of NAMES) labels.delete(key);
  return name;
}

/** Returns the alerts with what all have in common; a title with no alert below it is one itself. */
function finished(drafts: readonly Draft[], common: Common): Alert[] {
  const titles = common.titles.filter(({ text }) => titled(text) !== '');
  const named = drafts.flatMap((draft, i): Alert[] => {
    const labels = new Map([...common.labels, ...draft.labels]);
    const name = takeName(labels) || titled(titles.findLast(({ from }) => from === i)?.text ?? '');
    return name === '' ? [] : [{
      name, labels, annotations: new Map([...common.annotations, ...draft.annotations]), isFiring: draft.isFiring,
      since: draft.since,
      value: draft.value === '' ? valueWords({ generatorURL: draft.source }, {}, undefined)
        : ` Its value is ${draft.value.replace(/\.$/, '')}.`,
    }];
  });
  const lone = titles.filter(({ from }, i) => (titles[i + 1]?.from ?? drafts.length) === from);
  const { labels } = common;
  const name = named.length > 0 ? '' : takeName(labels);
  const of = { labels, annotations: common.annotations, since: '', value: '' };
  return [
    ...named, ...name === '' ? [] : [{ ...of, name, isFiring: common.isFiring }],
    ...name !== '' ? [] : lone.map(({ text, isFiring }) => ({ ...of, name: titled(text), isFiring })),
  ];
}

/** Returns the name in a title: `Name (labels)`, `Name for job`, `Name value value`. */
function titled(title: string): string {
  const [, active = title] = TITLED.exec(title) ?? [];
  const [name = ''] = active.split(/ \(| for | - |: | \| /, 1);
  const [first = ''] = name.trim().split(/\s/, 1);
  // A name in one word with capitals within, such as KubePodCrashLooping, ends at the first blank.
  return /^[A-Za-z]\w{0,100}[a-z][A-Z]\w{0,100}$/.test(first) ? first : name.trim();
}
