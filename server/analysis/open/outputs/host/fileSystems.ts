/** Says which file system of df is the fullest, of its bytes or its inodes, and what holds space. Pure. */
import { joined } from '../../look/factTools.ts';
import { sizeOf } from './rows.ts';

const USED_ROW = /\s([\d.]{1,9}[KMGT]i?)\s+[\d.]{1,9}[KMGT]?i?\s+\d{1,3}%\s+(\/\S{0,300})\s*$/m;
const DU_TOTAL = /^([\d.]{1,9}[KMGT])\s+(\.|\/\S{0,300}?)\/?\s*$/gm;
const MUCH_MORE = 1.3;
const ROW = /\s(\d{1,3})\s?%\s+(?:\d+\s+\d+\s+\d+%\s+)?(\/\S{0,300})\s*$/gm;
const FULL_PERCENT = 95;
/** Characters above a row in which its header is. */
const MAX_CHARS = 8 * 1024;

interface FileSystem { percent: number; mount: string; isOfInodes: boolean }

/** Returns the rows; those below the header of df -i are of inodes. */
function rowsOf(text: string): FileSystem[] {
  return [...text.matchAll(ROW)].map(({ index, 1: percent, 2: mount = '' }) => {
    const above = text.slice(Math.max(0, index - MAX_CHARS), index);
    const head = above.lastIndexOf('Filesystem');
    const [header = ''] = head < 0 ? [] : above.slice(head).split('\n', 1);
    return { percent: Number(percent), mount, isOfInodes: /\bInodes\b|\bIUse%/.test(header) };
  });
}

const fullest = (rows: readonly FileSystem[]): FileSystem | null => rows.reduce<FileSystem | null>((max, row) =>
  (max === null || row.percent > max.percent ? row : max), null);

/** Returns the fullest file systems, by bytes and by inodes; null without a row. */
export function dfFacts(text: string): string | null {
  const rows = rowsOf(text);
  const bytes = fullest(rows.filter(({ isOfInodes }) => !isOfInodes));
  const inodes = fullest(rows.filter(({ isOfInodes }) => isOfInodes));
  return joined([
    bytes === null ? null : `${bytes.mount} is the fullest: ${bytes.percent} %.`,
    inodes === null ? null : `${inodes.mount} is the fullest: ${inodes.percent} % of its inodes.`,
    inodes === null || inodes.percent < FULL_PERCENT ? null : 'No file can be made there without a free inode, even '
      + 'where bytes are free: find the folder with most files (du --inodes -x) and delete or move them.',
    heldFacts(text),
  ]);
}

/** Compares what df counts as used in one file system with what du or ncdu finds; null if they are close. */
function heldFacts(text: string): string | null {
  const [row, used = '', mount = ''] = USED_ROW.exec(text) ?? [];
  if (row === undefined) return null;
  const [rest = ''] = text.slice(text.indexOf(row) + row.length).split(/\bdf -|^Filesystem\b/m, 1);
  const total = /^[ \t]*Total disk usage:\s*([\d.]+ ?[KMGT]i?B?)/m.exec(rest)?.[1]
    ?? [...rest.matchAll(DU_TOTAL)].find(([, , path]) => path === '.' || path === mount)?.[1];
  return USED_ROW.test(rest) || total === undefined || sizeOf(used) < MUCH_MORE * sizeOf(total) ? null
    : `df counts ${used} in use, where du finds ${total}: the rest is outside that folder, or in files that were `
      + 'deleted and are still held open (lsof +L1).';
}
