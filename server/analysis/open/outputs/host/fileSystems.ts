/** Says which file system of df is the fullest, of its bytes or its inodes, and what holds space. Pure. */
import { joined } from '../../look/factTools.ts';
import { hasStep } from '../../parts/prose/steps.ts';
import { FULL_PERCENT, rowsOf, type FileSystem } from './dfRows.ts';
import { fullFileSystem } from './fullFileSystem.ts';
import { heldFacts } from './heldFiles.ts';

const ROOMY_PERCENT = 80;
/** Share of the inodes in use that is worth a sentence beside the bytes. */
const MIN_INODES_PERCENT = 90;

const fullest = (rows: readonly FileSystem[]): FileSystem | null => rows.reduce<FileSystem | null>((max, row) =>
  (max === null || row.percent > max.percent ? row : max), null);

const NO_INODES = 'No file can be made there without a free inode, even where bytes are free: find the folder with '
  + 'most files (du --inodes -x) and delete or move them.';

/** Returns the fullest file systems, by bytes and by inodes; null without a row. */
export function dfFacts(text: string): string | null {
  const rows = rowsOf(text);
  const bytes = fullest(rows.filter(({ isOfInodes }) => !isOfInodes));
  const inodes = fullest(rows.filter(({ isOfInodes }) => isOfInodes));
  const held = heldFacts(text);
  // A verdict says so of facts without a step.
  const isRoomy = held !== null && hasStep(held) && (bytes?.percent ?? FULL_PERCENT) < ROOMY_PERCENT;
  if (inodes !== null && inodes.percent >= FULL_PERCENT && (bytes?.percent ?? 0) < FULL_PERCENT) {
    const own = rows.find(({ mount, isOfInodes }) => !isOfInodes && mount === inodes.mount);
    return joined([
      `${inodes.mount} has ${inodes.percent} % of its inodes in use${
        own === undefined ? '' : `, and ${own.percent} % of its bytes`}.`, NO_INODES, held,
    ]);
  }
  return joined([
    bytes === null ? null
      : `${bytes.mount} is the fullest: ${bytes.percent} %${isRoomy ? ', so none is near full' : ''}.`,
    bytes === null || bytes.percent < FULL_PERCENT ? null : fullFileSystem(text, bytes.mount),
    inodes === null || (bytes !== null && inodes.percent < MIN_INODES_PERCENT) ? null
      : `${inodes.mount} is the fullest: ${inodes.percent} % of its inodes.`,
    inodes === null || inodes.percent < FULL_PERCENT ? null : NO_INODES,
    held,
  ]);
}
