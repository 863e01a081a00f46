/** Warnings before the disk of the data folder is full, from its free space and from how fast the folder grows. */
import { formatBytes } from '../../../../core/text/format.ts';

export interface DiskSpace { freeBytes: number; totalBytes: number }
export interface SizeAt { timeMs: number; bytes: number }

const FEW = 0.1;
const SOON_MS = 2 * 3_600_000;
/** Growth is known after this time, and measured over as long. */
const OVER_MS = 10 * 60_000;

/**
 * Returns a sentence if less than a tenth of the disk is free and retention lets the folder grow by over half of that,
 * or if the folder's growth of the last ten minutes fills it within two hours; else null.
 */
export function spaceWarning(
  folder: string, { freeBytes, totalBytes }: DiskSpace, sizes: readonly SizeAt[], retentionBytes: number
): string | null {
  const last = sizes.at(-1);
  if (last === undefined || totalBytes === 0) return null;
  const mayGrowBytes = Math.max(0, retentionBytes - last.bytes);
  const first = sizes.find(({ timeMs }) => last.timeMs - timeMs <= 2 * OVER_MS) ?? last;
  const overMs = last.timeMs - first.timeMs;
  const bytesPerMs = overMs < OVER_MS ? 0 : (last.bytes - first.bytes) / overMs;
  const leftMs = bytesPerMs > 0 && mayGrowBytes > freeBytes ? freeBytes / bytesPerMs : Infinity;
  const isFew = freeBytes < FEW * totalBytes && mayGrowBytes > freeBytes / 2;
  if (!isFew && leftMs >= SOON_MS) return null;
  const minutes = Math.max(1, Math.round(leftMs / 60_000));
  const when = leftMs < SOON_MS ? ` and full in ${minutes} min at the present growth` : '';
  const free = `${formatBytes(freeBytes)} of ${formatBytes(totalBytes)} free`;
  return `The disk of the data folder ${folder} has ${free}${when}: `
    + 'recording stops when it is full. Free space, or lower retention.size.';
}

/** Returns a sentence if retention by size cannot take effect before the disk is full; else null. */
export function retentionWarning(
  { totalBytes }: Pick<DiskSpace, 'totalBytes'>, retentionBytes: number, folder: string
): string | null {
  if (totalBytes === 0 || retentionBytes <= totalBytes) return null;
  return `retention.size (${formatBytes(retentionBytes)}) exceeds the disk of the data folder ${folder} `
    + `(${formatBytes(totalBytes)}): the disk is full before retention deletes anything by size. Lower it.`;
}

/** Returns the sizes of the last twenty minutes with a new one. */
export function withSize(sizes: readonly SizeAt[], now: SizeAt): SizeAt[] {
  return [...sizes.filter(({ timeMs }) => timeMs <= now.timeMs && now.timeMs - timeMs <= 2 * OVER_MS), now];
}
