/** What a chart is made of, before anything is drawn. Times are Unix seconds; null in a line is a gap. */
import type { Unit } from '../../contract/terms/unit.ts';

/** Meanings that have a colour in tokens.css: `--mark-<name>` for lines and marks, `--fill-<name>` for areas. */
export type ColourName = 'cpu' | 'gc' | 'compaction' | 'replay' | 'memory' | 'failure' | 'gap' | 'other';

export interface ChartLine {
  key: string;
  /** In words, for the legend. */
  label: string;
  colour: ColourName;
  /**
   * `step` holds a value until the next; `points` draws dots only; `thin` is one of many; `bars` stand on the axis,
   * each around its x.
   */
  style: 'line' | 'dash' | 'step' | 'points' | 'thin' | 'bars';
  values: (number | null)[];
  /** Extremes inside each point, or a confidence band; only `high` = a band from the line up. */
  low?: (number | null)[];
  high?: (number | null)[];
  /** What the band is, for the legend. */
  bandLabel?: string;
  /** Omitted from legend and table: one of many that another entry stands for. */
  silent?: boolean;
  /** Does not stretch the axis: drawn along its top where it is above it. Its label says so. */
  isOffAxis?: boolean;
}

export interface ChartMark {
  key: string;
  label: string;
  colour: ColourName;
  /**
   * `tick` along the top edge, `rule` and `flag` over the whole height, `cross` and `dot` at `values`; `lane` and
   * `open-lane` (what is still to come) are bars below the time axis, until `ends`.
   */
  shape: 'tick' | 'rule' | 'flag' | 'cross' | 'dot' | 'lane' | 'open-lane';
  times: number[];
  /** When each is over, in the order of `times`; absent: they are moments. */
  ends?: number[];
  values?: (number | null)[];
  /** What is known of each, in the order of `times`, for the card of that moment. */
  details?: string[];
}

export interface ChartSpan {
  key: string;
  colour: ColourName;
  /** Kind of the span, for the legend; spans of one kind share one entry. */
  label: string;
  fill: 'band' | 'hatch';
  start: number;
  end: number;
  /** Said when the cursor is in it. */
  detail: string;
  /** More than `detail`, for the card of a moment. */
  facts?: string | undefined;
  /** Omitted from the legend: who made it knows. */
  silent?: boolean;
}

/** The area between a base and a line, where it stands for something. Colour is never alone: patterns differ. */
export interface ChartFill {
  key: string;
  /** For the legend. */
  label: string;
  colour: ColourName;
  pattern: 'solid' | 'hatch' | 'back-hatch';
  /** Omitted from the legend: a table beside the chart is its legend. */
  silent?: boolean;
  /** Each value is of the whole step around its x, not of the moment x: drawn as a step, without interpolation. */
  isStepped?: boolean;
  /** What is filled, each with its text for the card of that moment. */
  events?: { start: number; end: number; text: string }[];
  /** One value each for every x; null where nothing is filled. */
  low: (number | null)[];
  high: (number | null)[];
}

export interface ChartX {
  /** `time` shares cursor and zoom with the page's other time charts; `offset` and `lag` are seconds of their own. */
  kind: 'time' | 'offset' | 'lag';
  values: number[];
  min: number;
  max: number;
}

export interface ChartModel {
  /** What the chart shows, in a sentence; its name for those who cannot see it. */
  label: string;
  x: ChartX;
  unit: Unit;
  lines: ChartLine[];
  marks: ChartMark[];
  spans: ChartSpan[];
  /** Behind the lines, over the spans. */
  fills?: ChartFill[];
  /** Bottom of the axis when it is not zero; the axis then ends exactly at `yMax`. */
  yMin?: number;
  /** The axis reaches at least this. */
  yMax?: number | undefined;
  /** Width of one point, seconds, for the corner. */
  stepSeconds: number | null;
  /** All lines end long before the axis: their last values are none of its end. */
  hasEnded?: boolean;
}

