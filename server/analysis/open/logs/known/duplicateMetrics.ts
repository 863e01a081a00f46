/** Reads the answer of an exporter whose metrics come twice with the same labels: how many, which, and why. Pure. */
import { counted } from '../../../../../core/text/format.ts';

const TWICE = 'was collected before with the same name and label values';
const SERVING = 'an error has occurred while serving metrics';
/** Messages that the sentence of this file contains. */
export const OF_DUPLICATES: ReadonlySet<string> = new Set([TWICE, SERVING]);

const METRIC = new RegExp(String.raw`collected metric "?([a-zA-Z_:][\w:]{1,120})"? ([^\n]{1,1500}?) ${TWICE}`, 'g');
const LABEL = /name: ?"(\w{1,60})" {1,3}value: ?"([^"\n]{0,80})"/g;
const COUNT = /\b(\d{1,7}) error\(s\) occurred/;
const MAX_METRICS = 500;
const MAX_LABELS = 4;
const EXPORTERS: Readonly<Record<string, string>> = {
  pg: 'postgres_exporter', mysql: 'mysqld_exporter', node: 'node_exporter', windows: 'windows_exporter',
  redis: 'redis_exporter', mongodb: 'mongodb_exporter', elasticsearch: 'elasticsearch_exporter',
};
/** A statement without an id is NULL in the view, which the exporter writes as this label. */
const NO_ID = 'The queryid is unknown, as of statements of other users that the role of the exporter may not see, so '
  + 'that they get the same labels: grant it pg_monitor or pg_read_all_stats, or turn off its collector of '
  + 'statements (--no-collector.stat_statements).';
const FIND = 'Find what yields them twice.';
/** The exporters that read metrics from files. */
const FIND_FILES = 'Find what yields them twice, such as two .prom files.';
const WITH_FILES: ReadonlySet<string> = new Set(['node_exporter', 'windows_exporter']);

/** Returns the exporter by the names of its metrics and what comes twice; null unless it serves such an answer. */
export function duplicateMetrics(text: string): { program: string; sentence: string } | null {
  if (!text.includes(TWICE) || !text.toLowerCase().includes(SERVING)) return null;
  const found = [...text.matchAll(METRIC)].slice(0, MAX_METRICS)
    .map(([, name = '', rest = '']) => ({ name, labels: [...rest.matchAll(LABEL)].map(([, key, value]) =>
      `${key}="${value}"`) }));
  const [first] = found;
  const program = EXPORTERS[first?.name.split('_', 1)[0] ?? ''];
  if (first === undefined || program === undefined) return null;
  const names = new Set(found.map(({ name }) => name)).size;
  const errors = Number(COUNT.exec(text)?.[1] ?? found.length);
  const labels = first.labels.length === 0 ? '' : ` with ${first.labels.slice(0, MAX_LABELS).join(', ')}`;
  const isUnknown = first.name.startsWith('pg_stat_statements') && first.labels.includes('queryid="unknown"');
  return {
    program,
    sentence: `The scrape of ${program} fails with ${counted(errors, 'error')}: metrics come twice with the same `
      + `labels, as ${first.name}${labels}${names > 1 ? `, and ${counted(names - 1, 'other name')} in the text` : ''
      }. ${isUnknown ? NO_ID : WITH_FILES.has(program) ? FIND_FILES : FIND}`,
  };
}
