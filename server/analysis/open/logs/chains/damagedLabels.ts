/**
 * Says what the two label sets show of a series that is refused as out of order: whether they are the same, and whether
 * bytes of them are shifted. The message itself only names an order. Pure; bounded.
 */
import { logfmtFields } from '../../../logs/logfmt.ts';
import { joined } from '../../look/factTools.ts';

const REFUSED = 'out-of-order series added with label set ';
const LAST = ', last label set ';
const MAX_LINES = 200;
const MAX_SET = 4000;
const MAX_TOLD = 2;
const PAIR = /[{,] {0,2}(?:"((?:[^"\\]|\\.){1,200})"|([A-Za-z_][\w.:-]{0,200}))="((?:[^"\\]|\\.){0,500})"/g;
/** Characters that no label name of an exposition has. */
const NOT_IN_NAME = /["{}=,\n\r]/;
const NOT_IN_METRIC = /["{}=,\s]/;

interface Label { name: string; value: string }

const unescaped = (text: string): string =>
  text.replaceAll(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char));
/** Removes one level of the quotation marks of Go. */
const unquoted = (text: string): string => unescaped(text.trim().replace(/^"|"$/g, ''));

const labelsOf = (set: string): Label[] => [...set.slice(0, MAX_SET).matchAll(PAIR)]
  .map(([, quoted, bare = '', value = '']) => ({ name: unescaped(quoted ?? bare), value: unescaped(value) }));

/** Returns the label set that is refused and the one before it, as Go prints labels; null for other lines. */
function setsOf(line: string): [string, string] | null {
  if (!line.includes(REFUSED)) return null;
  const said = logfmtFields(line)['err'] ?? line;
  const from = said.indexOf(REFUSED) + REFUSED.length;
  const at = said.indexOf(LAST, from);
  return from < REFUSED.length || at < 0 ? null
    : [unquoted(said.slice(from, at)), unquoted(said.slice(at + LAST.length))];
}

/** Returns the names that no exposition has, with the name of a metric that has blanks or marks. */
const damagedIn = (labels: readonly Label[]): string[] => labels.flatMap(({ name, value }) => (NOT_IN_NAME.test(name)
  ? [`the label name ${shown(name)}`]
  : name === '__name__' && NOT_IN_METRIC.test(value) ? [`the metric name ${shown(value)}`] : []));

/** Quotes a name; a quotation mark within it would end the quotation, a line break the line. */
const shown = (name: string): string => `"${name.replaceAll('"', '\u2033').replaceAll(/[\n\r]/g, '\u21b5')}"`;

/** Returns null without such a line, or if its label sets are two different ones that are whole. */
export function damagedLabels(lines: readonly string[]): string | null {
  const sets = lines.slice(0, MAX_LINES).flatMap((line) => {
    const found = setsOf(line);
    return found === null ? [] : [found];
  });
  const [first] = sets;
  if (first === undefined) return null;
  const isSame = first[0] === first[1];
  const labels = labelsOf(first[0]);
  const damaged = damagedIn(labels);
  if (!isSame && damaged.length === 0) return null;
  const of = (name: string): string | undefined => labels.find((label) => label.name === name)?.value;
  const [instance, job] = [of('instance'), of('job')];
  const ofJob = job === undefined ? '' : ` (job ${job})`;
  const from = instance === undefined ? 'its target' : `the target ${instance}${ofJob}`;
  const same = isSame ? 'The series that is refused and the one before it have the same labels' : '';
  if (damaged.length === 0)
    return `${same}: the head or a block has that series twice. Copy the folder wal before you move it away, and look `
      + 'for a newer version.';
  const names = [...new Set(damaged)].slice(0, MAX_TOLD).join(' and ');
  return joined([
    `${isSame ? `${same}, and these are damaged` : 'The labels of the series that is refused are damaged'} (${
      names}): bytes of them are shifted, as by an error of memory or in the parser, so it is no metric of that name.`,
    `Compare the labels with the answer of ${from}, test the memory of this host, and look for a newer version; such `
      + 'series stay in the head and its WAL, so copy the folder wal before you move it away.',
  ]);
}
