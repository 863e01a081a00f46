import styles from './HoverCard.module.css';
import { formatClock } from '../../../core/text/format.ts';
import type { Zone } from '../../../core/text/zone.ts';
import { offsetText } from '../../../core/views/charts/timeSeriesOptions.ts';
import type { HoverCard as Hover } from '../../../core/views/charts/hover.ts';

/**
 * Returns the position: right of the crosshair in the left half of the plot, else left of it; 48 px is the value axis,
 * 32 px the margin.
 */
function placeOf(shareRatio: number): { left: string } | { right: string } {
  return shareRatio < 0.5 ? { left: `calc(48px + ${shareRatio} * (100% - 80px) + 12px)` }
    : { right: `calc(32px + ${1 - shareRatio} * (100% - 80px) + 12px)` };
}

interface HoverCardProps {
  hover: Hover;
  /** Values of the page's other charts. */
  beside: Hover['values'];
  isTime: boolean;
  zone: Zone;
  shareRatio: number;
}

/** Values and events at the crosshair, for the pointer; screen readers have the line next to the title. */
export function HoverCard({ hover, beside, isTime, zone, shareRatio }: HoverCardProps) {
  return (
    <div className={styles['card']} style={placeOf(shareRatio)} aria-hidden="true" data-testid="hover-card">
      <b>{isTime ? formatClock(hover.x, zone) : offsetText(Math.round(hover.x))}</b>
      {hover.values.map(({ label, text }) => <span key={label}>{label} <b>{text}</b></span>)}
      {beside.map(({ label, text }) => <span key={label} className={styles['beside']}>{label} <b>{text}</b></span>)}
      {hover.events.map((event) => <span key={event} className={styles['event']}>{event}</span>)}
      {isTime && <small>Click: details · drag or Ctrl + wheel: zoom</small>}
    </div>
  );
}
