import { useEffect, useRef } from 'react';
import { formatClock } from '../../../core/text/format.ts';
import type { Zone } from '../../../core/text/zone.ts';
import { flagsOf, noteLine } from '../../../core/views/charts/chartNotes.ts';
import styles from './NoteFlags.module.css';
import type { ChartNotesValue } from './chartContexts.ts';

const mostFlags = 48;

interface NoteFlagsProps {
  notes: ChartNotesValue;
  min: number;
  max: number;
  zone: Zone;
}

/** A flag above the plot for each note, for the pointer; keyboard and screen reader users have the list of notes. */
export function NoteFlags({ notes: { notes, selected, onPick, takeScroll }, min, max, zone }: NoteFlagsProps) {
  const strip = useRef<HTMLDivElement>(null);
  const flags = flagsOf(notes, min, max, mostFlags);
  const isHere = selected !== null && flags.some((flag) => flag.notes.some(({ id }) => id === selected));
  useEffect(() => {
    // Below 1,100 px the list covers the lower half.
    if (isHere && takeScroll(selected))
      strip.current?.closest('figure')?.scrollIntoView({ block: window.innerWidth < 1_100 ? 'start' : 'center' });
  }, [isHere, selected, takeScroll]);
  return (
    <div ref={strip} className={styles['strip']} aria-hidden="true">
      {flags.map(({ key, shareRatio, notes: group }) => (
        <button key={key} type="button" tabIndex={-1} className={styles['flag']}
          data-selected={group.some(({ id }) => id === selected) || undefined}
          data-notes={group.map(({ id }) => id).join(' ')}
          style={{ left: `calc(48px + ${shareRatio} * (100% - 80px))` }}
            title={group.slice(0, 5).map((note) => `${formatClock(note.time, zone)} ${noteLine(note)}`).join('\n')}
          onClick={() => {
            const at = group.findIndex(({ id }) => id === selected);
            onPick(group[(at + 1) % group.length]?.id ?? key);
          }}>
          <svg viewBox="0 0 12 14"><path d="M1 14V1H11L8.5 4.5 11 8H1" /></svg>
          {group.length > 1 && <span>{group.length}</span>}
        </button>
      ))}
    </div>
  );
}
