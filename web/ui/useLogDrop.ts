import { usePageDrop } from './usePageDrop.ts';

const logEndings = /\.(log|txt|logfmt|json|jsonl)(\.gz)?$|^(log|syslog|messages)(\.\d+)?(\.gz)?$/i;

/** Whether a file is a server log by its name. */
export function isLogFile(name: string): boolean {
  return logEndings.test(name);
}

/** The server's limit. */
const maxBytes = 64 * 1024 * 1024;

/** Returns why a file is not uploaded; null if it is. */
export function whyNoLog(size: number): string | null {
  if (size === 0) return 'The file is empty.';
  return size > maxBytes
    ? 'The file exceeds the limit of 64 MiB. Compress it with gzip, or cut it to the relevant days.' : null;
}

/** Handles logs dropped anywhere on the page, not other files. Returns true while files are dragged over the window. */
export function useLogDrop(onLog: (file: File) => void): boolean {
  return usePageDrop((dropped) => {
    const log = [...dropped.files].find(({ name }) => isLogFile(name));
    if (log !== undefined) onLog(log);
  });
}
