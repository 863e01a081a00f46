/** Tells several tables of kubectl top in one text apart, each with the line above it. Pure; bounded. */
import { headingAbove } from '../../look/headingAbove.ts';

const HEADER = /^[ \t]{0,20}(?:NAMESPACE\s+)?(?:POD\s+)?NAME\s+CPU\(cores\)\s+(?:CPU%\s+)?MEMORY\(bytes\)/;
const ROW = new RegExp(String.raw`^\s{0,20}(?:\S{1,253}\s{2,40}){0,2}(\S{1,253})\s{1,200}(\d{1,9}m?)\s{1,20}`
  + String.raw`(?:\d{1,3}%\s{1,20})?(\d{1,12}[KMGT]i)\b`);
/** A figure on the line behind a table, such as `rate(a_total[5m]) - 2994.3`. */
const FIGURE = /^\s{0,8}(\S.{2,150}?)\s{1,8}(?:[-=:]|is)\s{1,8}(\d{1,15}(?:\.\d{1,20})?)\s*$/;
const MAX_LINES = 3000;
const MAX_LINE = 500;
const MAX_TABLES = 6;

interface Row { name: string; cpu: string; memory: string }
interface Table { label: string | null; isOfNodes: boolean; rows: Row[]; figure: { of: string; value: number } | null }

function tablesIn(text: string): Table[] {
  const tables: Table[] = [];
  let above: string[] = [];
  let open: Table | null = null;
  for (const whole of text.split('\n', MAX_LINES)) {
    const line = whole.slice(0, MAX_LINE).replace(/^> ?/, '');
    const [, name, cpu, memory] = open === null ? [] : ROW.exec(line) ?? [];
    if (HEADER.test(line)) {
      open = {
        label: headingAbove(above.join('\n')), isOfNodes: /CPU%/.test(line), rows: [], figure: null,
      };
      tables.push(open);
      above = [];
    } else if (open !== null && name !== undefined && cpu !== undefined && memory !== undefined)
      open.rows.push({ name, cpu, memory });
    else {
      const [, of, value] = open === null ? [] : FIGURE.exec(line) ?? [];
      if (open !== null && of !== undefined) open.figure = { of, value: Number(value) };
      open = null;
      above.push(line);
    }
  }
  return tables.filter(({ rows }) => rows.length > 0);
}

const UNITS = ' KMGT';
const bytesOf = ({ memory }: Row): number =>
  Number.parseInt(memory, 10) * 1024 ** UNITS.indexOf(/[KMGT]/.exec(memory)?.[0] ?? ' ');

const largestOf = ({ rows }: Table): Row | undefined => rows.toSorted((a, b) => bytesOf(b) - bytesOf(a))[0];

const listed = (parts: readonly string[]): string =>
  (parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`);

/** Returns what each of several tables says; null for one table. */
export function topTables(text: string): string | null {
  const tables = tablesIn(text);
  if (tables.length < 2) return null;
  const told = tables.slice(0, MAX_TABLES);
  const more = tables.length - told.length;
  const rest = more === 0 ? '' : ` ${more} more ${more === 1 ? 'table is' : 'tables are'} in the text.`;
  const largest = told.flatMap((table) => largestOf(table) ?? []);
  const names = new Set(tables.flatMap(({ rows }) => rows.map(({ name }) => name)));
  // A sentence or a figure between tables is no name.
  const labels = told.map(({ label }) => (label === null || / [-=] \d/.test(label) ? null : label));
  const hasLabels = labels.every((label) => label !== null) && new Set(labels).size === labels.length;
  const uses = largest.map(({ memory, cpu }, i) =>
    `${hasLabels ? `${labels[i]} ` : ''}${memory} with ${cpu} of CPU`);
  if (names.size === 1)
    return `It has ${tables.length} tables of ${[...names].join('')}: ${listed(uses)}.${figuresOf(told)}${rest}`;
  return `${largest.map(({ name, memory, cpu }, i) => `${hasLabels ? labels[i] : `Table ${i + 1}`}: ${
    told[i]?.isOfNodes === true ? 'the node ' : ''}${name} uses most memory: ${memory}, with ${cpu} of CPU.`)
    .join(' ')}${rest}`;
}

/** Returns the figures behind the tables if each has one, of the same name. */
function figuresOf(tables: readonly Table[]): string {
  const figures = tables.flatMap(({ figure }) => figure ?? []);
  const [first] = figures;
  const isOfAll = figures.length === tables.length && figures.every(({ of }) => of === first?.of);
  return first === undefined || !isOfAll ? ''
    : ` Behind them stand ${listed(figures.map(({ value }) => Math.round(value).toLocaleString('en-US')))} of ${
      first.of}.`;
}
