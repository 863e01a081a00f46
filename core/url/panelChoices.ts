/** Choices of a reader on a page besides its window: open parts, table sorting, the comparison of a section. */
export interface PanelChoices {
  /**
   * Number of block ranges in the fold of the compaction page; on GC & CPU, rank of the folded train, 1 for the most
   * expensive.
   */
  fold: number;
  /** Names of the charts shown as tables, as returned by `tableName`. */
  tables: string[];
  /** Names of opened collapsible parts, such as `estimates` or `figures`. */
  open: string[];
  /** Sort orders set by the reader, with the name that `tableName` returns for the table's caption. */
  sorts: TableOrder[];
  /** Targets whose compactions are drawn next to those of the page's target. */
  beside: string[];
  /** Slider values of the GC & CPU what-if; null for the current value. */
  whatIf: { gogcPercent: number | null; memoryLimitBytes: number | null };
  compared: ComparedOutputs;
}

/** Comparison of the benchmarks page, with the parameters of the API's `POST /benchmarks`. */
export interface ComparedOutputs {
  /** Ids of stored outputs, the base first; empty if they are only in this browser tab. */
  outputs: string[];
  /** Configuration keys whose differences are ignored. */
  ignore: string[];
  /** Units treated as exact. */
  exact: string[];
  /** Key of the names whose values are the columns; null means one column per output. */
  col: string | null;
  /** Keys whose values are the rows, with commas; null means one row per name. */
  row: string | null;
  /** Whether times are divided by the factor by which most benchmarks changed. */
  subtractDrift: boolean;
}

export interface TableOrder { table: string; key: string; descending: boolean }

export const NO_CHOICES: PanelChoices = {
  fold: 1, tables: [], open: [], sorts: [], beside: [], whatIf: { gogcPercent: null, memoryLimitBytes: null },
  compared: { outputs: [], ignore: [], exact: [], col: null, row: null, subtractDrift: false },
};

const MAX_FOLD = 99;
/** Pattern of a key: of names, of a configuration line, or one of benchstat's own. */
const ONE_KEY = /(?:\/[^\s/=,]{1,100}|\.(?:config|file|name)|[^\sA-Z:/=.,][^\s:/=,]{0,99})/.source;
const COLUMN = new RegExp(`^${ONE_KEY}(?:,${ONE_KEY}){0,3}$`);
const ROW = new RegExp(COLUMN.source.replaceAll('config|file|name', 'fullname|name'));
const MAX_NAMES = 40;
const MAX_TARGETS = 16;
const MAX_NAME_LENGTH = 200;
const MAX_OUTPUTS = 8;
const ORDER = /^([a-z0-9-]{1,60}):(-?)([A-Za-z0-9_][A-Za-z0-9_-]{0,59})$/;

/** Returns the name of a chart in an address: `cpu-used-cores` for `CPU used (cores)`. */
export function tableName(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 60);
}

function parseNames(text: string | null): string[] {
  const names = (text ?? '').split(',').filter((name) => name !== '' && tableName(name) === name);
  return [...new Set(names)].slice(0, MAX_NAMES);
}

/** Parses orders such as `gc-cycles:-length`, one per table. */
function parseOrders(text: string | null): TableOrder[] {
  return (text ?? '').split(',').flatMap((one) => {
    const [, table = '', minus, key = ''] = ORDER.exec(one) ?? [];
    return table === '' ? [] : [{ table, key, descending: minus === '-' }];
  }).slice(0, MAX_NAMES);
}

/** Returns the orders with that of one table replaced; unchanged if its name or key cannot be written in an address. */
export function withOrder(orders: readonly TableOrder[], order: TableOrder): TableOrder[] {
  const next = [...orders.filter(({ table }) => table !== order.table), order].slice(-MAX_NAMES);
  return ORDER.test(orderText(order)) ? next : [...orders];
}

const orderText = ({ table, key, descending }: TableOrder): string => `${table}:${descending ? '-' : ''}${key}`;

function parseWhole(text: string | null): number | null {
  return /^\d{1,15}$/.test(text ?? '') ? Number(text) : null;
}

/** Returns distinct texts, at most `max`. */
function parseTexts(query: URLSearchParams, key: string, max: number): string[] {
  return [...new Set(query.getAll(key))].filter((name) => name !== '' && name.length <= MAX_NAME_LENGTH).slice(0, max);
}

/** Returns keys of rows, as typed or from an address, without blanks; null of a text that is no list of them. */
export function rowKeys(text: string): string | null {
  return ROW.exec(text.replace(/\s/g, ''))?.[0] ?? null;
}

export function parsePanelChoices(query: URLSearchParams): PanelChoices {
  const fold = Number(/^[1-9]\d?$/.exec(query.get('fold') ?? '')?.[0] ?? 1);
  return {
    fold: Math.min(fold, MAX_FOLD), tables: parseNames(query.get('tables')), open: parseNames(query.get('open')),
    sorts: parseOrders(query.get('sorts')),
    beside: parseTexts(query, 'beside', MAX_TARGETS),
    whatIf: { gogcPercent: parseWhole(query.get('gogc')), memoryLimitBytes: parseWhole(query.get('gomemlimit')) },
    compared: {
      outputs: (query.get('outputs') ?? '').split(',').filter((id) => /^[0-9a-f]{64}$/.test(id)).slice(0, MAX_OUTPUTS),
      ignore: parseTexts(query, 'unlike', MAX_NAMES), exact: parseTexts(query, 'exact', MAX_NAMES),
      col: COLUMN.exec(query.get('col') ?? '')?.[0] ?? null, row: rowKeys(query.get('row') ?? ''),
      subtractDrift: query.get('drift') === 'subtracted',
    },
  };
}

/** Returns keys and texts for an address; null for a default. */
export function panelChoiceTexts(
  { fold, tables, open, sorts, beside, whatIf, compared }: PanelChoices
): [key: string, text: string | null][] {
  const each = (key: string, texts: readonly string[]): [string, string][] => texts.map((one) => [key, one]);
  const whole = (value: number | null): string | null => (value === null ? null : String(value));
  return [
    ['fold', fold === 1 ? null : String(fold)], ['tables', tables.join(',')], ['open', open.join(',')],
    ['sorts', sorts.map(orderText).join(',')], ...each('beside', beside),
    ['gogc', whole(whatIf.gogcPercent)], ['gomemlimit', whole(whatIf.memoryLimitBytes)],
    ['outputs', compared.outputs.join(',')], ...each('unlike', compared.ignore), ...each('exact', compared.exact),
    ['col', compared.col], ['row', compared.row], ['drift', compared.subtractDrift ? 'subtracted' : null],
  ];
}
