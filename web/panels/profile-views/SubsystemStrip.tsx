import { Skeleton } from '@mantine/core';
import type { DiffSubsystemTable, SubsystemTable } from '../../../core/contract/contract.ts';
import { formatProfileValue, formatRatio } from '../../../core/text/format.ts';
import { patternOf, rollupBars, rollupRows } from '../../../core/views/profile/flameViews.ts';
import type { FrameQuery } from '../../ui/PanelFrame.tsx';
import styles from './SubsystemStrip.module.css';

/** Narrower parts have no label. */
const LABEL_FROM_RATIO = 0.06;
const BAR_PX = 20;
const GAP_PX = 2;

interface SubsystemStripProps {
  query: FrameQuery<SubsystemTable | DiffSubsystemTable>;
  /** 2 for a diff. Reserves their height while loading, so that nothing moves. */
  bars: 1 | 2;
  /** The current search; the part that set it is pressed. */
  search: string;
  onSearch: (pattern: string) => void;
}

/** One bar per side, on one scale: who used the samples. A click narrows every view to that part's functions. */
export function SubsystemStrip({ query: { data, error }, bars: count, search, onSearch }: SubsystemStripProps) {
  if (data === undefined) {
    return error === null
      ? <Skeleton height={count * BAR_PX + (count - 1) * GAP_PX} aria-label="Loading the subsystems" />
      : <p className={styles.note} role="alert">The subsystems could not be loaded. {error.message}</p>;
  }
  const rows = rollupRows(data);
  const patterns = new Map(rows.map((row) => [row.id, patternOf(row.functions)]));
  return (
    <div className={styles.strips}>
      {rollupBars(rows)?.map(({ side, sum, segments }) => (
        <div key={side} className={styles.strip} role="group"
          aria-label={side === 'all' ? 'By subsystem' : `${side}, by subsystem`}>
          {side !== 'all' && <span className={styles.side}>{side}</span>}
          <span className={styles.parts}>
            {segments.map(({ id, name, value, ratio }) => {
              const pattern = patterns.get(id) ?? '';
              const isPressed = pattern !== '' && pattern === search;
              const words = `${name} ${formatProfileValue(value, data.unit)}, ${formatRatio(value / sum)}`;
              return (
                <button key={id} type="button" data-subsystem={id} className={styles.part} aria-label={words}
                  style={{ width: `${ratio * 100}%` }} title={words} aria-pressed={isPressed}
                  disabled={pattern === ''} onClick={() => onSearch(isPressed ? '' : pattern)}>
                  {ratio >= LABEL_FROM_RATIO && <>{name} <span className={styles.value}>
                    {formatProfileValue(value, data.unit)}</span></>}
                </button>
              );
            })}
          </span>
        </div>
      ))}
    </div>
  );
}
