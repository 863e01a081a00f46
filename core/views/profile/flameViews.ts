/**
 * Further tables of a profile or a diff as the page shows them: one model for both. An amount has both sides; for one
 * profile `before` is null.
 */
import type {
  CallersTable, DiffCallersTable, DiffLinesTable, DiffSubsystemTable, DiffTagsTable, LinesTable, Sides, SubsystemTable,
  TagsTable,
} from '../../contract/contract.ts';
import { isTimeLabel } from '../../profile/timeLabels.ts';

export interface Amount { before: number | null; after: number }

/** Share of the total of its own side, 0 to 1; null if there is none. */
export interface Share { before: number | null; after: number | null }

/** Returns whether a table is of a diff, which has two totals. */
export function isDiff<D extends { totals: unknown }>(table: D | { total: number }): table is D {
  return 'totals' in table;
}

export function amountOf(value: number | Sides): Amount {
  return typeof value === 'number' ? { before: null, after: value } : { before: value.before, after: value.after };
}

function shareOf(share: number | null | Share): Share {
  return typeof share === 'object' && share !== null ? share : { before: null, after: share };
}

export interface RollupRow {
  id: string;
  name: string;
  /**
   * Colour rank of packages and modules, which have no colour of their own: 1 to 4 for the first ones of the table,
   * else 0.
   */
  rank: number;
  flat: Amount;
  share: Share;
  /** Functions with the largest self value in the subsystem. */
  functions: string[];
}

const OWNER = /^(package|module):/;
const RANKS = 4;

/** Returns the rows of the roll-up in the server's order, without those that are zero on both sides. */
export function rollupRows(table: SubsystemTable | DiffSubsystemTable): RollupRow[] {
  const owners = table.rows.filter(({ id }) => OWNER.test(id)).slice(0, RANKS).map(({ id }) => id);
  const rows: RollupRow[] = table.rows.map((row) => ({
    id: row.id, name: row.name, rank: owners.indexOf(row.id) + 1, flat: amountOf(row.flat), share: shareOf(row.share),
    functions: row.functions.map((one) => one.function),
  }));
  return rows.filter(({ flat }) => flat.after !== 0 || (flat.before ?? 0) !== 0);
}

export interface BarSegment { id: string; name: string; rank: number; value: number; ratio: number }
export interface Bar { side: 'before' | 'after' | 'all'; sum: number; segments: BarSegment[] }

/** Minimum share of a bar segment; thinner ones are merged. */
const MIN_SEGMENT_RATIO = 0.02;
const REST = { id: 'rest', name: 'smaller ones', rank: 0 };

/** Returns whether stacks can be filtered by a bar segment. */
export function isSubsystemFilter(id: string): boolean {
  return id !== REST.id;
}

/** Returns the name of a subsystem by its id: from the rows, else from the id itself. */
export function subsystemName(id: string, rows: readonly { id: string; name: string }[]): string {
  return rows.find((row) => row.id === id)?.name ?? id.replace(OWNER, '');
}

/**
 * Returns stacked bars, one per side, at one scale: `ratio` is of the larger side's sum. Both have the same order:
 * largest of either side first. Null if a value is negative, which no bar can show, or all are zero.
 */
export function rollupBars(rows: readonly RollupRow[]): Bar[] | null {
  if (rows.some(({ flat }) => flat.after < 0 || (flat.before ?? 0) < 0)) return null;
  const sum = (side: 'before' | 'after'): number => rows.reduce((total, { flat }) => total + (flat[side] ?? 0), 0);
  const largest = Math.max(sum('before'), sum('after'));
  if (largest === 0) return null;
  const ordered = rows.toSorted(
    (a, b) => Math.max(b.flat.before ?? 0, b.flat.after) - Math.max(a.flat.before ?? 0, a.flat.after)
  );
  const kept = ordered.filter(({ flat }) => Math.max(flat.before ?? 0, flat.after) / largest >= MIN_SEGMENT_RATIO);
  const small = ordered.filter((row) => !kept.includes(row));
  const bar = (side: 'before' | 'after', name: Bar['side']): Bar => {
    const segments = kept.map((row) => ({ id: row.id, name: row.name, rank: row.rank, value: row.flat[side] ?? 0 }));
    const rest = small.reduce((total, { flat }) => total + (flat[side] ?? 0), 0);
    return {
      side: name, sum: sum(side),
      segments: [...segments, { ...REST, value: rest }].filter(({ value }) => value > 0)
        .map((segment) => ({ ...segment, ratio: segment.value / largest })),
    };
  };
  return rows.some(({ flat }) => flat.before !== null) ? [bar('before', 'before'), bar('after', 'after')]
    : [bar('after', 'all')];
}

