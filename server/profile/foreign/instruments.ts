/**
 * Reads the call tree that Instruments copies as text (Edit > Deep Copy): columns separated by tabs, each symbol behind
 * one blank for each caller. Values are the self weights. The printed shares are not read: Xcode 16 prints wrong ones.
 */
import type { Profile, ValueType } from '../decode/profile.ts';
import { ForeignError } from './foreignError.ts';
import { StackProfile } from './stackProfile.ts';
import { textLines } from './textLines.ts';

const HEADER = /^[ >]{0,40}(?:Weight|Running Time|Bytes Used|Cycles|Total Bytes|Samples)\t.{0,200}Symbol Names?\s*$/;
const VALUE = /^\s*([\d.,]{1,30})\s?([a-zA-Z\u00b5\u03bc]{0,10})/;
const NANOSECONDS: Readonly<Record<string, number>> = {
  'ns': 1, 'us': 1e3, '\u00b5s': 1e3, '\u03bcs': 1e3, 'ms': 1e6, 's': 1e9, 'min': 60e9, 'h': 3600e9,
};
const BYTES: Readonly<Record<string, number>> = {
  B: 1, Bytes: 1, bytes: 1, KB: 2 ** 10, KiB: 2 ** 10, MB: 2 ** 20, MiB: 2 ** 20, GB: 2 ** 30, GiB: 2 ** 30,
};
const CYCLES: Readonly<Record<string, number>> = { cycles: 1, Kc: 1e3, Mc: 1e6, Gc: 1e9 };
const MAX_LINE = 20_000;
const MAX_UNITS = 20;
/** Share of a tree's weight from which rows are missing; less is rounding. */
const MIN_MISSING = 0.005;
const MISSING = '(rows left out)';

export function looksInstruments(head: string): boolean {
  for (const line of textLines(head)) if (HEADER.test(line)) return true;
  return false;
}

/** `children`: weight of the rows below it; `listed`: of a root, the self weights of all its rows. */
interface Row {
  name: string; depth: number; weight: number; self: number | null; parent: Row | null;
  children: number; listed: number;
}

/** Reads a profile of one sample type. What a tree's root has beyond all its rows is a frame of its own. */
export function readInstruments(text: string): Profile {
  let columns: { self: number; symbol: number } | null = null;
  const units = new Set<string>();
  const rows: Row[] = [];
  for (const line of textLines(text)) {
    if (line.length > MAX_LINE) continue;
    if (HEADER.test(line)) {
      const names = line.split('\t').map((name) => name.trim());
      columns = { self: names.findIndex((name) => name.startsWith('Self')), symbol: names.length - 1 };
      continue;
    }
    const cells = line.split('\t');
    const symbol = columns === null ? undefined : cells[columns.symbol] ?? cells.at(-1);
    const [, amount, unit = ''] = VALUE.exec((cells[0] ?? '').replace(/^[ >]+/, '')) ?? [];
    if (columns === null || symbol === undefined || amount === undefined || cells.length < 2) continue;
    if (units.size < MAX_UNITS) units.add(unit);
    const [, own, ownUnit = ''] = columns.self < 0 ? [] : VALUE.exec(cells[columns.self] ?? '') ?? [];
    rows.push({
      name: symbol.trim(), depth: symbol.length - symbol.trimStart().length, weight: numberOf(amount) * scaleOf(unit),
      // Older versions name the unit of self weights only in the header.
      self: own === undefined ? null : numberOf(own) * scaleOf(ownUnit === '' ? unit : ownUnit),
      parent: null, children: 0, listed: 0,
    });
  }
  return profileOf(rows, typeOf(units));
}

/** Parses `1,234.5` and the decimal comma of `0,5`. */
function numberOf(text: string): number {
  const value = Number(/^\d{1,15},\d{1,2}$/.test(text) ? text.replace(',', '.') : text.replaceAll(',', ''));
  if (!Number.isFinite(value)) throw new ForeignError(`its value ${text.slice(0, 30)} is no number`);
  return value;
}

const scaleOf = (unit: string): number => NANOSECONDS[unit] ?? BYTES[unit] ?? CYCLES[unit] ?? 1;

function typeOf(units: ReadonlySet<string>): ValueType {
  const named = [...units].filter((unit) => unit !== '');
  if (named.length === 0) return { type: 'samples', unit: 'count' };
  if (named.every((unit) => unit in NANOSECONDS)) return { type: 'cpu', unit: 'nanoseconds' };
  if (named.every((unit) => unit in BYTES)) return { type: 'space', unit: 'bytes' };
  if (named.every((unit) => unit in CYCLES)) return { type: 'cycles', unit: 'count' };
  throw new ForeignError(`its values have different units, ${named.slice(0, 5).join(', ')}`);
}

function profileOf(rows: readonly Row[], type: ValueType): Profile {
  const open: Row[] = [];
  for (const row of rows) {
    while ((open.at(-1)?.depth ?? -1) >= row.depth) open.pop();
    row.parent = open.at(-1) ?? null;
    if (row.parent !== null) row.parent.children += row.weight;
    open.push(row);
  }
  const stacks = new StackProfile([type]);
  for (const row of rows) {
    const self = row.self ?? Math.max(0, row.weight - row.children);
    if (self <= 0) continue;
    const stack: number[] = [];
    let root = row;
    for (let at: Row | null = row; at !== null; at = at.parent) {
      stack.push(stacks.frame({ name: at.name }));
      root = at;
    }
    root.listed += self;
    stacks.add(stack, [self]);
  }
  for (const { name, weight, listed } of rows.filter(({ parent }) => parent === null)) {
    const missing = weight - listed;
    if (missing <= MIN_MISSING * weight) continue;
    stacks.add([MISSING, name].map((one) => stacks.frame({ name: one })), [missing]);
  }
  return stacks.finish();
}
