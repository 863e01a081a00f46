import { useEffect, useRef, useState } from 'react';

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
  return size > mostBytes ? 'The file has more than the 64 MiB that are taken; gzip it, or cut it to the days in question.' : null;
}

/** Logs dropped anywhere on the page; other files are left to whoever opens them. True while files hang over the window. */
export function useLogDrop(onLog: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onLog);
  useEffect(() => { latest.current = onLog; });
  useEffect(() => {
    const over = (event: DragEvent): void => { if (event.dataTransfer?.types.includes('Files') === true) setOver(true); };
    const leave = (event: DragEvent): void => { if (event.relatedTarget === null) setOver(false); };
    const drop = (event: DragEvent): void => {
      setOver(false);
      const log = [...(event.dataTransfer?.files ?? [])].find(({ name }) => isLogFile(name));
      if (log !== undefined) latest.current(log);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
}
