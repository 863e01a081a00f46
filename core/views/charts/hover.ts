/** Content of the card at the crosshair; pure. */
import { formatValue } from '../../text/format.ts';
import { isAtMark, nearestIndex, type ChartModel } from './chartModel.ts';

export interface HoverCard {
  /** Position of the point: Unix seconds or seconds of an offset. */
  x: number;
  values: { label: string; text: string }[];
  /**
   * Events, spikes first, each with its details: `CPU spike 6 s, compaction, 9.3 core-s above quiet`, `compaction, 11.2
   * s`, `4 GC cycles`.
   */
  events: string[];
}

/** Maximum number of values of other charts on a card, because more would hide too much of the picture. */
const MAX_BESIDE = 8;

/** Returns the values of the page's other charts at `x`; omits charts that do not cover it. */
export function besideAt(
  lanes: readonly { title: string; model: ChartModel }[], x: number
): { label: string; text: string }[] {
  return lanes.filter(({ model }) => x >= model.x.min && x <= model.x.max).flatMap(({ title, model }) => {
    const index = nearestIndex(model.x.values, x);
    const lines = model.lines.filter((line) => line.silent !== true && line.style !== 'thin');
    return lines.map((line) => ({
      label: lines.length === 1 ? title : `${title}, ${line.label}`,
      text: formatValue(line.values[index] ?? null, model.unit),
    }));
  }).slice(0, MAX_BESIDE);
}

/** Returns a count for several marks of one kind, or the details of a single one. */
function eventOf(label: string, facts: string[]): string {
  if (facts.length > 1) return `${facts.length} ${label}s`;
  return facts[0] === undefined || facts[0] === '' ? label : `${label}: ${facts[0]}`;
}

/**
 * Returns every line's value at the point nearest to `x`, and every event within `reach` of `x`; a gap's value is a
 * dash.
 */
export function hoverAt(model: ChartModel, x: number, reach: number): HoverCard {
  const index = nearestIndex(model.x.values, x);
  const isAt = ({ start, end }: { start: number; end: number }): boolean => (
    x >= start - reach / 2 && x <= end + reach / 2
  );
  const spans = model.spans.filter(isAt);
  const spikes = (model.fills ?? []).flatMap(({ events = [] }) => events.filter(isAt));
  const marks = model.marks.map((mark) => ({
    label: mark.label,
    facts: mark.times.flatMap((_, i) => (isAtMark(mark, i, x, reach) ? [mark.details?.[i] ?? ''] : [])),
  })).filter(({ facts }) => facts.length > 0);
  return {
    x,
    values: model.lines.filter((line) => line.silent !== true)
      .map((line) => ({ label: line.label, text: formatValue(line.values[index] ?? null, model.unit) })),
    events: [
      ...new Set(spikes.flatMap(({ text, details = [] }) => [text, ...details])),
      ...new Set(spans.map(({ detail }) => detail)),
      ...marks.map(({ label, facts }) => eventOf(label, facts)),
    ],
  };
}
