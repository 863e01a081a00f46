/**
 * Reads a file of DHAT, of Valgrind or dhat-rs: program points with what each allocated in all, at the peak and at the
 * end. https://valgrind.org/docs/manual/dh-manual.html
 */
import type { ForeignFrame, ForeignStacks } from './foreignStacks.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value as readonly unknown[] : []);
const numberOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/** `0x1091FE: main (app.c:12)`, `0x10b: app::main (src/main.rs:10:5)`, `0x48: malloc (in /usr/lib/libc.so.6)`. */
const FRAME = /^0x[0-9A-Fa-f]{1,16}: (.{1,2000}?)(?: \((?:in )?([^()\n]{1,1000}?)(?::(\d{1,9}))?(?::\d{1,9})?\))?$/;

export function isDhat(file: Fields): boolean {
  return typeof file['dhatFileVersion'] === 'number' && Array.isArray(file['pps']) && Array.isArray(file['ftbl']);
}

function frameOf(text: unknown): ForeignFrame | null {
  if (typeof text !== 'string' || text === '[root]') return null;
  const [, name, file, line] = FRAME.exec(text) ?? [];
  return name === undefined ? { name: text.slice(0, 2000) }
    : { name, ...(file === undefined ? {} : { file }), ...(line === undefined ? {} : { line: Number(line) }) };
}

/** Returns the stacks; a heap profile has blocks and bytes, the other modes count what a program or memcpy does. */
export function dhatStacks(file: Fields): ForeignStacks {
  const isOfHeap = typeof file['mode'] === 'string' && file['mode'].includes('heap');
  const unit = file['mode'] === 'copy' ? 'bytes' : 'count';
  const types = isOfHeap ? [
    { type: 'alloc_objects', unit: 'count' }, { type: 'alloc_space', unit: 'bytes' },
    { type: 'peak_space', unit: 'bytes' }, { type: 'end_space', unit: 'bytes' },
  ] : [{ type: 'events', unit: 'count' }, { type: 'amount', unit }];
  const keys = isOfHeap ? ['tbk', 'tb', 'gb', 'eb'] : ['tbk', 'tb'];
  const table = listOf(file['ftbl']).map(frameOf);
  const stacks = listOf(file['pps']).filter(isFields).map((point) => ({
    frames: listOf(point['fs']).flatMap((at) => (typeof at === 'number' ? table[at] ?? [] : [])),
    values: keys.map((key) => numberOf(point[key])),
  })).filter(({ values }) => values.some((value) => value > 0));
  const hasPeak = isOfHeap && stacks.some(({ values }) => (values[2] ?? 0) > 0);
  return { types, stacks, defaultType: hasPeak ? 'peak_space' : isOfHeap ? 'alloc_space' : 'amount' };
}
