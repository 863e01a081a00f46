/** What the card at the crosshair says; pure. */
import { formatValue } from '../../text/format.ts';
import { nearestIndex, type ChartModel } from './chartModel.ts';

export interface HoverCard {
  /** Of the point, Unix seconds or seconds of an offset. */
  x: number;
  values: { label: string; text: string }[];
  /** `compaction, 11.2 s`, `4 GC cycles`: the spans it is in first. */
  events: string[];
}

/** Several marks of one kind are counted; one says what is known of it. */
function eventOf(label: string, facts: string[]): string {
  if (facts.length > 1) return `${facts.length} ${label}s`;
  return facts[0] === undefined || facts[0] === '' ? label : `${label}: ${facts[0]}`;
}

/** Every line's value at the point nearest to `x`, and every event within `reach` of `x`; a gap's value is a dash. */
export function hoverAt(model: ChartModel, x: number, reach: number): HoverCard {
  const index = nearestIndex(model.x.values, x);
  const spans = model.spans.filter((span) => x >= span.start - reach / 2 && x <= span.end + reach / 2);
  const marks = model.marks.map((mark) => ({
    label: mark.label,
    facts: mark.times.flatMap((time, i) => (Math.abs(time - x) <= reach ? [mark.details?.[i] ?? ''] : [])),
  })).filter(({ facts }) => facts.length > 0);
  return {
    x,
    values: model.lines.filter((line) => line.silent !== true)
      .map((line) => ({ label: line.label, text: formatValue(line.values[index] ?? null, model.unit) })),
    events: [...new Set(spans.map(({ detail }) => detail)), ...marks.map(({ label, facts }) => eventOf(label, facts))],
  };
}
