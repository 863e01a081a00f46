/**
 * Reads a file of Massif of Valgrind: the tree of its peak, or of its largest detailed snapshot. Below the root are the
 * functions that allocated, and below each its callers. https://valgrind.org/docs/manual/ms-manual.html
 */
import type { ForeignFrame, ForeignStacks } from './foreignStacks.ts';

const HEAD = /^desc: .{0,1000}\r?\ncmd: /;
const ROW = /^( {0,400})n(\d{1,6}): (\d{1,15}) (\S.{0,2000})$/;
/** `0x109A: parse (rows.c:88)`, `0x48: std::vector::push (in /usr/lib/libx.so)`. */
const FRAME = /^0x[0-9A-Fa-f]{1,16}: (.{1,1500}?)(?: \((?:in )?([^()]{1,400}?)(?::(\d{1,9}))?\))?$/;
const MAX_DEPTH = 400;

export const looksMassif = (head: string): boolean => HEAD.test(head);

/** Returns the snapshot whose tree is read; null if none has one. */
function detailedOf(text: string): { tree: string; isPeak: boolean } | null {
  const snapshots = text.split(/^snapshot=/m).slice(1);
  const peak = snapshots.find((one) => /^heap_tree=peak/m.test(one));
  if (peak !== undefined) return { tree: peak, isPeak: true };
  const bytesOf = (one: string): number => Number(/^mem_heap_B=(\d{1,15})/m.exec(one)?.[1] ?? 0);
  const [most] = snapshots.filter((one) => /^heap_tree=detailed/m.test(one)).sort((a, b) => bytesOf(b) - bytesOf(a));
  return most === undefined ? null : { tree: most, isPeak: false };
}

function frameOf(text: string): ForeignFrame | null {
  const [, name, file, line] = FRAME.exec(text) ?? [];
  return name === undefined ? null
    : { name, ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line: Number(line) }) };
}

/** Returns a stack for each row without callers below it; places below Massif's threshold count for their parent. */
export function massifStacks(text: string): ForeignStacks {
  const found = detailedOf(text);
  const type = found?.isPeak === true ? 'peak_space' : 'space';
  const path: ForeignFrame[] = [];
  const stacks: { frames: ForeignFrame[]; values: number[] }[] = [];
  for (const row of found?.tree.split('\n') ?? []) {
    const [, { length: depth } = '', children, bytes, said = ''] = ROW.exec(row.trimEnd()) ?? [];
    if (bytes === undefined || depth > MAX_DEPTH) continue;
    path.length = Math.min(path.length, Math.max(0, depth - 1));
    const frame = depth === 0 ? null : frameOf(said);
    if (frame !== null) path.push(frame);
    if (children === '0' && Number(bytes) > 0) stacks.push({
      frames: path.length > 0 ? [...path] : [{ name: '(below the threshold of Massif)' }], values: [Number(bytes)],
    });
  }
  return { types: [{ type, unit: 'bytes' }], stacks, defaultType: type };
}
