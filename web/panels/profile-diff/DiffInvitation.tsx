import { Button } from '@mantine/core';
import type { ProfileInfo } from '../../../core/contract/contract.ts';
import { middleCut } from '../../../core/views/flame/flameNames.ts';
import { EmptyState } from '../../ui/PanelFrame.tsx';
import styles from './FlameDiff.module.css';

interface DiffInvitationProps {
  pairs: { label: string; before: ProfileInfo; after: ProfileInfo }[];
  /** Side without a profile. */
  lacks: 'both' | 'before' | 'after';
  onCompare: (before: string, after: string) => void;
}

/** What the page will show once both sides are chosen; complete pairs need one click. */
export function DiffInvitation({ pairs, lacks, onCompare }: DiffInvitationProps) {
  return (
    <EmptyState
      headingLevel={1}
      what="See which functions use more or less"
      why={lacks === 'both'
        ? <p>Choose a profile for before and one for after above, or drop two pprof files anywhere on this page.</p>
        : <p>Choose the profile for {lacks} above, or drop its file anywhere on this page.</p>}
      action={pairs.length > 0 && (
        <ul className={styles.pairs} aria-label="Pairs">
          {pairs.map(({ label, before, after }) => (
            <li key={label}>
              <Button size="xs" onClick={() => onCompare(before.id, after.id)}>Show {middleCut(label, 60)}</Button>
              <span className={styles.note}>{middleCut(before.name, 40)} → {middleCut(after.name, 40)}</span>
            </li>
          ))}
        </ul>
      )}
    />
  );
}
