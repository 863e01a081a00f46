import { Button, CloseButton, FileButton, Loader } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { cutMiddle } from '../../../core/text/format.ts';
import { logOfField, useLogDrop, whyNoLog } from '../../ui/drop/useLogDrop.ts';
import { Fold } from './Fold.tsx';
import styles from './LogSource.module.css';

interface LogSourceProps {
  /** What the fold holds, after "open, paste or drop one: ". */
  holds: string;
  /** What a log is for, after what is read. */
  purpose: string;
  reading: { isPending: boolean; error: Error | null; variables: File | undefined };
  onLog: (log: File) => void;
  /** The meta.json files of blocks are read too. */
  takesBlocks?: boolean;
  /** null: no log is open. */
  onClose: (() => void) | null;
  /** What is shown of the open log. */
  children: ReactNode;
}

/** The fold that takes a server log: by file dialog, dropped on the page, pasted there or in its field. */
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
      <div className={styles['source']} data-over={isOver || undefined}>
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
