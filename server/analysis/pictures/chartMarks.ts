/** Draws the marks behind and over the lines of a chart as on the page: spans, ticks, rules, crosses and dots. */
import type { ChartMark, ChartModel, ChartSpan } from '../../../core/views/charts/chartModel.ts';
import type { PlotScale } from './plotPath.ts';
import { number, type Sheet } from './sheet.ts';

export interface Plot { left: number; top: number; width: number; height: number; scale: PlotScale }

const MIN_SPAN_PX = 2;
const BAR_PX = 3;

/**
 * Draws bands with a bar along the top, gaps hatched; each at least 2 px wide. Touching bands of one kind are merged.
 */
export function drawSpans(
  sheet: Sheet, { left, top, width, height, scale }: Plot, spans: readonly ChartSpan[]
): string {
  const right = left + width;
  return [...byKind(spans).values()].flatMap((kind) => {
    const [first] = kind;
    if (first === undefined) return [];
    const areas = merged(kind.map(({ start, end }) => {
      const from = Math.max(left, scale.x(start));
      return { from, to: Math.min(right, Math.max(scale.x(end), from + MIN_SPAN_PX)) };
    }).filter(({ from, to }) => from < right && to > left));
    const fill = first.fill === 'hatch' ? sheet.hatch(`fill-${first.colour}`, `mark-${first.colour}`)
      : sheet.fill(`fill-${first.colour}`);
    return areas.map(({ from, to }) => sheet.rect(from, top, to - from, height, fill)
      + (first.fill === 'hatch' ? '' : sheet.rect(from, top, to - from, BAR_PX, sheet.fill(`mark-${first.colour}`))));
  }).join('');
}

function byKind(spans: readonly ChartSpan[]): Map<string, ChartSpan[]> {
  const kinds = new Map<string, ChartSpan[]>();
  for (const span of spans) {
    const kind = `${span.colour} ${span.fill}`;
    const known = kinds.get(kind);
    if (known === undefined) kinds.set(kind, [span]);
    else known.push(span);
  }
  return kinds;
}

function merged(areas: { from: number; to: number }[]): { from: number; to: number }[] {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of areas.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

export function drawMarks(sheet: Sheet, plot: Plot, { marks }: Pick<ChartModel, 'marks'>): string {
  return marks.map((mark) => {
    if (mark.shape === 'tick') return drawTicks(sheet, plot, mark);
    if (mark.shape === 'cross' || mark.shape === 'dot') return drawAtValues(sheet, plot, mark);
    return drawRules(sheet, plot, mark);
  }).join('');
}

/** Returns places on the axis within the plot, no two closer than `apart`. */
function places({ left, width, scale }: Plot, times: readonly number[], apart: number): number[] {
  const kept: number[] = [];
  for (const x of times.map((time) => scale.x(time)).sort((a, b) => a - b)) {
    if (x >= left - 1 && x <= left + width + 1 && x - (kept.at(-1) ?? -Infinity) >= apart) kept.push(x);
  }
  return kept;
}

const TICK_PX = 12;
const DIAMOND_PX = 3.5;

/** Draws ticks, as diamonds only if they do not overlap. */
function drawTicks(sheet: Sheet, plot: Plot, mark: ChartMark): string {
  const xs = places(plot, mark.times, 0.75 / plot.scale.perPixel);
  if (xs.length === 0) return '';
  const isDense = xs.length > plot.width / 9;
  const token = `mark-${mark.colour}`;
  const ticks = `<path d="${xs.map((x) => `M${number(x)} ${plot.top}v${TICK_PX}`).join('')}" `
    + `fill="none" ${sheet.stroke(token, isDense ? 1 : 1.5)}/>`;
  if (isDense) return ticks;
  const diamond = `l${DIAMOND_PX} ${DIAMOND_PX}l-${DIAMOND_PX} ${DIAMOND_PX}l-${DIAMOND_PX}-${DIAMOND_PX}z`;
  return `${ticks}<path d="${xs.map((x) => `M${number(x)} ${plot.top + TICK_PX - DIAMOND_PX}${diamond}`).join('')}" `
    + `${sheet.fill(token)}/>`;
}

function drawRules(sheet: Sheet, plot: Plot, mark: ChartMark): string {
  const xs = places(plot, mark.times, 0.75 / plot.scale.perPixel);
  if (xs.length === 0) return '';
  return `<path d="${xs.map((x) => `M${number(x)} ${plot.top}v${plot.height}`).join('')}" fill="none" `
    + `${sheet.stroke(`mark-${mark.colour}`, 1.5)} stroke-dasharray="5 4"/>`;
}

const HALF_PX = 4;
const MAX_AT_VALUES = 1000;

function drawAtValues(sheet: Sheet, { left, top, width, height, scale }: Plot, mark: ChartMark): string {
  const seen = new Set<string>();
  const points = mark.times.flatMap((time, i): [number, number][] => {
    const x = scale.x(time);
    if (x < left || x > left + width) return [];
    const value = mark.values?.[i] ?? null;
    // A mark without a value is drawn at the bottom, as there was no answer to measure.
    const lowest = top + height - HALF_PX * 1.5;
    const y = value === null ? lowest : Math.min(lowest, Math.max(top + HALF_PX, scale.y(value)));
    const pixel = `${Math.round(x)} ${Math.round(y)}`;
    if (seen.has(pixel)) return [];
    seen.add(pixel);
    return [[x, y]];
  }).slice(0, MAX_AT_VALUES);
  if (points.length === 0) return '';
  const token = `mark-${mark.colour}`;
  if (mark.shape === 'dot') {
    return `<path d="${points.map(([x, y]) => `M${number(x)} ${number(y)}h.01`).join('')}" fill="none" `
      + `${sheet.stroke(token, 6)} stroke-linecap="round"/>`;
  }
  const cross = points.map(([x, y]) => `M${number(x - HALF_PX)} ${number(y - HALF_PX)}l8 8m0-8l-8 8`).join('');
  return `<path d="${cross}" fill="none" ${sheet.stroke(token, 1.75)}/>`;
}
