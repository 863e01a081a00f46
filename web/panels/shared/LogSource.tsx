import { Button, CloseButton, FileButton, Loader } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { cutMiddle } from '../../../core/text/format.ts';
import { logOfField, useLogDrop, whyNoLog } from '../../ui/drop/useLogDrop.ts';
import { Fold } from './Fold.tsx';
import styles from './LogSource.module.css';

interface LogSourceProps {
  /** Summary of the section, after "open, paste or drop one: ". */
  holds: string;
  /** Purpose of a log, after what is read from it. */
  purpose: string;
  reading: { isPending: boolean; error: Error | null; variables: File | undefined };
  onLog: (log: File) => void;
  /** Whether it also accepts the meta.json files of blocks. */
  takesBlocks?: boolean;
  /** Closes the log; null if none is open. */
  onClose: (() => void) | null;
  /** Content for the open log. */
  children: ReactNode;
}

/**
 * The section that accepts a server log: by file dialog, dropped on the page, or pasted on the page or in its field.
 */
export function LogSource(
  { holds, purpose, reading, onLog, onClose, takesBlocks = false, children }: LogSourceProps
) {
  const [refused, setRefused] = useState<string | null>(null);
  const take = (file: File | null): void => {
    if (file === null) return;
    const why = whyNoLog(file.size);
    setRefused(why);
    if (why === null) onLog(file);
  };
  const isOver = useLogDrop(take, takesBlocks);
  const error = refused ?? reading.error?.message ?? null;
  return (
    <Fold id="log" title="From a server log" holds={`open, paste or drop one: ${holds}`}
      isForced={isOver || reading.isPending || onClose !== null || error !== null}>
      <div className={styles['source']} data-now data-over={isOver || undefined}>
        <FileButton onChange={take} inputProps={{ 'aria-label': 'Log file' }}>
          {(props) => <Button {...props} size="xs" variant="default">Open a log …</Button>}
        </FileButton>
        <textarea className={styles['field']} rows={1} aria-label="Paste a log" placeholder="Paste lines here"
          spellCheck={false} autoComplete="off" onPaste={(event) => {
            event.preventDefault();
            const log = logOfField(event.clipboardData.getData('text/plain'));
            if (typeof log === 'string') setRefused(log);
            else take(log);
          }} />
        <p>or drop or paste (Ctrl V) one anywhere on this page: Prometheus 2.x or 3.x, logfmt or JSON, plain or gzip,
          as journald, kubectl, Docker, syslog, Loki or Kibana print or export it. {purpose}</p>
        {reading.isPending && (
          <span><Loader size={12} /> Reading {cutMiddle(reading.variables?.name ?? '', 40)} …</span>)}
        {error !== null && <b role="alert">{cutMiddle(error, 400)}</b>}
        {onClose !== null && <CloseButton size="sm" aria-label="Close log" onClick={onClose} />}
      </div>
      {children}
    </Fold>
  );
}
