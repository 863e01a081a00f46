/**
 * Reads the call graph of macOS's sample(1): for each thread the number of samples in each function, callees below and
 * further right. A thread that waits is sampled as one that works: it is no CPU time.
 */
import type { Profile } from '../decode/profile.ts';
import { StackProfile, type Frame } from './stackProfile.ts';
import { textLines } from './textLines.ts';

const BEGIN = /^[ \t]{0,8}Call graph:[ \t]*$/;
/** `    +     ! 825 main  (in rg) + 41  [0x10384b549]`: marks of the tree, a count, and a thread or a function. */
const ROW = /^([ \t+!:|]{1,4000})(\d{1,12}) (\S.{0,10000})$/;
const THREAD = /^Thread_?(?:0x)?[0-9a-fA-F]{1,16}\b/;
/** `main  (in rg) + 41  [0x10384b549]  main.rs:12`; a function without a name is `???`. */
const FUNCTION = /^(.{1,9000}?)[ \t]{1,4}\(in ([^()]{1,300})\)(.{0,1000})$/;
const PLACE = /\][ \t]{1,4}(\S{1,500}):(\d{1,9})$/;
const ADDRESS = /\[0x([0-9a-f]{1,16})/;
const TAKEN_AT = /^Date\/Time:[ \t]{1,20}(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,3})?) ([+-]\d\d)(\d\d)/m;
const HEAD_CHARS = 8000;
const MAX_LINE = 20_000;

export function looksMacosSample(head: string): boolean {
  let isInside = false;
  for (const line of textLines(head)) {
    if (BEGIN.test(line)) isInside = true;
    else if (isInside && line.trim() !== '') return line.length <= MAX_LINE && ROW.test(line.trimEnd());
  }
  return false;
}

interface Row { column: number; count: number; inner: number; frame: Frame | null; parent: Row | null; thread: string }

/** Reads a profile with the sample type `samples`; the label `thread` names the thread. */
export function readMacosSample(text: string): Profile {
  const stacks = new StackProfile([{ type: 'samples', unit: 'count' }]);
  const rows = rowsOf(text);
  for (const row of rows) if (row.parent !== null) row.parent.inner += row.count;
  for (const row of rows) {
    const self = row.count - row.inner;
    if (self <= 0) continue;
    const stack: number[] = [];
    for (let at: Row | null = row; at !== null; at = at.parent) {
      stacks.meet(1);
      if (at.frame !== null) stack.push(stacks.frame(at.frame));
    }
    if (stack.length > 0) stacks.add(stack, [self], row.thread === '' ? [] : [['thread', row.thread]]);
  }
  const [, day, time, hours, minutes] = TAKEN_AT.exec(text.slice(0, HEAD_CHARS)) ?? [];
  const taken = day === undefined ? NaN : Date.parse(`${day}T${time ?? ''}${hours ?? ''}:${minutes ?? ''}`);
  return stacks.finish(Number.isFinite(taken) ? { timeNanos: BigInt(taken) * 1_000_000n } : {});
}

/** Returns the rows of the call graph; one is below the last one that begins further left. */
function rowsOf(text: string): Row[] {
  const rows: Row[] = [];
  const open: Row[] = [];
  let isInside = false;
  for (const line of textLines(text)) {
    if (BEGIN.test(line)) { isInside = true; continue; }
    if (!isInside) continue;
    const [, marks = '', count, what = ''] = line.length > MAX_LINE ? [] : ROW.exec(line.trimEnd()) ?? [];
    // The rows end at an empty line, before the lists of functions and of binaries.
    if (count === undefined) {
      if (rows.length > 0 && line.trim() === '') break;
      continue;
    }
    while ((open.at(-1)?.column ?? -1) >= marks.length) open.pop();
    const parent = open.at(-1) ?? null;
    const isThread = parent === null && THREAD.test(what);
    const row: Row = {
      column: marks.length, count: Number(count), inner: 0, frame: isThread ? null : frameOf(what), parent,
      thread: isThread ? threadOf(what) : parent?.thread ?? '',
    };
    rows.push(row);
    open.push(row);
  }
  return rows;
}

/** Shortens `Thread_15758523   DispatchQueue_1: com.apple.main-thread  (serial)` to its number and its name. */
function threadOf(text: string): string {
  const [number = '', queue] = text.split(/[ \t]{2,20}/, 2);
  const name = queue?.replace(/^DispatchQueue_\w{1,20}: /, '');
  return name === undefined || name === '' ? number : `${number} (${name})`;
}

function frameOf(text: string): Frame {
  const [, named = text, binary = '', rest = ''] = FUNCTION.exec(text) ?? [];
  const [, file = '', line = '0'] = PLACE.exec(rest) ?? [];
  const address = ADDRESS.exec(rest)?.[1];
  // A function without a name is known by its address alone.
  if (/^\?{2,3}$/.test(named.trim()))
    return { name: '', binary, address: address === undefined ? 0n : BigInt(`0x${address}`) };
  return { name: named.trim().replace(/ \(\.llvm\.\d{1,20}\)$/, ''), binary, file, line: Number(line) };
}
