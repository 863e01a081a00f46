/** Reads a file of Massif: its peak, what allocated most of it, and whether the heap grew. Pure. */
import { formatBytes } from '../../../../../../core/text/format.ts';
import { CERTAIN, when, type Format } from '../../../look/format.ts';
import type { Look } from '../../../look/look.ts';

const ROW = /^( {0,200})n\d{1,6}: (\d{1,15}) 0x[0-9A-Fa-f]{1,16}: ([^\n]{1,300})$/gm;
/** Functions of the C library and of C++, which allocate for their callers. */
const OF_LIBRARY = new RegExp([
  /^(?:_|malloc|calloc|realloc|memalign|operator new|std::|strdup|v?[fs]?n?printf|v?[fs]?scanf|puts|getline|fopen)/,
  /\((?:fileops|genops|filedoalloc|iofopen|vf(?:scanf|printf)-internal|isoc99_\w{1,20})\.c:|\(in \/(?:usr\/)?lib/,
].map(({ source }) => source).join('|'));
/** A peak below which there is hardly anything to gain. */
const SMALL = 2 ** 20;
/** Share of the peak that the last snapshots have if the heap is flat, and fewest snapshots for that. */
const FLAT = 0.95;
const MIN_SNAPSHOTS = 3;

interface Snapshot { bytes: number; number: number; text: string }
interface Row { depth: number; bytes: number; name: string }

function snapshotsOf(text: string): Snapshot[] {
  return text.split(/^snapshot=/m).slice(1).map((part) => ({
    text: part, number: Number.parseInt(part, 10),
    bytes: ['mem_heap_B', 'mem_heap_extra_B', 'mem_stacks_B']
      .reduce((sum, key) => sum + Number(new RegExp(`^${key}=(\\d{1,15})`, 'm').exec(part)?.[1] ?? 0), 0),
  }));
}

/** Returns the nearest caller below a row, along the larger branch, that is of no library. */
function callerOf(rows: readonly Row[], at: number): Row | null {
  const { depth = 0, name = '' } = rows[at] ?? {};
  if (!OF_LIBRARY.test(name)) return null;
  const end = rows.findIndex((row, i) => i > at && row.depth <= depth);
  const below = rows.slice(at + 1, end < 0 ? undefined : end).filter((row) => row.depth === depth + 1);
  const [most] = below.toSorted((a, b) => b.bytes - a.bytes);
  if (most === undefined) return null;
  return OF_LIBRARY.test(most.name) ? callerOf(rows, rows.indexOf(most)) : most;
}

/** Says that the heap hardly changed from its peak on; null if it did, or if there are few snapshots after it. */
function flatFact(snapshots: readonly Snapshot[], peak: number): string | null {
  const from = snapshots.findIndex(({ bytes }) => bytes >= FLAT * peak);
  const after = snapshots.slice(from);
  const last = after.at(-1);
  const isFlat = after.length >= MIN_SNAPSHOTS && after.every(({ bytes }) => bytes >= FLAT * peak);
  return !isFlat || last === undefined ? null
    : `From snapshot ${after[0]?.number ?? 0} to ${last.number}, the last in the text, it is flat: no growth, so no `
      + 'leak shows.';
}

/** Returns the peak, and what allocated most of it. */
function massifFacts({ text, isCut }: Look): string | null {
  const snapshots = snapshotsOf(text);
  const peak = Math.max(0, ...snapshots.map(({ bytes }) => bytes));
  const tree = snapshots.find((one) => /^heap_tree=peak/m.test(one.text))
    ?? snapshots.find((one) => /^heap_tree=detailed/m.test(one.text));
  if (peak === 0) return null;
  const rows = [...(tree?.text ?? '').matchAll(ROW)]
    .map(([, { length: depth } = '', bytes, name = '']): Row => ({ depth, bytes: Number(bytes), name: name.trim() }));
  const most = rows.filter(({ depth }) => depth === 1)
    .reduce<Row | null>((best, row) => (best === null || row.bytes > best.bytes ? row : best), null);
  const caller = most === null ? null : callerOf(rows, rows.indexOf(most));
  const flat = isCut ? null : flatFact(snapshots, peak);
  const ofCaller = caller === null || caller.bytes === most?.bytes ? '' : `${formatBytes(caller.bytes)} of them `;
  return [
    `Its peak is ${formatBytes(peak)}${most === null ? ''
      : `, of which ${formatBytes(most.bytes)} were allocated in ${most.name}${
        caller === null ? '' : `, ${ofCaller}called by ${caller.name}`}`}.`,
    ...flat === null ? [] : [flat],
    ...!isCut && flat !== null && peak < SMALL ? ['So little memory is hardly worth a change.'] : [],
    ...flat === null ? [] : ['If it is slow, record its CPU instead (perf record -g, or callgrind).'],
  ].join(' ');
}

export const MASSIF: Format = {
  id: 'massif', name: 'a heap profile of Massif', door: 'profile',
  match: ({ head }) => when(/^desc: .{0,300}\ncmd: /.test(head), { ...CERTAIN, program: 'Valgrind' }),
  interest: massifFacts,
  remedy: 'ms_print prints it.',
};