function quoted(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

const MAX_PATTERN_CHARS = 1_500;

/** Returns a regular expression for exactly these functions, as many as fit into an address; '' for none. */
export function patternOf(functions: readonly string[]): string {
  const parts: string[] = [];
  let length = 4;
  for (const name of functions) {
    const one = quoted(name);
    if (name === '' || length + one.length + 1 > MAX_PATTERN_CHARS) continue;
    length += one.length + 1;
    parts.push(one);
  }
  return parts.length === 0 ? '' : `^(${parts.join('|')})$`;
}

export interface CallView { function: string; value: Amount; inline: boolean }
export interface CallsView { flat: Amount; cum: Amount; callers: CallView[]; callees: CallView[] }

/** Returns the figures of a function and its edges, as in `go tool pprof -peek`. */
export function callsView(table: CallersTable | DiffCallersTable): CallsView {
  const view = (
    row: { function: string; value: number | Sides; inline: boolean }
  ): CallView => ({ function: row.function, value: amountOf(row.value), inline: row.inline });
  return {
    flat: amountOf(table.flat), cum: amountOf(table.cum), callers: table.callers.map(view),
    callees: table.callees.map(view),
  };
}

export interface LineView { line: number; flat: Amount; cum: Amount; text: string | null }
export interface FileView { file: string; rows: LineView[]; rowsLeftOut: number; note: string }

export function linesView(table: LinesTable | DiffLinesTable): FileView[] {
  return table.files.map((file) => ({
    file: file.file, rowsLeftOut: file.rowsLeftOut, note: file.sourceNote,
    rows: file.rows.map((row: { line: number; flat: number | Sides; cum: number | Sides; text: string | null }) => (
      { line: row.line, flat: amountOf(row.flat), cum: amountOf(row.cum), text: row.text })),
  }));
}

export interface LabelRow { value: string; flat: Amount; share: Share }
export interface LabelView { key: string; numeric: boolean; rows: LabelRow[]; rowsLeftOut: number; without: Amount }

/** Returns one view per label key, by name; empty for a profile without labels. */
export function labelViews(table: TagsTable | DiffTagsTable): LabelView[] {
  return table.keys.map((key) => ({
    key: key.key, numeric: key.numeric, rowsLeftOut: key.rowsLeftOut, without: amountOf(key.without),
    rows: key.rows.map((row: { value: string; flat: number | Sides; share: number | null | Share }) => ({
      value: row.value, flat: amountOf(row.flat), share: shareOf(row.share),
    })),
  }));
}

/** Returns the label of the table: the requested one, else the first that is not a time. Null without any. */
export function labelToShow(views: readonly LabelView[], wanted: string | null): LabelView | null {
  return views.find((view) => view.key === wanted) ?? views.find(({ key }) => !isTimeLabel(key)) ?? views[0] ?? null;
}

/**
 * Returns the `tagfocus` of `go tool pprof` that keeps only samples with this label value: `key=regex`. Null for a
 * numeric label, whose values it reads as ranges, and for a key that cannot be separated from its value.
 */
export function labelFilter(label: Pick<LabelView, 'key' | 'numeric'>, value: string): string | null {
  if (label.numeric || label.key === '' || label.key.includes('=')) return null;
  // A comma would separate two expressions.
  return `${label.key}=^${quoted(value).replaceAll(',', '\\x2C')}$`;
}
