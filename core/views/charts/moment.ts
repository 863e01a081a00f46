/** Content of the card for one moment of a time chart; pure. */
import { formatValue } from '../../text/format.ts';
import { isAtMark, nearestIndex, type ChartMark, type ChartModel } from './chartModel.ts';

export interface MomentThing {
  key: string;
  /** `GC cycle`, `compaction`, `not scraped`. */
  what: string;
  /** Time of a mark at another moment; null for marks at this moment and for spans. */
  at: number | null;
  /** Figures and sentence; empty if none are known. */
  facts: string;
}

export interface Moment {
  /** Time of the selected mark or point, Unix seconds. */
  time: number;
  things: MomentThing[];
  /** Every line's value at the nearest point. */
  values: { label: string; text: string }[];
}

const mostThings = 6;

function nearMarks(model: ChartModel, x: number, reach: number): { mark: ChartMark; index: number; time: number }[] {
  return model.marks.flatMap(
    (mark) => mark.times.flatMap((time, index) => (isAtMark(mark, index, x, reach) ? [{ mark, index, time }] : []))
  )
    .toSorted((a, b) => Math.abs(a.time - x) - Math.abs(b.time - x));
}

/**
 * Returns the moment at `x`: the nearest mark within `reach` seconds, else the nearest point; with all marks and spans
 * that touch it, nearest first, at most six, and the value of every line there. A gap's value is a dash. Null without a
 * time axis.
 */
export function momentAt(model: ChartModel, x: number, reach: number): Moment | null {
  if (model.x.kind !== 'time') return null;
  const marks = nearMarks(model, x, reach);
  const index = nearestIndex(model.x.values, x);
  const point = model.x.values[index];
  // Far from any point, as inside a gap, the position itself counts.
  const nearPoint = point !== undefined && Math.abs(point - x) <= Math.max(reach, (model.stepSeconds ?? 0) / 2) ? point
    : x;
  const time = marks[0]?.time ?? nearPoint;
  const spans = model.spans.filter((span) => time >= span.start - reach / 2 && time <= span.end + reach / 2);
  const things = [
    ...marks.map(({ mark, index: i, time: at }): MomentThing => (
      { key: `${mark.key} ${at}`, what: mark.label, at: at === time ? null : at, facts: mark.details?.[i] ?? '' }
    )),
    ...spans.map(
      (span): MomentThing => ({ key: span.key, what: span.label, at: null, facts: span.facts ?? span.detail })
    ),
  ];
  return {
    time,
    things: things.slice(0, mostThings),
    values: model.lines.filter((line) => line.silent !== true).map((line) => ({
      label: line.label, text:
        formatValue(nearPoint === x && point !== x ? null : (line.values[index] ?? null), model.unit),
    })),
  };
}

/** Returns the start of the next mark or span after `x` (`by` 1) or before it (-1); null if the window has none. */
export function nextEvent(model: ChartModel, x: number, by: 1 | -1): number | null {
  const times = [...model.marks.flatMap((mark) => mark.times), ...model.spans.map((span) => span.start)]
    .filter((time) => time >= model.x.min && time <= model.x.max && (by > 0 ? time > x + 1e-3 : time < x - 1e-3));
  return times.length === 0 ? null
    : times.reduce((best, time) => (by > 0 ? Math.min(best, time) : Math.max(best, time)));
}
