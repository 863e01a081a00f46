import { Skeleton } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import type { DiffSubsystemTable, SubsystemTable } from '../../../core/contract/contract.ts';
import { formatProfileValue, formatRatio } from '../../../core/text/format.ts';
import { isSubsystemFilter, rollupBars, rollupRows } from '../../../core/views/profile/flameViews.ts';
import type { PageFilters } from '../../../core/url/profileChoices.ts';
import { withFilter } from '../../../core/views/profile/filterFields.ts';
import { useDrawingWidth } from '../../charts/flame/useDrawingWidth.ts';
import type { FrameQuery } from '../../ui/PanelFrame.tsx';
import styles from './SubsystemStrip.module.css';

/** Approximate width of a label's character, and of its padding, in px. */
const CHARACTER_PX = 6.2;
const PADDING_PX = 12;
const BAR_PX = 24;
/** Minimum width of a button; narrower parts are hard to hit and are also in the table. */
const MIN_BUTTON_PX = 24;
const GAP_PX = 2;
/** Width of the word before a bar, with its gap. */
const SIDE_PX = 50;

interface SubsystemStripProps {
  query: FrameQuery<SubsystemTable | DiffSubsystemTable>;
  /** Number of bars, 2 for a diff. Reserves their height while loading, so that nothing moves. */
  bars: 1 | 2;
  /** Active filters; the filtered part is shown as pressed. */
  filters: PageFilters;
  onFilters: (filters: PageFilters) => void;
}

/**
 * One bar per side, on one scale, with the samples by subsystem. A click restricts every view to that part's stacks.
 */
export function SubsystemStrip({ query: { data, error }, bars: count, filters, onFilters }: SubsystemStripProps) {
  if (data === undefined) {
    return error === null
      ? <Skeleton height={count * BAR_PX + (count - 1) * GAP_PX} />
      : <p className={styles.note} role="alert">The subsystems could not be loaded. {error.message}</p>;
  }
  return <Strips data={data} filters={filters} onFilters={onFilters} />;
}

/** Returns name and value if both fit, else the name if it fits; never a truncated figure. */
function partLabel(name: string, value: string, widthPx: number): ReactNode {
  const room = (widthPx - PADDING_PX) / CHARACTER_PX;
  if (name.length > room) {
    // The end of a path distinguishes packages.
    const end = name.slice(name.lastIndexOf('/') + 1);
    return end.length > room ? null : end;
  }
  return name.length + 1 + value.length > room ? name
    : <>{name} <span className={styles.value}>{value}</span></>;
}

interface StripsProps extends Pick<SubsystemStripProps, 'filters' | 'onFilters'> {
  data: SubsystemTable | DiffSubsystemTable;
}

function Strips({ data, filters, onFilters }: StripsProps) {
  const box = useRef<HTMLDivElement>(null);
  const widthPx = useDrawingWidth(box);
  const rows = rollupRows(data);
  const chosen = filters.subsystem ?? '';
  return (
    <div className={styles.strips} ref={box}>
      {rollupBars(rows)?.map(({ side, sum, segments }) => (
        <div key={side} className={styles.strip} role="group"
          aria-label={side === 'all' ? 'By subsystem' : `${side}, by subsystem`}>
          {side !== 'all' && <span className={styles.side}>{side}</span>}
          <span className={styles.parts} data-filtered={rows.some(({ id }) => id === chosen) || undefined}>
            {segments.map(({ id, name, rank, value, ratio }) => {
              const isPressed = id === chosen;
              const words = `${name} ${formatProfileValue(value, data.unit)}, ${formatRatio(value / sum)}`;
              const look = {
                'data-subsystem': id, 'data-rank': rank, className: styles.part, style: { width: `${ratio * 100}%` },
                title: words,
              };
              if (ratio * (widthPx - SIDE_PX) < MIN_BUTTON_PX && !isPressed) return <span key={id} {...look} />;
              return (
                <button key={id} type="button" {...look} aria-label={words} aria-pressed={isPressed}
                  disabled={!isSubsystemFilter(id)}
                  onClick={() => onFilters(withFilter(filters, 'subsystem', isPressed ? undefined : id))}>
                  {partLabel(name, formatProfileValue(value, data.unit), ratio * (widthPx - SIDE_PX))}
                </button>
              );
            })}
          </span>
        </div>
      ))}
    </div>
  );
}
