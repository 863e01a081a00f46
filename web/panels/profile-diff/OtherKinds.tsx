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

/** The other kinds of profile of the same runs (heap beside CPU), each one click away. Nothing where there are none. */
export function OtherKinds({ profiles, before, after, onCompare }: OtherKindsProps) {
  const kinds = otherKinds(profiles, before, after);
  if (kinds.length === 0) return null;
  return (
    <div className={styles.otherKinds} role="group" aria-label="Other kinds of the same runs">
      <span className={styles.note}>The same runs by</span>
      {
        kinds.map(
          ({ kind, ...sides }) => <Button key={kind} size="compact-xs" variant="default"
            onClick={() => onCompare(sides)}>{kind}</Button>
        )
      }
    </div>
  );
}
