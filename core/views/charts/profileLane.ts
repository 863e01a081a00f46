/** Profiles on the time axis. */
import type { Capture, ProfileInfo } from '../../contract/contract.ts';
import { formatClock, formatSeconds } from '../../text/format.ts';
import type { Zone } from '../../text/zone.ts';
import { profileTarget } from '../../profileTarget.ts';
import type { ChartMark, ChartModel, ChartSpan } from './chartModel.ts';

/** A taken or a scheduled profile. */
export interface LaneProfile {
  start: number;
  /** End; equal to `start` for a snapshot. */
  end: number;
  /** `CPU, 10 s`, and the reason. */
  text: string;
}

export interface ChartProfilesValue {
  taken: readonly LaneProfile[];
  booked: readonly LaneProfile[];
  /** Whether the charts end now; scheduled profiles are then at their right edge. */
  isLive: boolean;
}

/** Returns the reason of a capture in words; null if a person requested it. */
function reasonOf({ source }: ProfileInfo): string | null {
  if (source.how !== 'capture') return null;
  return source.reason?.sentence ?? (source.replay === undefined ? null : 'WAL replay');
}

function textOf(kind: string, seconds: number, reason: string | null): string {
  return [kind, seconds > 0 ? formatSeconds(seconds) : null, reason].filter((part) => part !== null).join(', ');
}

/**
 * Returns the profiles of `target`, those from its incident file (`cameWith`), and the scheduled captures. Omits
 * profiles without a time and running captures.
 */
export function laneOf(
  { target, cameWith, isLive, zone }: { target: string; cameWith: readonly string[]; isLive: boolean; zone: Zone },
  profiles: readonly ProfileInfo[], captures: readonly Capture[]
): ChartProfilesValue {
  return {
    isLive,
    taken: profiles.flatMap((info): LaneProfile[] => {
      const isOfIt = cameWith.includes(info.id) || profileTarget(info) === target;
      const seconds = info.durationSeconds ?? 0;
      return !isOfIt || info.time === null ? []
        : [{ start: info.time, end: info.time + seconds, text: textOf(info.kind, seconds, reasonOf(info)) }];
    }).toSorted((a, b) => a.start - b.start),
    booked: captures.flatMap(({ state, startTime, seconds, kind }): LaneProfile[] => (
      state !== 'waiting' || startTime === null ? []
        : [{ start: startTime, end: startTime + seconds, text: `${kind}, booked for ${formatClock(startTime, zone)}` }]
    )),
  };
}

function markOf(
  key: string, label: string, shape: 'lane' | 'open-lane', shown: readonly LaneProfile[]
): ChartMark[] {
  return shown.length === 0 ? [] : [{
    key, label, colour: 'other', shape, times: shown.map(({ start }) => start), ends: shown.map(({ end }) => end),
    details: shown.map(({ text }) => text),
  }];
}

/** Returns the chart with its lane of profiles; unchanged without a time axis, or without profiles in its window. */
export function withProfiles(model: ChartModel, { taken, booked, isLive }: ChartProfilesValue): ChartModel {
  if (model.x.kind !== 'time') return model;
  const { max } = model.x;
  const onAxis = isLive ? booked.map((one) => (one.start > max ? { ...one, start: max, end: max } : one)) : booked;
  const isShown = ({ start, end }: LaneProfile): boolean => start <= model.x.max && end >= model.x.min;
  const marks = [
    ...markOf('profiles', 'profile', 'lane', taken.filter(isShown)),
    ...markOf('profiles-booked', 'booked profile', 'open-lane', onAxis.filter(isShown)),
  ];
  return marks.length === 0 ? model : { ...model, marks: [...model.marks, ...marks] };
}

/** Returns the chart with the span that the reader selected by dragging. */
export function withSelected(model: ChartModel, span: { start: number; end: number } | null): ChartModel {
  if (span === null || model.x.kind !== 'time') return model;
  const selected: ChartSpan = {
    key: 'selected', colour: 'gap', fill: 'band', label: 'selected', silent: true, ...span,
    detail: `selected, ${formatSeconds(span.end - span.start)}`,
  };
  return { ...model, spans: [...model.spans, selected] };
}