function largest(values: readonly (number | null)[], top: number): number {
  let most = top;
  for (const value of values) if (value !== null && value > most) most = value;
  return most;
}

/** Edges of a fill as they are drawn; a stepped fill has two points per value, the ends of its step. */
export function fillEdges(
  { x: { values: xs }, stepSeconds }: Pick<ChartModel, 'x' | 'stepSeconds'>, { low, high, isStepped }: ChartFill
): Pick<ChartFill, 'low' | 'high'> & { xs: readonly number[] } {
  if (isStepped !== true) return { xs, low, high };
  const half = (stepSeconds ?? 0) / 2;
  const twice = (values: (number | null)[]): (number | null)[] => values.flatMap((value) => [value, value]);
  return { xs: xs.flatMap((at) => [at - half, at + half]), low: twice(low), high: twice(high) };
}

/**
 * The largest value of the lines, their bands and the fills; 0 without any. A mark above it is drawn at the top edge.
 */
export function topOf(model: ChartModel): number {
  let top = model.yMax ?? 0;
  for (const line of model.lines) {
    if (line.isOffAxis === true) continue;
    top = largest(line.values, top);
    if (line.high !== undefined) top = largest(line.high, top);
  }
  for (const fill of model.fills ?? []) top = largest(fill.high, top);
  return top;
}

/** Index of the point nearest to `x`, -1 when there is none; `xs` ascends. */
export function nearestIndex(xs: readonly number[], x: number): number {
  if (xs.length === 0) return -1;
  let low = 0;
  let high = xs.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((xs[middle] ?? 0) < x) low = middle + 1;
    else high = middle;
  }
  const before = xs[low - 1];
  const here = xs[low] ?? x;
  return before !== undefined && x - before < here - x ? low - 1 : low;
}

/** Index of the value that stands in the legend while no cursor is shown, -1 when none does. */
export function restingIndex({ hasEnded }: ChartModel, { values }: ChartLine): number {
  return hasEnded === true ? -1 : lastIndex(values);
}

/** Index of the last value that is there, -1 when none is. */
export function lastIndex(values: readonly (number | null)[]): number {
  return values.findLastIndex((value) => value !== null);
}

/** Whether `x` is within `reach` of the mark of this index, or in the time that it lasts. */
export function isAtMark({ times, ends }: ChartMark, index: number, x: number, reach: number): boolean {
  const start = times[index];
  return start !== undefined && x >= start - reach && x <= (ends?.[index] ?? start) + reach;
}

/** What is under the cursor besides values: the spans it is in, and the marks within `reach` seconds. */
export function detailsAt(model: ChartModel, x: number, reach: number): string[] {
  const spans = model.spans.filter((span) => x >= span.start - reach / 2 && x <= span.end + reach / 2)
    .map((span) => span.detail);
  const marks = model.marks.filter((mark) => mark.times.some((_, i) => isAtMark(mark, i, x, reach)))
    .map((mark) => mark.label);
  return [...new Set([...spans, ...marks])];
}

/** A time chart of what lies around a moment; all of it where that is outside. The values stay as they are. */
export function closeUp(model: ChartModel, at: number | null, aroundSeconds: number | null): ChartModel {
  const { x } = model;
  if (at === null || aroundSeconds === null || x.kind !== 'time' || at < x.min || at > x.max) return model;
  return { ...model, x: { ...x, min: Math.max(x.min, at - aroundSeconds), max: Math.min(x.max, at + aroundSeconds) } };
}

/**
 * The chart with a rule at the moment the page marks; as it is where that lies outside, or on a chart without a clock.
 */
export function withMoment(model: ChartModel, at: number | null): ChartModel {
  if (at === null || model.x.kind !== 'time' || at < model.x.min || at > model.x.max) return model;
  return {
    ...model,
    marks: [
      ...model.marks, { key: 'moment', label: 'moment of the finding', colour: 'other', shape: 'rule', times: [at] },
    ],
  };
}
