/** Sums the rows of a table of perf report: what comes after the first one, and the share of the kernel. Pure. */

import { ALLOCATION, kindsOf } from '../graphs/workKinds.ts';
import { cgroupFacts } from './cgroupRows.ts';

/** A row with one share: `  12.34%  prometheus  prometheus  [.] runtime.scanobject`; the mark `k` is of the kernel. */
const ROW = /^ {0,12}([\d.]{1,6})%(?! {0,8}[\d.]{1,6}%)(.{0,300}?) \[([.kgu])\] +(\S.{0,300})$/;
const MAX_LINES = 5000;
const MIN_ROWS = 3;
const MIN_KERNEL_PERCENT = 5;
/** Functions of the allocator of C and C++. */
const ALLOCATOR = new RegExp(String.raw`^(?:_?_?(?:libc_)?(?:malloc|free|cfree|calloc|realloc|memalign)|_int_\w+`
  + String.raw`|malloc_\w+|unlink_chunk\S*|tcache_\w+|operator (?:new|delete)\b.{0,60}|(?:je|tc)_?(?:malloc|free))$`);
const MIN_ALLOCATOR_PERCENT = 5;
/** More than this is no sum of self shares. */
const MAX_PERCENT = 101;

/** Returns the process of a row that also has the file of its code; null without both. */
export function processOf(command: string): string | null {
  const [process = '', file] = command.trim().split(/ {2,}/);
  return process === '' || file === undefined ? null : process;
}

interface PerfRow { percent: number; command: string; mark: string | undefined; name: string }

/** Returns the rows of the first table; none for a table with callers. */
function rowsOf(text: string): PerfRow[] {
  const lines = text.split('\n', MAX_LINES);
  if (lines.some((line) => /^ {8,60}(?:\||--|[\d.]{1,6}%--)/.test(line))) return [];
  const all = lines.flatMap((line) => {
    const [, share, command = '', mark, name] = /\bswapper\b/.test(line) ? [] : ROW.exec(line) ?? [];
    return share === undefined || name === undefined ? []
      : [{ percent: Number(share), command, mark, name: name.trim() }];
  });
  // A larger share is the first row of another table.
  const end = all.findIndex(({ percent }, i) => percent > (all[i - 1]?.percent ?? Infinity));
  return end < 0 ? all : all.slice(0, end);
}

/** Returns what all rows of the kernel's memory cgroups cost together; null if they have little. */
export function cgroupsOf(text: string): string | null {
  const rows = rowsOf(text);
  return rows.reduce((sum, { percent }) => sum + percent, 0) > MAX_PERCENT ? null : cgroupFacts(rows);
}

/** Says what kinds of work the rows are of, if they are of several; "" otherwise. */
function kindWords(rows: readonly PerfRow[]): string {
  const kinds = kindsOf(rows).filter(([kind]) => kind !== ALLOCATION);
  return kinds.length < 2 ? '' : ` By kind: ${kinds.map(([kind, percent]) =>
    `${kind} ${Number(percent.toPrecision(3))} %`).join(', ')}.`;
}

/** Returns the next two rows, and how much of the shares listed is in the kernel; null for a table with callers. */
export function moreRows(text: string): string | null {
  const rows = rowsOf(text);
  const [, second, third] = rows;
  if (rows.length < MIN_ROWS || second === undefined || third === undefined) return null;
  const isOf = rows.slice(0, MIN_ROWS).some(({ name }, i) => rows.findIndex((row) => row.name === name) < i);
  const words = ({ name, command, percent }: { name: string; command: string; percent: number }): string => {
    const process = isOf ? processOf(command) : null;
    return `${name}${process === null ? '' : ` of ${process}`} (${percent} %)`;
  };
  const kernel = rows.filter(({ mark }) => mark === 'k').reduce((sum, { percent }) => sum + percent, 0);
  const total = rows.reduce((sum, { percent }) => sum + percent, 0);
  const isOne = total <= MAX_PERCENT && kernel >= MIN_KERNEL_PERCENT;
  const ofAllocator = rows.filter(({ name }) => ALLOCATOR.test(name.replace(/@.*$/, '')));
  const allocated = ofAllocator.reduce((sum, { percent }) => sum + percent, 0);
  const isMuch = total <= MAX_PERCENT && ofAllocator.length > 1 && allocated >= MIN_ALLOCATOR_PERCENT;
  return `Then come ${words(second)} and ${words(third)}.${
    isOne ? ` The rows of the kernel have ${Number(kernel.toPrecision(3))} % in all.` : ''}${
    isMuch ? ` Those of malloc and free have ${Number(allocated.toPrecision(3))} % in all.` : ''}${
    total <= MAX_PERCENT ? kindWords(rows) : ''}`;
}
