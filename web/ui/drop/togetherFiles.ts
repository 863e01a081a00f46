/** Decides which dropped files are sent in one request, because one of them may explain another. Pure. */
import { isLogFile } from './useLogDrop.ts';

const maxFiles = 4;
const maxBytes = 32 * 1024 * 1024;

/** Numbers of files that may be profiles of one series. */
const minSeries = 3;
const maxSeries = 30;
const scrapeEndings = /\.(?:prom|metrics|om|openmetrics)$/i;

interface Sized { name: string; size: number }

/** Whether files can be sent in one request: with names of their own, not empty, and not large together. */
const areSmall = (files: readonly Sized[]): boolean =>
  new Set(files.map(({ name }) => name)).size === files.length && files.every(({ size }) => size > 0)
  && files.reduce((sum, { size }) => sum + size, 0) <= maxBytes;

/** Returns whether files may be profiles of one program at several times: three or more without a log. */
export function areSeries(files: readonly Sized[]): boolean {
  return files.length >= minSeries && files.length <= maxSeries && !files.some(({ name }) => isLogFile(name))
    && areSmall(files);
}

/**
 * Returns whether files are opened together: a log with what describes its container, its disk or its kernel, or two
 * logs; two scrapes; what may be a series of profiles. Large files are sent one by one.
 */
export function areTogether(files: readonly Sized[]): boolean {
  const arePair = files.some(({ name }) => isLogFile(name)) || files.every(({ name }) => scrapeEndings.test(name));
  return areSeries(files) || (arePair && files.length >= 2 && files.length <= maxFiles && areSmall(files));
}
