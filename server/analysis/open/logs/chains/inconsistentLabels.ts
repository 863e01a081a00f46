/** Reads the answer of an exporter whose samples of a metric have different label names: which, how many. Pure. */
import { counted } from '../../../../../core/text/format.ts';

const UNEQUAL = 'has label dimensions inconsistent with previously collected metrics';
/** Messages that the sentence of this file contains. */
export const OF_UNEQUAL: ReadonlySet<string> = new Set([
  UNEQUAL, 'an error has occurred while serving metrics', 'an error has occurred during metrics gathering',
  'an error has occurred during metrics collection',
]);
const METRIC = new RegExp(String.raw`collected metric "?([a-zA-Z_:][\w:]{1,120})"? ([^\n]{1,1500}?) {1,4}${UNEQUAL}`);
const LABEL = /\bname: ?"(\w{1,60})" {1,3}value:/g;
const COUNT = /\b(\d{1,7}) error\(s\) occurred/;
const MAX_LABELS = 6;
const STEP = 'The client library in the exporter refuses such samples, so the scrape fails or lacks them: give all '
  + 'samples of that metric the same label names, empty where there is no value';

/** Returns the exporter, if its files of metrics are named, and what is unequal; null without such an error. */
export function inconsistentLabels(whole: string): { program: string; sentence: string } | null {
  if (!whole.includes(UNEQUAL)) return null;
  const text = whole.replaceAll(String.raw`\"`, '"');
  const [, name, rest = ''] = METRIC.exec(text) ?? [];
  if (name === undefined) return null;
  const labels = [...rest.matchAll(LABEL)].map(([, label = '']) => label).slice(0, MAX_LABELS);
  const errors = Number(COUNT.exec(text)?.[1] ?? 1);
  const ofFiles = /\btextfile\b|\.prom\b/.test(text);
  return {
    program: ofFiles ? 'node_exporter' : 'an exporter',
    sentence: `It has the error "collected metric ${name} ${UNEQUAL}"${
      errors > 1 ? `, one of ${counted(errors, 'error')}` : ''}: samples of ${name} have different label names${
      labels.length === 0 ? '' : `, and one of them has ${labels.join(', ')}`}. ${STEP}${
      ofFiles ? ' (in the script that writes the .prom file)' : ''}.`,
  };
}
