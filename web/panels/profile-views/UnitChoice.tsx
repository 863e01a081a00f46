import { useId } from 'react';
import type { Per } from '../../../core/contract/contract.ts';
import { unitOptions, type UnitSide } from '../../../core/views/profile/sides/unitChoice.ts';
import { useProfilePer } from '../../api/profile/profilePer.ts';
import styles from './FlameTools.module.css';

interface UnitChoiceProps {
  per: Per | null;
  /** Profiles of the only, or of each, side. */
  sides: readonly { side: UnitSide['side']; ids: readonly string[] }[];
  sampleType: string;
  onPer: (per: Per | null) => void;
}

/** Unit of the values; an unavailable one says why. Requests data only while visible. */
export function UnitChoice({ per, sides, sampleType, onPer }: UnitChoiceProps) {
  const { figures, error } = useProfilePer(sides.flatMap(({ ids }) => ids), sampleType);
  const name = useId();
  const known = sides.map(({ side, ids }) => ({ side, figures: ids.flatMap((id) => figures?.get(id) ?? []) }));
  return (
    <fieldset className={styles.units}>
      <legend>unit of values</legend>
      {figures === null ? <p className={styles.note} role="status">{error ?? 'Looking for the samples ingested …'}</p>
        : unitOptions(known).map(({ per: each, label, isPossible, words }) => (
          <label key={label}>
            <input type="radio" name={name} checked={each === per} disabled={!isPossible && each !== per}
              onChange={() => { onPer(each); }} />
            <span>{label}<span className={styles.note}> {words}</span></span>
          </label>
        ))}
    </fieldset>
  );
}
