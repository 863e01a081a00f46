/** Reads rows of pods: columns of kubectl get, tables and lists of Markdown, also with redacted names. Pure. */

/** A pod in one row; null for what the row does not say. */
interface PodRow {
  name: string; status: string | null; restarts: number | null;
  /** Its ready containers, as `0/2`, and its age, as `2s`. */
  ready?: string | null; age?: string | null;
}

const MAX_LINE = 1000;
/** READY of a row. */
const READY = /\d\/\d/;
/** The name, READY, STATUS, RESTARTS and AGE, after any prefix. */
const COLUMNS = new RegExp(
  /(?:^|[\s\])>|:])(?:pods?\/|po\/)?([A-Za-z0-9][\w.*-]{1,252})[ \t]{1,200}(\d{1,3}\/\d{1,3})[ \t]{1,200}/.source
    + /([A-Z]\S{1,39})[ \t]{1,200}(\d{1,9})\b/.source
    + /(?:(?: \([^()\n]{1,30}\))?[ \t]{1,200}(\d{1,6}[smhdy][\dsmhdy]{0,12})\b)?/.source
);
/** An item of a list that begins with a pod, and the rest of it. */
const ITEM = new RegExp(
  /^\s{0,8}(?:[-*+\u2022]|\d{1,3}[.)])\s{1,3}(?:\[[ xX]\] )?[`*_"]{0,4}(?:[Pp]od )?[`*_"]{0,4}(?:[\w-]{1,63}\/)?/.source
    + /([A-Za-z0-9][\w.*-]{1,252}?)[`*_":]{0,4}(?=[\s(,:])(.{1,300})$/.source
);
const COUNT = new RegExp(
  /\b(\d{1,6}) (?:times )?restarts?\b|\brestarts?(?: count)?[:= ]{1,3}(\d{1,6})\b/.source
    + /|\brestarted (\d{1,6}) times/.source, 'i'
);
/** Names that Kubernetes gives to states of pods, by their lower case. */
const STATES: ReadonlyMap<string, string> = new Map([
  'CrashLoopBackOff', 'OOMKilled', 'ImagePullBackOff', 'ErrImagePull', 'CreateContainerConfigError',
  'CreateContainerError', 'RunContainerError', 'ContainerStatusUnknown', 'Evicted', 'Error', 'Pending', 'Terminating',
  'ContainerCreating', 'PodInitializing', 'Completed', 'Running', 'Unknown', 'Failed', 'Succeeded',
].map((state) => [state.toLowerCase(), state]));
/** States that only a pod has, so that a sentence of a list needs no count beside them. */
const OF_PODS = /\b(?:Init:)?(CrashLoopBackOff|OOMKilled|ImagePullBackOff|ErrImagePull|CreateContainer\w{0,6}Error)\b/i;
const ANY_STATE = new RegExp(`\\b(${[...STATES.values()].join('|')})\\b`);
const CELL_NAME = /^(?:[\w-]{1,63}\/)?([A-Za-z0-9][\w.*-]{1,252})/;

const canonical = (status: string): string => STATES.get(status.toLowerCase()) ?? status;

interface Columns { name: number; status: number; restarts: number; count: number }

/** Returns the cells of a row: between bars, else between two blanks or tabs; null for a line of one cell. */
function cellsOf(line: string): string[] | null {
  const row = line.trim().replaceAll('\u2502', '|');
  const cells = row.startsWith('|') || row.includes(' | ') ? row.replace(/^\||\|$/g, '').split('|').map(plain)
    : /\S {2,}\S|\S\t/.test(row) ? row.split(/ {2,}|\t{1,20}/) : [];
  return cells.length < 2 ? null : cells;
}

/** Removes the marks around a cell: emphasis, code, a symbol. */
const plain = (cell: string): string =>
  cell.trim().replace(/^[^\p{L}\p{N}<(#-]{1,8}/u, '').replace(/[`*~\s]{1,8}$/, '');

