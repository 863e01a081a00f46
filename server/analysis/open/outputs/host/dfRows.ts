/** Reads the rows of df, and of df -i. Pure. */

const ROW = /\s(\d{1,3})\s?%\s+(?:\d+\s+\d+\s+\d+%\s+)?(\/\S{0,300})\s*$/gm;
/** Share from which a file system counts as full. */
export const FULL_PERCENT = 95;
/** Characters above a row in which its header is. */
const MAX_CHARS = 8 * 1024;

export interface FileSystem { percent: number; mount: string; isOfInodes: boolean }

/** Returns the rows; those below the header of df -i are of inodes. */
export function rowsOf(text: string): FileSystem[] {
  return [...text.matchAll(ROW)].map(({ index, 1: percent, 2: mount = '' }) => {
    const above = text.slice(Math.max(0, index - MAX_CHARS), index);
    const head = above.lastIndexOf('Filesystem');
    const [header = ''] = head < 0 ? [] : above.slice(head).split('\n', 1);
    return { percent: Number(percent), mount, isOfInodes: /\bInodes\b|\bIUse%/.test(header) };
  });
}
