/** Reads the answer of an exporter whose metrics come twice with the same labels: how many, which, and why. Pure. */
import { counted, cutMiddle } from '../../../../../core/text/format.ts';

const TWICE = 'was collected before with the same name and label values';
const SERVING = 'an error has occurred while serving metrics';
/** The same fault in the log of an exporter that continues with its other metrics, and the beginning of either list. */
const GATHERING = /\berror gathering metrics\b|\berror\(s\) occurred\b/i;
/** Messages that the sentence of this file contains. */
export const OF_DUPLICATES: ReadonlySet<string> = new Set([TWICE, SERVING]);

const METRIC = new RegExp(String.raw`collected metric "?([a-zA-Z_:][\w:]{1,120})"? ([^\n]{1,1500}?) ${TWICE}`, 'g');
const LABEL = /name: ?"(\w{1,60})" {1,3}value: ?"([^"\n]{0,400})"/g;
const COUNT = /\b(\d{1,7}) error\(s\) occurred/;
const MAX_METRICS = 500;
const MAX_LABELS = 4;
/** Series of one metric from which on it is told what they share. */
const MIN_SERIES = 3;
const MAX_VARIED = 2;
const MAX_VALUE = 80;
const EXPORTERS: Readonly<Record<string, string>> = {
  pg: 'postgres_exporter', mysql: 'mysqld_exporter', node: 'node_exporter', windows: 'windows_exporter',
  redis: 'redis_exporter', mongodb: 'mongodb_exporter', elasticsearch: 'elasticsearch_exporter',
};
/** A statement without an id is NULL in the view, which the exporter writes as this label. */
const NO_ID = 'The queryid is unknown, as of statements of other users that the role of the exporter may not see, so '
  + 'that they get the same labels: grant it pg_monitor or pg_read_all_stats, or turn off its collector of '
  + 'statements (--no-collector.stat_statements).';
const FIND = 'Find what exposes them twice.';
const OF_PUSHGATEWAY = /\bpush-?gateway\b/i;
const TWO_KEYS = 'The same series were pushed with two grouping keys, which are the labels in the URL of a push: find '
  + 'both groups on its web page, delete the wrong ones (curl -X DELETE with that URL), and push with one key. From '
  + '0.10 on, Pushgateway refuses such a push in place of failing its scrapes.';
const NOTHING = 'so Prometheus gets nothing of it (up is 0)';
/** The exporters that read metrics from files. */
const FIND_FILES = 'Find what exposes them twice, such as two .prom files.';
const WITH_FILES: ReadonlySet<string> = new Set(['node_exporter', 'windows_exporter']);
/** Labels of node_filesystem_… are the mount itself, so that only the table of mounts can have it twice. */
const MOUNTS = 'The table of mounts of the host has such a mount more than once, and node_exporter reads each: leave '
  + 'them out with --collector.filesystem.mount-points-exclude (before 1.3 ignored-mount-points)';
/** Folders under which Docker Desktop mounts into the Linux of WSL. */
const OF_DOCKER_DESKTOP = /\/docker-desktop[\w-]{0,40}/;

/** Returns the exporter by the names of its metrics and what comes twice; null unless it says so of its own. */
export function duplicateMetrics(whole: string): { program: string; sentence: string } | null {
  const isServing = whole.toLowerCase().includes(SERVING);
  if (!whole.includes(TWICE) || !(isServing || GATHERING.test(whole))) return null;
  // A log line has the answer in quotation marks.
  const text = whole.replaceAll(String.raw`\"`, '"');
  const found = [...text.matchAll(METRIC)].slice(0, MAX_METRICS)
    .map(([, name = '', rest = '']) => ({ name, labels: [...rest.matchAll(LABEL)].map(([, key, value]) =>
      `${key}="${cutMiddle(value ?? '', MAX_VALUE)}"`) }));
  const [first] = found;
  const known = EXPORTERS[first?.name.split('_', 1)[0] ?? ''];
  const isPushed = known === undefined && OF_PUSHGATEWAY.test(text);
  const program = isPushed ? 'Pushgateway' : known;
  if (first === undefined || program === undefined) return null;
  const names = new Set(found.map(({ name }) => name)).size;
  const errors = Number(COUNT.exec(text)?.[1] ?? found.length);
  const labels = sharedLabels(found) ?? (first.labels.length === 0 ? ''
    : ` with ${first.labels.slice(0, MAX_LABELS).join(', ')}`);
  const isUnknown = first.name.startsWith('pg_stat_statements') && first.labels.includes('queryid="unknown"');
  return {
    program,
    sentence: `The scrape of ${program} ${isServing ? 'fails with' : 'has'} ${counted(errors, 'error')}${
      isPushed && isServing ? `, ${NOTHING}` : ''}: metrics come twice with the same labels, as ${first.name}${labels}${
        names > 1 ? `, and ${counted(names - 1, 'other name')} in the text` : ''
      }. ${isPushed ? TWO_KEYS : isUnknown ? NO_ID : first.name.startsWith('node_filesystem_') ? mountsOf(text)
      : WITH_FILES.has(program) ? FIND_FILES : FIND}`,
  };
}

interface Found { name: string; labels: readonly string[] }

/** Returns the labels that all series of one metric share, and how many values the others have; null for others. */
function sharedLabels(found: readonly Found[]): string | null {
  const names = new Set(found.map(({ name }) => name));
  if (found.length < MIN_SERIES || names.size > 1) return null;
  const values = new Map<string, Set<string>>();
  for (const label of found.flatMap(({ labels }) => labels)) {
    const [name = ''] = label.split('=', 1);
    values.set(name, (values.get(name) ?? new Set<string>()).add(label));
  }
  const same = [...values.values()].flatMap((all) => (all.size === 1 ? [...all] : []))
    .filter((label) => !label.endsWith('=""')).slice(0, MAX_LABELS);
  // Labels with as many values mostly vary together.
  const varied = [...values].filter(([, all], i, whole) => all.size > 1
    && whole.findIndex(([, other]) => other.size === all.size) === i).slice(0, MAX_VARIED)
    .map(([name, all]) => `${all.size.toLocaleString('en-US')} values of ${name}`);
  const beside = varied.length === 0 ? '' : ` (${varied.join(', ')})`;
  return `${same.length === 0 ? '' : ` with ${same.join(', ')}`}${beside}`;
}

/** Returns what has mounts twice, and how they are left out. */
function mountsOf(text: string): string {
  const folder = OF_DOCKER_DESKTOP.exec(text)?.[0].slice(1);
  return `${MOUNTS}${folder === undefined ? '' : `, here those with ${folder} (of Docker Desktop)`}.`;
}

/** The meaning of a metric that is exposed twice, for any program. */
const MEANING = new RegExp('A program exposes a metric twice with the same labels, and the scrape fails or lacks it: '
  + String.raw`[^\n]{1,200}?\.(?= [A-Z]|$)`);

/** Returns the facts of a log with the exporter, the metric and the reason in place of what it means of any program. */
export function withDuplicates(facts: string | null, text: string): string | null {
  if (facts === null || !MEANING.test(facts)) return facts;
  const twice = duplicateMetrics(text);
  return twice === null ? facts : facts.replace(MEANING, () => twice.sentence);
}
