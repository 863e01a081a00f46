/** What a reader chose on a page besides its window: what is open, how tables are sorted, what a section compares. */
export interface PanelChoices {
  /** How many block ranges the fold of the compaction page covers; which train GC & CPU folds, the dearest is 1. */
  fold: number;
  /** Names of the charts shown as tables, as `tableName` makes them. */
  tables: string[];
  /** Names of the collapsed parts that are open, such as `estimates` or `figures`. */
  open: string[];
  /** Tables sorted by the reader, each by the name that `tableName` makes of its caption. */
  sorts: TableOrder[];
  /** The targets whose compactions are drawn beside those of the page's target. */
  beside: string[];
  /** What the sliders of the what-if of GC & CPU are at; null = as it is now. */
  whatIf: { gogcPercent: number | null; memoryLimitBytes: number | null };
  compared: ComparedOutputs;
}

/** What the page of benchmarks compares, and how: as the API's `POST /benchmarks` takes it. */
export interface ComparedOutputs {
  /** Ids of stored outputs, the base first; none where they are in this browser tab alone. */
  outputs: string[];
  /** Configuration keys whose differences are ignored. */
  ignore: string[];
  /** Units taken as exact. */
  exact: string[];
  /** The key of the names whose values are the columns; null = a column an output. */
  col: string | null;
  /** Times are divided by the factor by which most benchmarks changed. */
  subtractDrift: boolean;
}

export interface TableOrder { table: string; key: string; descending: boolean }

export const NO_CHOICES: PanelChoices = {
  fold: 1, tables: [], open: [], sorts: [], beside: [], whatIf: { gogcPercent: null, memoryLimitBytes: null },
  compared: { outputs: [], ignore: [], exact: [], col: null, subtractDrift: false },
};

const MAX_FOLD = 99;
/** A key of names, of a configuration line, or one of benchstat's own. */
const ONE_KEY = /(?:\/[^\s/=,]{1,100}|\.(?:config|file|name)|[^\sA-Z:/=.,][^\s:/=,]{0,99})/.source;
const COLUMN = new RegExp(`^${ONE_KEY}(?:,${ONE_KEY}){0,3}$`);
const MAX_NAMES = 40;
const MAX_TARGETS = 16;
const MAX_NAME_LENGTH = 200;
const MAX_OUTPUTS = 8;
const ORDER = /^([a-z0-9-]{1,60}):(-?)([A-Za-z0-9_][A-Za-z0-9_-]{0,59})$/;

/** `cpu-used-cores` of `CPU used (cores)`: a chart in an address. */
export function tableName(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 60);
}

function parseNames(text: string | null): string[] {
  const names = (text ?? '').split(',').filter((name) => name !== '' && tableName(name) === name);
  return [...new Set(names)].slice(0, MAX_NAMES);
}

/** `gc-cycles:-length`, for each table. */
function parseOrders(text: string | null): TableOrder[] {
  return (text ?? '').split(',').flatMap((one) => {
    const [, table = '', minus, key = ''] = ORDER.exec(one) ?? [];
    return table === '' ? [] : [{ table, key, descending: minus === '-' }];
  }).slice(0, MAX_NAMES);
}

/** The orders with that of one table put in; unchanged where its name or its key cannot be written in an address. */
export function withOrder(orders: readonly TableOrder[], order: TableOrder): TableOrder[] {
  const next = [...orders.filter(({ table }) => table !== order.table), order].slice(-MAX_NAMES);
  return ORDER.test(orderText(order)) ? next : [...orders];
}

const orderText = ({ table, key, descending }: TableOrder): string => `${table}:${descending ? '-' : ''}${key}`;

function parseWhole(text: string | null): number | null {
  return /^\d{1,15}$/.test(text ?? '') ? Number(text) : null;
}

/** Each once, at most so many. */
function parseTexts(query: URLSearchParams, key: string, max: number): string[] {
  return [...new Set(query.getAll(key))].filter((name) => name !== '' && name.length <= MAX_NAME_LENGTH).slice(0, max);
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
      col: COLUMN.exec(query.get('col') ?? '')?.[0] ?? null, subtractDrift: query.get('drift') === 'subtracted',
    },
  };
}

/** For an address; what is as it is by default is null. */
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
    ['col', compared.col], ['drift', compared.subtractDrift ? 'subtracted' : null],
  ];
}
