/** Decides which dropped files are sent in one request, because one of them may explain another. Pure. */
import { isLogFile } from '../ui/drop/useLogDrop.ts';

const maxFiles = 4;
const maxBytes = 32 * 1024 * 1024;

/** Numbers of files that may be profiles of one series. */
const minSeries = 3;
const maxSeries = 30;
const scrapeEndings = /\.(?:prom|metrics|om|openmetrics)$/i;

/**
 * Returns whether files are opened together: a log with what describes its container, its disk or its kernel, or two
 * logs; two scrapes; and three or more files without a log, which may be profiles of one program. Large files are sent
 * one by one.
 */
export function areTogether(files: readonly { name: string; size: number }[]): boolean {
  const names = new Set(files.map(({ name }) => name));
  const hasLog = files.some(({ name }) => isLogFile(name));
  const arePair = hasLog || files.every(({ name }) => scrapeEndings.test(name));
  return files.length >= (arePair ? 2 : minSeries) && files.length <= (hasLog ? maxFiles : maxSeries)
    && names.size === files.length && files.every(({ size }) => size > 0)
    && files.reduce((sum, { size }) => sum + size, 0) <= maxBytes;
}
