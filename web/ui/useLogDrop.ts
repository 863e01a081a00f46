import { usePageDrop } from './usePageDrop.ts';

const logEndings = /\.(log|txt|logfmt|json|jsonl)(\.gz)?$|^(log|syslog|messages)(\.\d+)?(\.gz)?$/i;

/** Files that are taken for a server's log by name. */
export function isLogFile(name: string): boolean {
  return logEndings.test(name);
}

/** What the server takes. */
const mostBytes = 64 * 1024 * 1024;

/** Why a file is not even sent; null when it is. */
export function whyNoLog(size: number): string | null {
  if (size === 0) return 'The file is empty.';
  return size > mostBytes
    ? 'The file has more than the 64 MiB that are taken; gzip it, or cut it to the days in question.' : null;
}

/**
 * Logs dropped anywhere on the page; other files are left to whoever opens them. True while files hang over the window.
 */
export function useLogDrop(onLog: (file: File) => void): boolean {
  return usePageDrop((dropped) => {
    const log = [...dropped.files].find(({ name }) => isLogFile(name));
    if (log !== undefined) onLog(log);
  });
}
