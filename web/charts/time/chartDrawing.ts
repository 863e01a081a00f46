/** Draws what uPlot does not: spans behind the lines and marks above them. Canvas only. */
import type uPlot from 'uplot';
import {
  fillEdges, type ChartFill, type ChartMark, type ChartModel, type ChartSpan,
} from '../../../core/views/charts/chartModel.ts';
import type { Palette } from '../../../core/views/charts/chartPalette.ts';

interface Plot { left: number; top: number; width: number; height: number; ratio: number }

function plotOf(u: uPlot): Plot {
  return { left: u.bbox.left, top: u.bbox.top, width: u.bbox.width, height: u.bbox.height, ratio: devicePixelRatio };
}

function hatch(ctx: CanvasRenderingContext2D, plot: Plot, from: number, to: number, colour: string): void {
  const gap = 7 * plot.ratio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(from, plot.top, to - from, plot.height);
  ctx.clip();
  ctx.strokeStyle = colour;
  ctx.globalAlpha = 0.55;
  ctx.lineWidth = plot.ratio;
  ctx.beginPath();
  // Aligned to a common grid, so that the hatches of adjacent spans join.
  for (let x = Math.floor((from - plot.height) / gap) * gap; x < to; x += gap) {
    ctx.moveTo(x, plot.top + plot.height);
    ctx.lineTo(x + plot.height, plot.top);
  }
  ctx.stroke();
  ctx.restore();
}

/**
 * Draws bands with a bar along the top, and hatched gaps; each at least 2 px wide, so that a short one stays visible.
 */
export function drawSpans(u: uPlot, spans: readonly ChartSpan[], palette: Palette): void {
  const plot = plotOf(u);
  const right = plot.left + plot.width;
  for (const span of spans) {
    const from = Math.max(plot.left, u.valToPos(span.start, 'x', true));
    const to = Math.min(right, Math.max(u.valToPos(span.end, 'x', true), from + 2 * plot.ratio));
    if (from >= right || to <= plot.left) continue;
    const { mark, fill } = palette.colours[span.colour];
    u.ctx.fillStyle = fill;
    u.ctx.fillRect(from, plot.top, to - from, plot.height);
    if (span.fill === 'hatch') hatch(u.ctx, plot, from, to, mark);
    else {
      u.ctx.fillStyle = mark;
      u.ctx.fillRect(from, plot.top, to - from, 3 * plot.ratio);
    }
  }
}

/** Returns the filled parts as outlines: along the line, and back along the base. */
function outlines(u: uPlot, model: ChartModel, fill: ChartFill): Path2D {
  const { xs, low, high } = fillEdges(model, fill);
  const path = new Path2D();
  for (let from = 0; from < xs.length; from++) {
    if ((high[from] ?? null) === null) continue;
    let to = from;
    while (to + 1 < xs.length && (high[to + 1] ?? null) !== null) to++;
    const at = (k: number, values: readonly (number | null)[]): [number, number] =>
      [u.valToPos(xs[k] ?? 0, 'x', true), u.valToPos(values[k] ?? 0, 'y', true)];
    path.moveTo(...at(from, low));
    for (let k = from; k <= to; k++) path.lineTo(...at(k, high));
    for (let k = to; k >= from; k--) path.lineTo(...at(k, low));
    path.closePath();
    from = to;
  }
  return path;
}

/** Draws fills, each with its pattern and an outline that keeps a narrow one visible. */
export function drawFills(u: uPlot, model: ChartModel, palette: Palette): void {
  const plot = plotOf(u);
  for (const fill of model.fills ?? []) {
    const path = outlines(u, model, fill);
    const { mark, fill: ground } = palette.colours[fill.colour];
    u.ctx.save();
    u.ctx.beginPath();
    u.ctx.rect(plot.left, plot.top, plot.width, plot.height);
    u.ctx.clip();
    u.ctx.strokeStyle = mark;
    u.ctx.lineWidth = plot.ratio;
    u.ctx.stroke(path);
    u.ctx.clip(path);
    u.ctx.fillStyle = fill.pattern === 'solid' ? mark : ground;
    u.ctx.globalAlpha = fill.pattern === 'solid' ? 0.7 : 1;
    u.ctx.fillRect(plot.left, plot.top, plot.width, plot.height);
    if (fill.pattern !== 'solid') {
      if (fill.pattern === 'back-hatch') {
        u.ctx.translate(2 * plot.left + plot.width, 0);
        u.ctx.scale(-1, 1);
      }
      hatch(u.ctx, plot, plot.left, plot.left + plot.width, mark);
    }
    u.ctx.restore();
  }
}

