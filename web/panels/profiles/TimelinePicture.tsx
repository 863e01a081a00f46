import { memo, useMemo, useRef } from 'react';
import type { Timeline, TimelineFrame } from '../../../core/contract/contract.ts';
import type { Zone } from '../../../core/text/zone.ts';
import { familyColours, type FamilyColours } from '../../../core/views/flame/flameColours.ts';
import { nameWithin } from '../../../core/views/flame/frameLabel.ts';
import { middleCut } from '../../../core/views/flame/flameNames.ts';
import { placedFrames, ROW_PX, timeTicks, type LaneBox } from '../../../core/views/profile/timeline/timelineView.ts';
import type { Match } from '../../../core/views/profile/viewSearch.ts';
import { useDrawingWidth } from '../../charts/flame/useDrawingWidth.ts';
import styles from './Timeline.module.css';

interface TimelinePictureProps {
  answer: Timeline;
  boxes: { lanes: readonly LaneBox[]; height: number };
  /** Selected frame; -1 for none. */
  at: number;
  match: Match;
  zone: Zone;
  /** Rows of the subsystem strip, which has the same colours. */
  strip: readonly { id: string }[];
  onPoint: (index: number) => void;
  onTake: (index: number) => void;
}

const AXIS_PX = 20;
const LETTER_PX = 6.3;

/** The drawing; the table below has the same data. */
export function TimelinePicture({ answer, boxes, at, match, zone, strip, onPoint, onTake }: TimelinePictureProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useDrawingWidth(box);
  const placed = useMemo(() => placedFrames(answer, boxes.lanes, width), [answer, boxes, width]);
  const colours = useMemo(() => familyColours(answer.frames.map(({ function: name, depth, value }) => (
    { name, depth: depth + 1, weight: { mode: 'single', cum: value, flat: value } })), strip), [answer, strip]);
  const chosen = placed.find(({ index }) => index === at);
  return (
    <div ref={box}>
      <svg width={width} height={boxes.height + AXIS_PX} aria-hidden="true" className={styles.svg}
        onPointerOver={(event) => { onPoint(indexOf(event.target)); }}
        onClick={(event) => { onTake(indexOf(event.target)); }}>
        {boxes.lanes.map(({ name, top }, i) => answer.laneLabel !== null && (
          <text key={i} x={0} y={top - 6} className={styles.lane}>
            {middleCut(name === '' ? `no ${answer.laneLabel}` : name, 60)}</text>
        ))}
        <Frames placed={placed} match={match} colours={colours} />
        {chosen !== undefined && <rect x={chosen.x} y={chosen.y} width={chosen.width} height={ROW_PX - 1}
          className={styles.chosen} data-chosen="" />}
        {timeTicks(answer, zone).map(({ ratio, label }, place) => (
          <text key={ratio} x={ratio * width} y={boxes.height + 15} className={styles.tick}
            data-spare={place % 2 === 1 || undefined}
            textAnchor={ratio === 0 ? 'start' : ratio === 1 ? 'end' : 'middle'}>{label}</text>
        ))}
      </svg>
    </div>
  );
}

/** Returns the frame's index; -1 if there is none. */
function indexOf(target: EventTarget): number {
  return target instanceof SVGElement ? Number(target.dataset['frame'] ?? -1) : -1;
}

const Frames = memo(function Frames({ placed, match, colours }: {
  placed: { frame: TimelineFrame; index: number; x: number; y: number; width: number }[]; match: Match;
  colours: FamilyColours;
}) {
  return (
    <>
      {placed.map(({ frame, index, x, y, width }) => {
        const letters = Math.floor((width - 6) / LETTER_PX);
        const isFaint = match.state === 'on' && !match.test(frame.function);
        return (
          <g key={index} opacity={isFaint ? 0.35 : undefined}>
            <rect data-frame={index} x={x} y={y} width={Math.max(1, width - 0.5)} height={ROW_PX - 1}
              className={styles.frame} fill={`var(${colours.variableOf(frame.function)})`} />
            {letters > 2 && <text x={x + 3} y={y + 13} className={styles.label}>
              {nameWithin(frame.function, letters)}</text>}
          </g>
        );
      })}
    </>
  );
});