/** Returns where a header has the columns of a list of pods; null for another line. */
function columnsOf(cells: readonly string[]): Columns | null {
  if (cells.some((cell) => /^(?:command|container id|ports?)$/i.test(cell))) return null;
  const indexOf = (pattern: RegExp): number => cells.findIndex((cell) => cell.length < 40 && pattern.test(cell));
  const name = indexOf(/^(?:pods?|(?:pod )?names?)\W{0,4}$/i);
  const status = indexOf(/^(?:pod )?(?:status|state|phase|reason)\W{0,4}$/i);
  const restarts = indexOf(/^#? ?restarts?\b/i);
  const isOfPods = restarts >= 0 || (status >= 0 && /pod/i.test(cells[name] ?? ''));
  return name < 0 || !isOfPods ? null : { name, status, restarts, count: cells.length };
}

function ofColumns(line: string): PodRow | null {
  // Most lines have no such number, which is found faster than what stands before it.
  if (!READY.test(line)) return null;
  const [, name, ready = null, status = '', restarts, age = null] = COLUMNS.exec(line) ?? [];
  return name === undefined ? null : { name, status: canonical(status), restarts: Number(restarts), ready, age };
}

function ofCells(cells: readonly string[], { name, status, restarts, count }: Columns): PodRow | null {
  const found = cells.length === count ? CELL_NAME.exec(cells[name] ?? '')?.[1] : undefined;
  const state = /^[A-Za-z][\w:.-]{1,39}/.exec(cells[status] ?? '')?.[0];
  const times = /^\D{0,3}(\d{1,9})\b/.exec(cells[restarts] ?? '')?.[1];
  return found === undefined || (state === undefined && times === undefined) ? null
    : { name: found, status: state === undefined ? null : canonical(state), restarts: numberOf(times) };
}

const numberOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text));

/** Reads `- ns/pod: CrashLoopBackOff, 92 restarts`; a list of other things has neither such a state nor restarts. */
function ofItem(line: string): PodRow | null {
  const [, name, rest = ''] = ITEM.exec(line) ?? [];
  if (name?.includes('-') !== true) return null;
  const restarts = numberOf(COUNT.exec(rest)?.slice(1).find((group) => group !== undefined));
  const state = OF_PODS.exec(rest)?.[1] ?? (restarts === null ? undefined : ANY_STATE.exec(rest)?.[1]);
  return state === undefined && restarts === null ? null
    : { name, status: state === undefined ? null : canonical(state), restarts };
}

/** The header of another table of kubectl, which is no list of pods. */
const OTHER_HEADER =
  /^\s{0,20}(?:NAMESPACE {2,60})?(?:NAME|POD|NODE|LAST SEEN|TYPE|CONTAINER) {2,60}[A-Z][A-Z%() a-z]{1,200}$/;

/** Whether a line has the words of a header; few have one of the shortest, which are found faster. */
function isHeaderOfPods(line: string): boolean {
  const lower = line.toLowerCase();
  return (lower.includes('pod') || lower.includes('name')) && /\b(?:pods?|names?)\b/i.test(line)
    && /\b(?:restarts?|status|state|phase)\b/i.test(line);
}

/** Returns the rows of pods, and the number of headers of such lists. */
export function podRowsOf(lines: readonly string[]): { rows: PodRow[]; headers: number } {
  const rows: PodRow[] = [];
  let headers = 0;
  let columns: Columns | null = null;
  for (const whole of lines) {
    const line = whole.slice(0, MAX_LINE);
    const isBarred: boolean = /^\s{0,8}[|\u2502]/.test(line) || (columns !== null && line.includes(' | '));
    const isHeader = isHeaderOfPods(line);
    const cells: string[] | null = isBarred || isHeader || columns !== null ? cellsOf(line) : null;
    const header: Columns | null = isHeader && cells !== null ? columnsOf(cells) : null;
    if (header !== null) {
      [columns, headers] = [header, headers + 1];
      continue;
    }
    // Rows of another table may have as many columns.
    if (OTHER_HEADER.test(line)) {
      columns = null;
      continue;
    }
    const row = ofColumns(isBarred && cells !== null ? cells.join('  ') : line)
      ?? (cells !== null && columns !== null ? ofCells(cells, columns) : null) ?? ofItem(line);
    if (row !== null) rows.push(row);
    if (cells?.length !== columns?.count) columns = null;
  }
  return { rows, headers };
}