function drawTicks(u: uPlot, mark: ChartMark, plot: Plot, colour: string): void {
  const { ctx } = u;
  const positions = mark.times.map((time) => u.valToPos(time, 'x', true))
    .filter((x) => x >= plot.left - 1 && x <= plot.left + plot.width + 1);
  // Diamonds only if they do not overlap.
  const isDense = positions.length > plot.width / (9 * plot.ratio);
  ctx.strokeStyle = colour;
  ctx.fillStyle = colour;
  ctx.lineWidth = (isDense ? 1 : 1.5) * plot.ratio;
  ctx.beginPath();
  let last = -Infinity;
  for (const x of positions) {
    if (x - last < plot.ratio * 0.75) continue;
    last = x;
    ctx.moveTo(x, plot.top);
    ctx.lineTo(x, plot.top + 14 * plot.ratio);
  }
  ctx.stroke();
  if (isDense) return;
  const size = 3.5 * plot.ratio;
  for (const x of positions) {
    const y = plot.top + 14 * plot.ratio;
    ctx.beginPath();
    ctx.moveTo(x, y - size);
    ctx.lineTo(x + size, y);
    ctx.lineTo(x, y + size);
    ctx.lineTo(x - size, y);
    ctx.fill();
  }
}

function drawRules(u: uPlot, mark: ChartMark, plot: Plot, colour: string): void {
  const { ctx } = u;
  ctx.strokeStyle = colour;
  ctx.lineWidth = (mark.shape === 'flag' ? 1 : 1.5) * plot.ratio;
  ctx.setLineDash(mark.shape === 'flag' ? [] : [5 * plot.ratio, 4 * plot.ratio]);
  ctx.beginPath();
  for (const time of mark.times) {
    const x = u.valToPos(time, 'x', true);
    if (x < plot.left || x > plot.left + plot.width) continue;
    ctx.moveTo(x, plot.top);
    ctx.lineTo(x, plot.top + plot.height);
  }
  ctx.stroke();
  ctx.setLineDash([]);
}

function drawAtValues(u: uPlot, mark: ChartMark, plot: Plot, colour: string): void {
  const { ctx } = u;
  const size = 4 * plot.ratio;
  ctx.strokeStyle = colour;
  ctx.fillStyle = colour;
  ctx.lineWidth = 1.75 * plot.ratio;
  mark.times.forEach((time, i) => {
    const x = u.valToPos(time, 'x', true);
    if (x < plot.left || x > plot.left + plot.width) return;
    const value = mark.values?.[i] ?? null;
    // Without a value, at the bottom: there was no response to measure.
    const lowest = plot.top + plot.height - size * 1.5;
    const y = value === null ? lowest : Math.min(lowest, Math.max(plot.top + size, u.valToPos(value, 'y', true)));
    ctx.beginPath();
    if (mark.shape === 'dot') {
      ctx.arc(x, y, size * 0.8, 0, 2 * Math.PI);
      ctx.fill();
    } else {
      ctx.moveTo(x - size, y - size);
      ctx.lineTo(x + size, y + size);
      ctx.moveTo(x - size, y + size);
      ctx.lineTo(x + size, y - size);
      ctx.stroke();
    }
  });
}

/** Draws ticks with diamonds, dashed rules, crosses and dots, clipped to the plot. */
export function drawMarks(u: uPlot, model: ChartModel, palette: Palette): void {
  const plot = plotOf(u);
  u.ctx.save();
  u.ctx.beginPath();
  u.ctx.rect(plot.left, plot.top, plot.width, plot.height);
  u.ctx.clip();
  for (const mark of model.marks) {
    const colour = palette.colours[mark.colour].mark;
    if (mark.shape === 'lane' || mark.shape === 'open-lane') continue;
    if (mark.shape === 'tick') drawTicks(u, mark, plot, colour);
    else if (mark.shape === 'rule' || mark.shape === 'flag') drawRules(u, mark, plot, colour);
    else drawAtValues(u, mark, plot, colour);
  }
  u.ctx.restore();
}

/** Gap between the time axis and its lane, and the lane's height; they fit within the ticks. */
const LANE_GAP = 1.5;
const LANE_HEIGHT = 5;
const MIN_LANE_WIDTH = 3;

/** Draws bars below the time axis, each at least 3 px wide; future ones as outlines. */
export function drawLane(u: uPlot, model: ChartModel, palette: Palette): void {
  const plot = plotOf(u);
  const { ratio } = plot;
  const right = plot.left + plot.width;
  u.ctx.save();
  for (const mark of model.marks) {
    if (mark.shape !== 'lane' && mark.shape !== 'open-lane') continue;
    u.ctx.strokeStyle = u.ctx.fillStyle = palette.colours[mark.colour].mark;
    u.ctx.lineWidth = ratio;
    const top = plot.top + plot.height + LANE_GAP * ratio;
    mark.times.forEach((time, i) => {
      const from = Math.max(plot.left, u.valToPos(time, 'x', true));
      const until = u.valToPos(mark.ends?.[i] ?? time, 'x', true);
      const to = Math.min(right + MIN_LANE_WIDTH * ratio, Math.max(until, from + MIN_LANE_WIDTH * ratio));
      if (from > right || to < plot.left) return;
      if (mark.shape === 'lane') u.ctx.fillRect(from, top, to - from, LANE_HEIGHT * ratio);
      else u.ctx.strokeRect(from + ratio / 2, top + ratio / 2, to - from, (LANE_HEIGHT - 1) * ratio);
    });
  }
  u.ctx.restore();
}
