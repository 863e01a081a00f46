import { Button } from '@mantine/core';
import type { ProfileInfo } from '../../../core/contract/contract.ts';
import { otherKinds } from '../../api/profileKinds.ts';
import styles from './FlameDiff.module.css';

interface OtherKindsProps {
  profiles: readonly ProfileInfo[];
  before: readonly string[];
  after: readonly string[];
  onCompare: (sides: { before: string[]; after: string[] }) => void;
}

/** Buttons for other profile types of the same runs, such as heap next to CPU; nothing if there are none. */
export function OtherKinds({ profiles, before, after, onCompare }: OtherKindsProps) {
  const kinds = otherKinds(profiles, before, after);
  if (kinds.length === 0) return null;
  return (
    <div className={styles.otherKinds} role="group" aria-label="Other profile types of the same runs">
      <span className={styles.note}>Same runs:</span>
      {kinds.map(({ kind, ...sides }) => <Button key={kind} size="compact-xs" variant="default"
        onClick={() => onCompare(sides)}>{kind}</Button>)}
    </div>
  );
}
