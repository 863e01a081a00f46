/** What the card at the crosshair says; pure. */
import { formatValue } from '../../text/format.ts';
import { isAtMark, nearestIndex, type ChartModel } from './chartModel.ts';

export interface HoverCard {
  /** Of the point, Unix seconds or seconds of an offset. */
  x: number;
  values: { label: string; text: string }[];
  /** `CPU spike 6 s, compaction, 9.3 core-s above quiet`, `compaction, 11.2 s`, `4 GC cycles`: spikes first. */
  events: string[];
}

/** Most values of other charts on a card: beyond these it would hide more of the picture than it says. */
const MAX_BESIDE = 8;

/** The values that the other charts of the page have at `x`; of those that do not reach there, none. */
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

/** Several marks of one kind are counted; one says what is known of it. */
function eventOf(label: string, facts: string[]): string {
  if (facts.length > 1) return `${facts.length} ${label}s`;
  return facts[0] === undefined || facts[0] === '' ? label : `${label}: ${facts[0]}`;
}

/** Every line's value at the point nearest to `x`, and every event within `reach` of `x`; a gap's value is a dash. */
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
      ...spikes.map(({ text }) => text), ...new Set(spans.map(({ detail }) => detail)),
      ...marks.map(({ label, facts }) => eventOf(label, facts)),
    ],
  };
}
