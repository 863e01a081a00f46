/** Says which file system of df is the fullest, of its bytes or its inodes, and what holds space. Pure. */
import { joined } from '../../look/factTools.ts';
import { hasStep } from '../../parts/prose/steps.ts';
import { fullFileSystem } from './fullFileSystem.ts';
import { heldFacts } from './heldFiles.ts';

const ROW = /\s(\d{1,3})\s?%\s+(?:\d+\s+\d+\s+\d+%\s+)?(\/\S{0,300})\s*$/gm;
const FULL_PERCENT = 95;
const ROOMY_PERCENT = 80;
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
  const held = heldFacts(text);
  // A verdict says so of facts without a step.
  const isRoomy = held !== null && hasStep(held) && (bytes?.percent ?? FULL_PERCENT) < ROOMY_PERCENT;
  return joined([
    bytes === null ? null
      : `${bytes.mount} is the fullest: ${bytes.percent} %${isRoomy ? ', so none is near full' : ''}.`,
    bytes === null || bytes.percent < FULL_PERCENT ? null : fullFileSystem(text, bytes.mount),
    inodes === null ? null : `${inodes.mount} is the fullest: ${inodes.percent} % of its inodes.`,
    inodes === null || inodes.percent < FULL_PERCENT ? null : 'No file can be made there without a free inode, even '
      + 'where bytes are free: find the folder with most files (du --inodes -x) and delete or move them.',
    held,
  ]);
}
