import { useEffect, useRef } from 'react';
import { joinedMetas } from '../../api/files/blockMetas.ts';
import { usePageDrop } from './usePageDrop.ts';

const logEndings = /\.(log|txt|logfmt|json|jsonl)(\.gz)?$|^(log|syslog|messages)(\.\d+)?(\.gz)?$/i;

/** Returns whether a file is a server log by its name. */
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

/** Returns pasted lines as a file; null for one line or none, which is more likely a name or a link. */
export function pastedLog(text: string): File | null {
  return /\S\r?\n\s*\S/.test(text) ? asFile(text) : null;
}

/** Returns the text pasted into the log field as a log, even if only one line; else why it is rejected. */
export function logOfField(text: string): File | string {
  return text.trim() === '' ? 'The clipboard holds no text. Copy the lines of a log, or open its file.' : asFile(text);
}

function asFile(text: string): File {
  return new File([text], 'pasted.log', { type: 'text/plain' });
}

/**
 * Handles logs (and with `takesBlocks` the meta.json files of blocks) dropped or pasted anywhere on the page, but not
 * other files or text pasted into a field. Returns true while files are dragged over the window.
 */
export function useLogDrop(onLog: (file: File) => void, takesBlocks = false): boolean {
  const take = (dropped: DataTransfer): void => {
    const log = [...dropped.files].find(({ name }) => isLogFile(name));
    // Must be read while the event is handled.
    const metas = takesBlocks ? joinedMetas(dropped) : Promise.resolve(null);
    void metas.then((blocks) => {
      if (blocks !== null) onLog(blocks);
      else if (log !== undefined) onLog(log);
    });
  };
  const latest = useRef(onLog);
  useEffect(() => { latest.current = onLog; });
  usePaste((text) => {
    const log = pastedLog(text);
    if (log !== null) latest.current(log);
  });
  return usePageDrop(take);
}

/** Passes text pasted anywhere on the page, except into a field, to `onText`. Null disables it. */
export function usePaste(onText: ((text: string) => void) | null): void {
  const latest = useRef(onText);
  useEffect(() => { latest.current = onText; });
  useEffect(() => {
    const paste = ({ clipboardData, target }: ClipboardEvent): void => {
      if (target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]')) return;
      latest.current?.(clipboardData?.getData('text/plain') ?? '');
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}
