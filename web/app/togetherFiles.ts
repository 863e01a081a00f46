/** Decides which dropped files are sent in one request, because one of them may explain another. Pure. */
import { isLogFile } from '../ui/drop/useLogDrop.ts';

const maxFiles = 4;
const maxBytes = 32 * 1024 * 1024;

/**
 * Returns whether files are opened together: a log with what describes its container, its disk or its kernel, or two
 * logs. Large files are sent one by one.
 */
export function areTogether(files: readonly { name: string; size: number }[]): boolean {
  const names = new Set(files.map(({ name }) => name));
  return files.length >= 2 && files.length <= maxFiles && names.size === files.length
    && files.some(({ name }) => isLogFile(name)) && files.every(({ size }) => size > 0)
    && files.reduce((sum, { size }) => sum + size, 0) <= maxBytes;
}
