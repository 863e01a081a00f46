import { Button, CopyButton } from '@mantine/core';
import { useState } from 'react';
import { apiPath } from '../../api/client.ts';
import { useHandover } from '../../api/fleetQuery.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import styles from './HandoverDialog.module.css';

const HOURS = [4, 8, 12, 24];

export default function HandoverDialog({ onClose }: { onClose: () => void }) {
  const [hours, setHours] = useState(12);
  const { data, error, isFetching, isPlaceholderData } = useHandover(hours);
  const last = `${String(hours)}h`;
  return (
    <Dialog onClose={onClose} width={780} title="Handover">
      <div className={styles['form']}>
        <p className={styles['quiet']}>What each target does now, and its findings, gaps, starts, notes and captures of
          the last hours, the worst target first.</p>
        <div className={styles['row']} role="group" aria-label="How far back">
          {HOURS.map((each) => (
            <Button key={each} size="compact-xs" variant={each === hours ? 'filled' : 'default'}
              aria-pressed={each === hours} onClick={() => setHours(each)}>{each} h</Button>
          ))}
        </div>
        {error !== null && <p role="alert" className={styles['error']}>{error.message}</p>}
        <pre className={styles['preview']} tabIndex={0} role="region" aria-label="Preview" aria-busy={isFetching}>
          {data ?? (error === null ? 'Judging the last hours …' : '')}</pre>
        <div className={styles['row']}>
          <CopyButton value={data ?? ''}>
            {({ copied, copy }) => <Button size="xs" disabled={data === undefined || isPlaceholderData} onClick={copy}>
              {copied ? 'Copied' : 'Copy'}</Button>}
          </CopyButton>
          <Button component="a" size="xs" variant="default" download="handover.md"
            href={apiPath('/handover.md', { query: { last } })}>Download</Button>
        </div>
      </div>
    </Dialog>
  );
}
