/** The model of a chart before drawing. Times are Unix seconds; null in a line is a gap. */
import type { Unit } from '../../contract/terms/unit.ts';

/** Meanings with a colour in tokens.css: `--mark-<name>` for lines and marks, `--fill-<name>` for areas. */
export type ColourName =
  'cpu' | 'gc' | 'compaction' | 'query' | 'replay' | 'memory' | 'failure' | 'gap' | 'other';

export interface ChartLine {
  key: string;
  /** Legend text. */
  label: string;
  colour: ColourName;
  /**
   * `step` holds a value until the next; `points` draws dots only; `thin` is one of many; `bars` stand on the axis,
   * each around its x.
   */
  style: 'line' | 'dash' | 'step' | 'points' | 'thin' | 'bars';
  values: (number | null)[];
  /** Extremes inside each point, or a confidence band; only `high` means a band above the line. */
  low?: (number | null)[];
  high?: (number | null)[];
  /** Legend text of the band. */
  bandLabel?: string;
  /** Omitted from legend and table, because another entry represents it. */
  silent?: boolean;
  /** Does not stretch the axis: drawn along its top where it exceeds it, as its label says. */
  isOffAxis?: boolean;
}

export interface ChartMark {
  key: string;
  label: string;
  colour: ColourName;
  /**
   * `tick` along the top edge, `rule` and `flag` over the whole height, `cross` and `dot` at `values`; `lane` and
   * `open-lane` (in the future) are bars below the time axis, until `ends`.
   */
  shape: 'tick' | 'rule' | 'flag' | 'cross' | 'dot' | 'lane' | 'open-lane';
  times: number[];
  /** End times in the order of `times`; absent for moments. */
  ends?: number[];
  values?: (number | null)[];
  /** Details in the order of `times`, for the card of that moment. */
  details?: string[];
}

export interface ChartSpan {
  key: string;
  colour: ColourName;
  /** Kind of the span for the legend; spans of one kind share one entry. */
  label: string;
  fill: 'band' | 'hatch';
  start: number;
  end: number;
  /** Text shown when the cursor is in the span. */
  detail: string;
  /** Further text for the card of a moment. */
  facts?: string | undefined;
  /** Omitted from the legend, because the user who made it knows it. */
  silent?: boolean;
}

/** The area between a base and a line, if it has a meaning. Never distinguished by colour alone: patterns differ. */
export interface ChartFill {
  key: string;
  /** Legend text. */
  label: string;
  colour: ColourName;
  pattern: 'solid' | 'hatch' | 'back-hatch';
  /** Omitted from the legend, because a table next to the chart replaces it. */
  silent?: boolean;
  /** Values are of the whole step around their x, so drawn as steps without interpolation. */
  isStepped?: boolean;
  /** Filled spans, each with its text and further lines for the card of that moment. */
  events?: { start: number; end: number; text: string; details?: string[] }[];
  /** One value per x; null where nothing is filled. */
  low: (number | null)[];
  high: (number | null)[];
}

export interface ChartX {
  /** `time` shares cursor and zoom with the page's other time charts; `offset` and `lag` have their own seconds. */
  kind: 'time' | 'offset' | 'lag';
  values: number[];
  min: number;
  max: number;
}

export interface ChartModel {
  /** The sentence on the chart's content; its accessible name. */
  label: string;
  x: ChartX;
  unit: Unit;
  lines: ChartLine[];
  marks: ChartMark[];
  spans: ChartSpan[];
  /** Fills, drawn behind the lines and over the spans. */
  fills?: ChartFill[];
  /** Bottom of the axis if not zero; the axis then ends exactly at `yMax`. */
  yMin?: number;
  /** Minimum top of the axis. */
  yMax?: number | undefined;
  /** Width of one point in seconds, shown in the corner. */
  stepSeconds: number | null;
  /** Whether all lines end long before the axis does, so that their last values are not current. */
  hasEnded?: boolean;
}

function largest(values: readonly (number | null)[], top: number): number {
  let most = top;
  for (const value of values) if (value !== null && value > most) most = value;
  return most;
}

/** Returns the edges of a fill as drawn; a stepped fill has two points per value, the ends of its step. */
export function fillEdges(
  { x: { values: xs }, stepSeconds }: Pick<ChartModel, 'x' | 'stepSeconds'>, { low, high, isStepped }: ChartFill
): Pick<ChartFill, 'low' | 'high'> & { xs: readonly number[] } {
  if (isStepped !== true) return { xs, low, high };
  const half = (stepSeconds ?? 0) / 2;
  const twice = (values: (number | null)[]): (number | null)[] => values.flatMap((value) => [value, value]);
  return { xs: xs.flatMap((at) => [at - half, at + half]), low: twice(low), high: twice(high) };
}

/** Returns whether there is a value to draw; without one the axis has no scale. */
export function hasValues({ lines, fills = [], marks }: Pick<ChartModel, 'lines' | 'fills' | 'marks'>): boolean {
  const isKnown = (value: number | null): boolean => value !== null;
  return lines.some(({ values, high }) => values.some(isKnown) || high?.some(isKnown) === true)
    || fills.some(({ high }) => high.some(isKnown)) || marks.some(({ values }) => values?.some(isKnown) === true);
}

/**
 * Returns the largest value of the lines, their bands and the fills; 0 if there is none. Marks above it are drawn at
 * the top edge.
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

/** Returns the index of the point nearest to `x`, -1 if there is none; `xs` ascends. */
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

/** Returns the index of the value that the legend shows without a cursor, -1 if it shows none. */
export function restingIndex({ hasEnded }: ChartModel, { values }: ChartLine): number {
  return hasEnded === true ? -1 : lastIndex(values);
}

/** Returns the index of the last known value, -1 if there is none. */
export function lastIndex(values: readonly (number | null)[]): number {
  return values.findLastIndex((value) => value !== null);
}

/** Returns whether `x` is within `reach` of the mark with this index, or in its duration. */
export function isAtMark({ times, ends }: ChartMark, index: number, x: number, reach: number): boolean {
  const start = times[index];
  return start !== undefined && x >= start - reach && x <= (ends?.[index] ?? start) + reach;
}

/** Returns what is at the cursor besides values: the spans that contain it, and the marks within `reach` seconds. */
export function detailsAt(model: ChartModel, x: number, reach: number): string[] {
  const spans = model.spans.filter((span) => x >= span.start - reach / 2 && x <= span.end + reach / 2)
    .map((span) => span.detail);
  const marks = model.marks.filter((mark) => mark.times.some((_, i) => isAtMark(mark, i, x, reach)))
    .map((mark) => mark.label);
  return [...new Set([...spans, ...marks])];
}

/** Returns a time chart zoomed to a moment; unchanged if the moment is outside. Values are unchanged. */
export function closeUp(model: ChartModel, at: number | null, aroundSeconds: number | null): ChartModel {
  const { x } = model;
  if (at === null || aroundSeconds === null || x.kind !== 'time' || at < x.min || at > x.max) return model;
  return { ...model, x: { ...x, min: Math.max(x.min, at - aroundSeconds), max: Math.min(x.max, at + aroundSeconds) } };
}

/** Returns the chart with a rule at the page's marked moment; unchanged if that is outside, or without a time axis. */
export function withMoment(model: ChartModel, at: number | null): ChartModel {
  if (at === null || model.x.kind !== 'time' || at < model.x.min || at > model.x.max) return model;
  return {
    ...model,
    marks: [
      ...model.marks, { key: 'moment', label: 'moment of the finding', colour: 'other', shape: 'rule', times: [at] },
    ],
  };
}
