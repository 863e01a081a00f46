import { Skeleton } from '@mantine/core';
import type { DiffSubsystemTable, SubsystemTable } from '../../../core/contract/contract.ts';
import { formatProfileValue, formatRatio } from '../../../core/text/format.ts';
import type { FrameQuery } from '../../ui/PanelFrame.tsx';
import styles from './FlameViews.module.css';
import { rollupBars, rollupRows } from '../../../core/views/profile/flameViews.ts';

/** Narrower parts have no label. */
const LABEL_FROM_RATIO = 0.07;
const BAR_PX = 22;
const GAP_PX = 4;

interface FlameRollupBarProps {
  query: FrameQuery<SubsystemTable | DiffSubsystemTable>;
  /** 2 for a diff. Reserves their height while loading, so that nothing moves. */
  bars: 1 | 2;
}

/** One stacked bar per side, on one scale; the roll-up table has the same figures. */
export function FlameRollupBar({ query: { data, error }, bars: count }: FlameRollupBarProps) {
  if (data === undefined) {
    return error === null
      ? <Skeleton height={count * BAR_PX + (count - 1) * GAP_PX} aria-label="Loading the roll-up by subsystem" />
      : <p className={styles.note} role="alert">The roll-up by subsystem could not be loaded. {error.message}</p>;
  }
  return (
    <div className={styles.bars}>
      {rollupBars(rollupRows(data))?.map(({ side, sum, segments }) => (
        <div key={side} className={styles.bar} role="img"
          aria-label={[
            side === 'all' ? 'By subsystem:' : `${side}, by subsystem:`,
            segments.map(({ name, value }) => `${name} ${formatProfileValue(value, data.unit)}`).join(', '),
          ].join(' ')}>
          {side !== 'all' && <span className={styles.barHead}>{side}</span>}
          <span className={styles.barParts}>
            {segments.map(({ id, name, value, ratio }) => (
              <span key={id} data-subsystem={id} className={styles.part} style={{ width: `${ratio * 100}%` }}
                title={`${name}: ${formatProfileValue(value, data.unit)}, ${formatRatio(value / sum)}`}>
                {ratio >= LABEL_FROM_RATIO ? name : ''}
              </span>
            ))}
          </span>
        </div>
      ))}
    </div>
  );
}
