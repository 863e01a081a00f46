import { Button, Popover, Radio } from '@mantine/core';
import type { Per } from '../../../core/contract/contract.ts';
import { unitOptions, type UnitSide } from '../../../core/views/profile/unitChoice.ts';
import { useProfilePer } from '../../api/profilePer.ts';
import styles from './FlameTools.module.css';

interface UnitChoiceProps {
  per: Per | null;
  /** The profiles: of one, or of each side. */
  sides: readonly { side: UnitSide['side']; ids: readonly string[] }[];
  sampleType: string;
  onPer: (per: Per | null) => void;
}

const SHORT: Record<Per, string> = { second: 'cores', sample: 'per sample' };

/** The unit that values are shown in; a unit that cannot be says why. */
export function UnitChoice({ per, sides, sampleType, onPer }: UnitChoiceProps) {
  return (
    <Popover position="bottom-start" shadow="md" width="min(340px, calc(100vw - 24px))" trapFocus returnFocus>
      <Popover.Target>
        <Button size="xs" variant="default" px={8}>{per === null ? 'unit' : SHORT[per]}</Button>
      </Popover.Target>
      <Popover.Dropdown><UnitList per={per} sides={sides} sampleType={sampleType} onPer={onPer} /></Popover.Dropdown>
    </Popover>
  );
}

/** Asks only while it is open. */
function UnitList({ per, sides, sampleType, onPer }: UnitChoiceProps) {
  const { figures, error } = useProfilePer(sides.flatMap(({ ids }) => ids), sampleType);
  if (figures === null)
    return <p className={styles.note} role="status">{error ?? 'Looking for the samples ingested …'}</p>;
  const known = sides.map(({ side, ids }) => ({ side, figures: ids.flatMap((id) => figures.get(id) ?? []) }));
  return (
    <Radio.Group label="Unit of values" value={per ?? ''} onChange={(value) => {
      onPer(value === 'second' || value === 'sample' ? value : null);
    }}>
      <div className={styles.units}>
        {unitOptions(known).map(({ per: each, label, isPossible, words }) => (
          <Radio key={label} size="xs" value={each ?? ''} label={label} description={words}
            disabled={!isPossible && each !== per} />
        ))}
      </div>
    </Radio.Group>
  );
}
