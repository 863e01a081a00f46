/** Positions of timeline frames, key navigation, and the text of a frame; pure. */
import type { Timeline, TimelineFrame } from '../../../contract/contract.ts';
import { formatClock, formatProfileValue, formatRatio, formatSeconds } from '../../../text/format.ts';
import type { Zone } from '../../../text/zone.ts';

export const ROW_PX = 18;
/** Maximum number of rows; filters such as show_from reach deeper frames. */
const MAX_ROWS = 40;
const LANE_GAP_PX = 22;

export interface LaneBox { name: string; samples: number; top: number; rows: number }

/** Returns the lanes from top to bottom, each below its name, and the total height. */
export function laneBoxes({ lanes, laneLabel }: Timeline): { lanes: LaneBox[]; height: number } {
  const gap = laneLabel === null ? 0 : LANE_GAP_PX;
  let height = 0;
  const boxes = lanes.map(({ name, samples, depth }) => {
    const rows = Math.min(MAX_ROWS, depth);
    const top = height + gap;
    height = top + rows * ROW_PX + (gap > 0 ? 6 : 0);
    return { name, samples, top, rows };
  });
  return { lanes: boxes, height };
}

/** Returns frames in pixels of a drawing `width` wide; omits frames too deep to draw. */
export function placedFrames(
  { frames, window }: Timeline, boxes: readonly LaneBox[], width: number
): { frame: TimelineFrame; index: number; x: number; y: number; width: number }[] {
  const scale = width / Math.max(1e-9, window.end - window.start);
  return frames.flatMap((frame, index) => {
    const box = boxes[frame.lane];
    if (box === undefined || frame.depth >= box.rows) return [];
    return [{
      frame, index, x: (frame.start - window.start) * scale, y: box.top + frame.depth * ROW_PX,
      width: Math.max(1, (frame.end - frame.start) * scale),
    }];
  });
}

export type Step = 'left' | 'right' | 'up' | 'down';

/** Returns the index of the frame that an arrow key leads to from `at`; `at` itself if there is none. */
export function nextFrame(frames: readonly TimelineFrame[], at: number, step: Step): number {
  const from = frames[at];
  if (from === undefined) return frames.length > 0 ? 0 : -1;
  const find = (fits: (frame: TimelineFrame) => boolean): number => frames.findIndex(fits);
  if (step === 'right' || step === 'left') {
    const other = at + (step === 'right' ? 1 : -1);
    const beside = frames[other];
    return beside !== undefined && beside.lane === from.lane && beside.depth === from.depth ? other : at;
  }
  const overlaps = (frame: TimelineFrame): boolean =>
    frame.lane === from.lane && frame.start < from.end && frame.end > from.start;
  const depth = from.depth + (step === 'down' ? 1 : -1);
  const found = find((frame) => frame.depth === depth && overlaps(frame));
  if (found !== -1) return found;
  const lane = from.lane + (step === 'down' ? 1 : -1);
  const ofLane = find((frame) => frame.lane === lane);
  return ofLane === -1 ? at : ofLane;
}

/** Returns `main.run: 1.2 s to 1.5 s, 300 ms, 30 samples`. */
export function frameWords({ function: name, start, end, samples, value }: TimelineFrame, unit: string): string {
  return `${name}: ${formatSeconds(start)} to ${formatSeconds(end)}, ${formatSeconds(end - start)}, ${samples} ${
    samples === 1 ? 'sample' : 'samples'}, ${formatProfileValue(value, unit)}`;
}

/** Returns four or five times along the axis; clock times if the profile has them. */
export function timeTicks(
  { window: { start, end }, startTime }: Timeline, zone: Zone
): { ratio: number; label: string }[] {
  const steps = 4;
  const isLong = end - start >= 2 * steps;
  return Array.from({ length: steps + 1 }, (_, i) => {
    const time = start + (end - start) * i / steps;
    const clock = startTime === null || !isLong ? '' : ` · ${formatClock(startTime + time, zone)}`;
    return { ratio: i / steps, label: `${formatSeconds(Number(time.toPrecision(4)))}${clock}` };
  });
}

/** Returns which part of the profile is shown, and what is not drawn. */
export function timelineWords(answer: Timeline): string {
  const { window, durationSeconds, samples, samplesWithoutTime, culledFrames, lanesLeftOut, laneLabel } = answer;
  const seen = window.end - window.start;
  return [
    seen < durationSeconds * 0.999 ? `${formatSeconds(seen)} of ${formatSeconds(durationSeconds)} (${
      formatRatio(seen / durationSeconds)}) are shown.` : `${samples} samples over ${formatSeconds(durationSeconds)}.`,
    samplesWithoutTime > 0 ? `${samplesWithoutTime} samples carry no time.` : '',
    culledFrames > 0 ? `${culledFrames} frames are too short to draw; zoom in to see them.` : '',
    lanesLeftOut > 0 ? `${lanesLeftOut} more of “${laneLabel ?? ''}” are not drawn; filter with tagfocus.` : '',
  ].filter((part) => part !== '').join(' ');
}
