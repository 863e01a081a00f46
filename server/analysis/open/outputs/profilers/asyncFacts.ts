/** Says what async-profiler printed as text if its stacks are only a part: its table of functions, and their share. */
import { formatBytes, formatSeconds } from '../../../../../core/text/format.ts';
import { joined } from '../../look/factTools.ts';
import type { Side } from '../../look/format.ts';
import type { Look } from '../../look/look.ts';

const HEAD = /^[ \t]{0,40}--- Execution profile ---[ \t]*$/gm;
const TOTAL = /^[ \t]{0,40}Total samples[ \t]{0,40}:[ \t]{0,40}(\d{1,15})/m;
const FRAME = String.raw`\n[ \t]{0,40}\[ ?\d{1,5}\][ \t]{1,4}([^\n]{1,300})`;
/** The head of a stack with its unit and its share, its innermost frame and that frame's caller. */
const STACK = new RegExp(
  String.raw`^[ \t]{0,40}(?:---[ \t]{1,4}|Total: )\d{1,18}(?: (?:ns|bytes))? {1,4}\(([\d.]{1,8})%\)[^\n]{0,80}`
    + `${FRAME}(?:${FRAME})?`, 'gm'
);
const TABLE = /^[ \t]{0,40}(ns|bytes|total|counter)[ \t]{1,10}percent[ \t]{1,10}samples[ \t]{1,10}top[ \t]*$/m;
const ROW = /^[ \t]{0,40}(\d{1,18})[ \t]{1,10}([\d.]{1,6})%[ \t]{1,12}\d{1,12}[ \t]{1,8}(\S[^\n]{0,300})$/gm;
/** Functions that only copy memory: stubs of a Java VM, of C libraries and of the kernel. */
const COPIES = new RegExp([
  /^j\w{3,6}_\w{0,10}(?:dis|con)joint_arraycopy$/, /^_{0,2}mem(?:cpy|move)\w{0,40}$/,
  /^_{0,2}copy_(?:user|page|from_user|to_user|from_iter|to_iter)\w{0,60}$/,
].map(({ source }) => source).join('|'));
/** Percentages are rounded, and the rarest stacks are not printed. */
const WHOLE_PERCENT = 95;
const MIN_COPIES_PERCENT = 25;
const MAX_NAME = 100;

interface Row { value: number; percent: number; name: string }

/** Returns null if the stacks are nearly all: the profile that they make says more. */
export function asyncFacts({ text }: Look): string | null {
  const stacks = [...text.matchAll(STACK)]
    .map(([, percent, leaf = '', caller]) => ({ percent: Number(percent), leaf, caller }));
  const shown = stacks.reduce((sum, { percent }) => sum + percent, 0);
  const [heaviest] = stacks.toSorted((a, b) => b.percent - a.percent);
  if (heaviest === undefined || shown >= WHOLE_PERCENT || [...text.matchAll(HEAD)].length > 1) return null;
  const samples = TOTAL.exec(text)?.[1];
  const of = samples === undefined ? 'Of all' : `Of ${Number(samples).toLocaleString('en-US')} samples`;
  const table = tableFacts(text, of);
  const count = stacks.length === 1 ? 'The stack in the text is' : `The ${stacks.length} stacks in the text are`;
  const caller = heaviest.caller === undefined ? '' : `, called by ${nameOf(heaviest.caller)}`;
  const heavy = stacks.length === 1 ? `; it ends in ${nameOf(heaviest.leaf)}`
    : `; the heaviest (${heaviest.percent} %) ends in ${nameOf(heaviest.leaf)}`;
  return joined([table, `${count} ${rounded(shown)} % of ${
    table !== null || samples === undefined ? 'all' : of.replace('Of ', '')}${heavy}${caller}.`]);
}

/** Returns the largest self values of the table below the stacks, and what copies of memory take together. */
function tableFacts(text: string, of: string): string | null {
  const head = TABLE.exec(text);
  if (head === null) return null;
  const rows = [...text.slice(head.index + head[0].length).matchAll(ROW)]
    .map(([, value, percent, name = '']): Row => (
      { value: Number(value), percent: Number(percent), name: nameOf(name) }))
    .sort((a, b) => b.percent - a.percent);
  const [first, second] = rows;
  if (first === undefined) return null;
  const amount = ({ value, percent }: Row): string => `${amountOf(value, head[1] ?? '')} (${percent} %)`;
  const copies = rows.filter(({ name }) => COPIES.test(name));
  const copied = copies.reduce((sum, { percent }) => sum + percent, 0);
  return joined([
    `${of}, ${first.name} has the highest self value: ${amount(first)}${
      second === undefined ? '' : `, then ${second.name}: ${amount(second)}`}.`,
    copies.length < 2 || copied < MIN_COPIES_PERCENT ? null
      : `Functions that copy memory have at least ${rounded(copied)} % together.`,
  ]);
}

/** Returns each recording of a text with several; null for a text with one. */
export function asyncSides({ text }: Look): Side[] | null {
  const starts = [...text.matchAll(HEAD)].map(({ index }) => index);
  if (starts.length < 2) return null;
  const sides = starts.map((at, i) => (
    { name: headingAbove(text.slice(starts[i - 1] ?? 0, at)), text: text.slice(at, starts[i + 1]) }))
    .filter((side) => [...side.text.matchAll(STACK)].length > 0);
  return sides.length < 2 ? null : sides;
}

/** Returns the last heading before a recording; "" without one. */
const headingAbove = (text: string): string =>
  [...text.matchAll(/^#{1,6}[ \t]{1,4}(\S[^\n]{0,80})$/gm)].at(-1)?.[1]?.trim() ?? '';

/** Removes the mark of the kind of a frame, as in `memcpy_erms_[k]`. */
const nameOf = (frame: string): string => frame.trim().replace(/_\[[jik01]\]$/, '').slice(0, MAX_NAME);

const rounded = (percent: number): string => `${Number(percent.toPrecision(3))}`;

function amountOf(value: number, unit: string): string {
  return unit === 'ns' ? formatSeconds(value / 1e9) : unit === 'bytes' ? formatBytes(value)
    : value.toLocaleString('en-US');
}
