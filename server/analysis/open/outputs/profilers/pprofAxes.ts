/** Compares what a heap profile allocated in all with what was still in use, if go tool pprof printed both. Pure. */
import { formatBytes } from '../../../../../core/text/format.ts';
import { pprofAmount, pprofUnit } from './pprofTotals.ts';

/** `-sample_index=alloc_space` or `-inuse_space` in a command. */
const AXIS = /(?:\bpprof\b[^\n]{0,200}\s-{1,2}(?:sample_index=)?)(alloc|inuse)_space\b([^\n]{0,200})/g;
const HEADER = /^[ \t>]{0,40}flat\s+flat%\s+sum%\s+cum\s+cum%[ \t]*$/m;
const ROW = new RegExp(String.raw`^[ \t>]{0,40}([\d.]{1,15}[kMGT]?B)[ \t]{1,20}([\d.]{1,8})%[ \t]{1,20}[\d.]{1,8}%`
  + String.raw`[ \t]{1,20}\S{1,20}[ \t]{1,20}[\d.]{1,8}%[ \t]{1,9}(\S.{0,300})$`, 'm');
const TOTAL = /^[ \t>]{0,40}Showing nodes accounting for .{1,60} of (\S{1,30}) total/m;
/** The file of a command is its last word. */
const FILE = /\s(\S{1,200})\s*$/;
/** Lines between a command and its table. */
const MAX_BETWEEN = 600;
/** From this factor on most of what was allocated was free again. */
const MUCH = 10;

interface Table { axis: string; file: string; bytes: number; name: string }

/** Returns the tables of space, each with the axis that its command names. */
function tablesIn(text: string): Table[] {
  const found = [...text.matchAll(AXIS)];
  return found.flatMap(({ index, 0: { length }, 1: axis = '', 2: behind = '' }, i): Table[] => {
    const rest = text.slice(index + length, found[i + 1]?.index ?? text.length);
    const header = HEADER.exec(rest);
    if (header === null || header.index > MAX_BETWEEN) return [];
    const [, flat = '', share = '', name = ''] = ROW.exec(rest.slice(header.index)) ?? [];
    if (flat === '' || pprofUnit(flat) !== 'bytes') return [];
    const total = TOTAL.exec(rest.slice(0, header.index))?.[1];
    const bytes = total === undefined ? pprofAmount(flat) / (Number(share) / 100) : pprofAmount(total);
    return [{ axis, file: FILE.exec(behind)?.[1] ?? '', bytes, name: name.trim().replace(/ \(inline\)$/, '') }];
  });
}

/** Returns what was allocated and what was in use; null unless the text has one table of each, of one file. */
export function spaceFacts(text: string): string | null {
  const tables = tablesIn(text);
  const [[allocated, ...others], [inUse, ...more]] =
    [tables.filter(({ axis }) => axis === 'alloc'), tables.filter(({ axis }) => axis === 'inuse')];
  if (allocated === undefined || inUse === undefined || others.length + more.length > 0) return null;
  if (allocated.file === '' || allocated.file !== inUse.file) return null;
  if (!(allocated.bytes > 0) || !(inUse.bytes > 0)) return null;
  const free = allocated.bytes < MUCH * inUse.bytes ? '.' : ': most was free again, which costs GC but is no leak.';
  return `Of the heap, about ${formatBytes(allocated.bytes)} were allocated in all, most in ${allocated.name}, and ${
    formatBytes(inUse.bytes)} were in use, most in ${inUse.name}${free}`;
}

/** The type of a heap profile as people write it above a table: "inuse space:", "alloc_objects". */
const SPACE = /(?<![\w.])(inuse|alloc)[ _-](space|objects)(?![\w-])/gi;

/** Returns the only such type in the lines above a table. */
export function headingType(above: string): string | undefined {
  const [only, second] = new Set([...above.matchAll(SPACE)]
    .map(([, what = '', of = '']) => `${what}_${of}`.toLowerCase()));
  return second === undefined ? only : undefined;
}
