import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { Timeline, TimelineFrame } from '../../../core/contract/contract.ts';
import type { ViewChoice } from '../../../core/url/profileChoices.ts';
import { formatProfileValue } from '../../../core/text/format.ts';
import type { Zone } from '../../../core/text/zone.ts';
import { nameWithin } from '../../../core/views/flame/frameLabel.ts';
import { middleCut } from '../../../core/views/flame/flameNames.ts';
import {
  frameWords, laneBoxes, nextFrame, timelineWords, type Step,
} from '../../../core/views/profile/timeline/timelineView.ts';
import type { Match } from '../../../core/views/profile/viewSearch.ts';
import type { ProfileParams } from '../../api/queries.ts';
import { useTimeline } from '../../api/profile/timeline.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { useAtMostPx } from '../../ui/useAtMostPx.ts';
import { valueColumn } from '../../ui/valueColumn.ts';
import { PanelFrame } from '../../ui/PanelFrame.tsx';
import { TimelinePicture } from './TimelinePicture.tsx';
import styles from './Timeline.module.css';

interface TimelineViewProps {
  id: string;
  params: ProfileParams;
  window: ViewChoice['timeWindow'];
  match: Match;
  zone: Zone;
  /** Rows of the subsystem strip, which has the same colours. */
  strip: readonly { id: string }[];
  onWindow: (window: ViewChoice['timeWindow']) => void;
}

const STEPS: Readonly<Record<string, Step>> = {
  ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down',
};
const TABLE_ROWS = 10;

/** Timeline of profiles whose samples have a time: a click or Enter zooms to a frame's time. */
export function TimelineView({ id, params, window, match, zone, strip, onWindow }: TimelineViewProps) {
  const query = useTimeline(id, params, window);
  return (
    <PanelFrame title="Timeline" query={query} waitingFor="Placing samples" height={420} headingLevel={2}>
      {(answer) => <TimelineBody key={`${answer.window.start} ${answer.window.end}`} answer={answer} match={match}
        zone={zone} strip={strip} isZoomed={window !== null} onWindow={onWindow} />}
    </PanelFrame>
  );
}

interface TimelineBodyProps extends Pick<TimelineViewProps, 'match' | 'zone' | 'strip' | 'onWindow'> {
  answer: Timeline;
  isZoomed: boolean;
}

function TimelineBody({ answer, match, zone, strip, isZoomed, onWindow }: TimelineBodyProps) {
  const [at, setAt] = useState(-1);
  const drawing = useRef<HTMLDivElement>(null);
  // Keys can select a frame that is out of sight, of another lane or deep in its stack.
  const [keyed, setKeyed] = useState(-1);
  useEffect(() => {
    if (keyed >= 0) drawing.current?.querySelector('[data-chosen]')?.scrollIntoView({ block: 'nearest' });
  }, [keyed]);
  const boxes = useMemo(() => laneBoxes(answer), [answer]);
  // A phone has no room for depth, lane and samples, which the drawing and its line show.
  const isNarrow = useAtMostPx(700);
  const zoomTo = ({ start, end }: TimelineFrame): void => {
    // Rounded to the microsecond, as in the address.
    const [from, to] = [Math.floor(start * 1e6) / 1e6, Math.ceil(end * 1e6) / 1e6];
    if (from < to) onWindow({ start: from, end: to });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    const frame = answer.frames[at];
    if (step !== undefined) {
      const next = nextFrame(answer.frames, at, step);
      setAt(next);
      setKeyed(next);
    } else if (event.key === 'Enter' && frame !== undefined) zoomTo(frame);
    else if (event.key === 'Escape' || event.key === 'Backspace') onWindow(null);
    else return;
    event.preventDefault();
  };
  const chosen = answer.frames[at];
  return (
    <div className={styles.timeline} data-flame="">
      <p className={styles.said}>{timelineWords(answer)}{' '}
        {isZoomed && <Button size="compact-xs" variant="default" onClick={() => onWindow(null)}>Show all</Button>}</p>
      <div ref={drawing} tabIndex={0} role="application" className={styles.drawing} onKeyDown={onKeyDown}
        aria-label="Samples along time: arrow keys move, Enter zooms, Escape shows all">
        <TimelinePicture answer={answer} boxes={boxes} at={at} match={match} zone={zone} strip={strip}
          onPoint={setAt} onTake={(index) => {
            const frame = answer.frames[index];
            if (frame !== undefined) zoomTo(frame);
          }} />
      </div>
      <p className={styles.said} role="status">{chosen === undefined ? 'Arrow keys move, Enter zooms, Esc shows all.'
        : frameWords({ ...chosen, function: middleCut(chosen.function, 160) }, answer.unit)}</p>
      <DataTable caption="Stretches of time by function" columns={columnsOf(answer, isNarrow)} rows={answer.frames}
        rowKey={(_, index) => String(index)} initialSort={{ key: 'length', descending: true }} limit={TABLE_ROWS}
        onSelect={zoomTo} empty="No sample within the filters carries a time." />
    </div>
  );
}

function columnsOf({ unit, laneLabel, lanes }: Timeline, isNarrow: boolean): Column<TimelineFrame>[] {
  const columns: Column<TimelineFrame>[] = [
    {
      key: 'function', head: 'function', sortValue: (row) => row.function,
      render: ({ function: name }) => <span className={styles.name} title={middleCut(name, 300)}>
        {nameWithin(name, isNarrow ? 28 : 90)}</span>,
    },
    valueColumn('start', 'from', ({ start }) => start, { as: 'seconds', noWrap: true }),
    valueColumn('length', 'for', ({ start, end }) => end - start, { as: 'seconds', noWrap: true }),
    valueColumn('value', 'value', ({ value }) => value, {
      as: (value) => formatProfileValue(value, unit), noWrap: true,
    }),
  ];
  if (isNarrow) return columns;
  return [
    ...columns, valueColumn('samples', 'samples', ({ samples }) => samples, { as: 'count' }),
    valueColumn('depth', 'depth', ({ depth }) => depth, { as: (depth) => String(depth + 1) }),
    ...(laneLabel === null ? [] : [{
      key: 'lane', head: laneLabel, sortValue: ({ lane }: TimelineFrame) => lanes[lane]?.name ?? '',
      render: ({ lane }: TimelineFrame) => middleCut(lanes[lane]?.name ?? '', 40),
    }]),
  ];
}
