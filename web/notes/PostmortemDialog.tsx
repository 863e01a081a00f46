import { Button, CopyButton } from '@mantine/core';
import { useState } from 'react';
import type { Target } from '../../core/contract/contract.ts';
import { usePostmortem } from '../api/noteQueries.ts';
import { useCurrentTarget } from '../api/useCurrentTarget.ts';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import styles from './Notes.module.css';

function download(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/markdown;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** The window as Markdown: previewed as text, copied, or saved as a file. */
export function PostmortemDialog({ target, onClose }: { target: Target; onClose: () => void }) {
  const { range } = useCurrentTarget();
  const [isFrozen, setFrozen] = useState(false);
  const { data, error, isFetching, isPlaceholderData } = usePostmortem(target, range, isFrozen);
  return (
    <Dialog onClose={onClose} width={780} title="Summary as Markdown">
      <div className={styles['form']}>
        <p className={styles['quiet']}>Findings with figures, pictures and links, and the timeline of this window with
          its notes. Parts for you to complete are marked. Pictures load only for readers who can reach this tsdbscope;
          frozen pictures load anywhere, for a year.</p>
        {error !== null && <p role="alert" className={styles['error']}>{error.message}</p>}
        <pre className={styles['preview']} tabIndex={0} role="region" aria-label="Preview" aria-busy={isFetching}>
          {data ?? (error === null ? 'Loading all panels …' : '')}</pre>
        <div className={styles['actions']}>
          <CopyButton value={data ?? ''}>
            {({ copied, copy }) => <Button size="xs" variant={isFrozen ? 'filled' : 'default'}
              disabled={data === undefined || isPlaceholderData} onClick={copy}>{copied ? 'Copied' : 'Copy'}</Button>}
          </CopyButton>
          <Button size="xs" variant={isFrozen ? 'default' : 'filled'} disabled={data === undefined || isFrozen}
            loading={isFrozen && isPlaceholderData} onClick={() => setFrozen(true)}
            title="Replaces the pictures with frozen embeds, kept for a year">
            {isFrozen ? 'Pictures frozen' : 'Freeze pictures'}</Button>
          <Button size="xs" variant="default" disabled={data === undefined || isPlaceholderData} onClick={
            () => download(data ?? '', `${target.name.replace(/[^A-Za-z0-9._-]+/g, '-')}-postmortem.md`)
          }>Download</Button>
        </div>
      </div>
    </Dialog>
  );
}
