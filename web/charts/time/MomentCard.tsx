import { Button, CloseButton } from '@mantine/core';
import { useContext, useEffect, useRef } from 'react';
import { formatClock, formatDateTime, zoneName } from '../../../core/text/format.ts';
import { PANEL_NAMES, PANELS } from '../../../core/panels.ts';
import { Link } from '../../ui/Link.tsx';
import type { TimeRange } from '../../../core/url/urlState.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import type { Moment } from '../../../core/views/charts/moment.ts';
import styles from './MomentCard.module.css';
import { NearMoment } from './eventCard.ts';
import { ChartNotes } from './chartContexts.ts';

const halfZoomSeconds = 60;

/** Places the card below the moment, inside the chart; 48 px is the value axis, 32 px the right margin. */
function leftOf(shareRatio: number): string {
  const middle = `48px + ${shareRatio} * (100% - 80px)`;
  return `clamp(0px, calc(${middle} - var(--card-width) / 2), calc(100% - var(--card-width)))`;
}

interface MomentCardProps {
  moment: Moment;
  /** The recording or live target that the chart shows. */
  target: string | null;
  /** Position in the plot's width, 0 to 1. */
  shareRatio: number;
  onClose: () => void;
}

/**
 * Details of a moment, over the chart in which it was picked: marks, gaps, values, profiles, and links to look closer.
 */
export function MomentCard({ moment, target, shareRatio, onClose }: MomentCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const { state, href } = useUrlState();
  const { zone } = state;
  const drawNear = useContext(NearMoment);
  const notes = useContext(ChartNotes);
  const { time } = moment;
  useEffect(() => {
    card.current?.focus({ preventScroll: true });
    card.current?.scrollIntoView({ block: 'nearest' });
  }, [time]);
  useEffect(() => {
    const leave = (event: PointerEvent): void => {
      if (event.target instanceof Node && card.current?.parentElement?.contains(event.target) !== true) onClose();
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [onClose]);
  const hasStart = moment.things.some(({ what }) => what === 'restart');
  const others = PANEL_NAMES.filter((page) => page !== state.page && (page !== 'wal-replay' || hasStart));
  const range: TimeRange = { kind: 'absolute', start: time - halfZoomSeconds, end: time + halfZoomSeconds };
  return (
    <div ref={card} className={styles['card']} role="dialog" aria-label={`Details at ${formatClock(time, zone)}`}
      tabIndex={-1} style={{ left: leftOf(shareRatio) }}
      onKeyDown={(event) => { if (event.key === 'Escape') { event.stopPropagation(); onClose(); } }}>
      <div className={styles['head']}>
        <strong title={formatDateTime(time, zone)}>{formatClock(time, zone)}</strong>
        <span className={styles['quiet']}>{formatDateTime(time, zone).slice(0, 10)} {zoneName(zone, time)}</span>
        <CloseButton size="sm" aria-label="Close" onClick={onClose} />
      </div>
      {moment.things.length > 0 && (
        <ul className={styles['things']} aria-label="Events">
          {moment.things.map((thing) => <li key={thing.key}>
            {thing.at !== null && <span className={styles['quiet']}>{formatClock(thing.at, zone)} </span>}<b>
            {thing.what}</b>{thing.facts !== '' && <> {thing.facts}</>}</li>)}
        </ul>
      )}
      <p className={styles['values']}>
        {moment.values.map((value) => <span key={value.label}>{value.label} <b>{value.text}</b></span>)}</p>
      {drawNear?.({ time, target })}
      <p className={styles['links']}>
        {notes !== null && <Button variant="subtle" size="compact-xs"
          onClick={() => { onClose(); notes.onAdd(time); }}>Add a note</Button>}
        <Link href={href({ range })}>Zoom to ±1m</Link>
        {others.map((page) => (
          <Link key={page} href={href({ page, range })}>{PANELS[page].pageTitle} at this time</Link>
        ))}
      </p>
    </div>
  );
}
