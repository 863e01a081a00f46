/** Draws a chart of the page's model as a block of a picture: heading with the unit, plot, clock, legend. */
import { fillEdges, type ChartFill, type ChartLine, type ChartModel } from '../../../core/views/charts/chartModel.ts';
import { drawnValues } from '../../../core/views/charts/timeSeriesOptions.ts';
import { formatSeconds } from '../../../core/text/format.ts';
import { timeTicks, valueAxis, type ValueAxis } from './axis.ts';
import { fillPaint, legend } from './chartLegend.ts';
import { drawMarks, drawSpans, type Plot } from './chartMarks.ts';
import { bandPath, dotsPath, linePath, stepPath, type PlotScale } from './plotPath.ts';
import { number, placed, TYPE, type Block, type Sheet } from './sheet.ts';
import { escaped, cleaned } from './words.ts';

export interface ChartPart {
  /** Subject, in a word or two. */
  name: string;
  model: ChartModel;
  plotHeight: number;
  /** Name of the items that its counts count, such as `segments`. */
  countWord?: string;
}

const HEAD_HEIGHT = 24;
const CLOCK_HEIGHT = 20;
const LEGEND_GAP = 6;
const TICK_GAP = 6;
const RIGHT_ROOM = 18;

export function chart(sheet: Sheet, widthPx: number, { name, model, plotHeight, countWord }: ChartPart): Block {
  const axis = valueAxis(model, plotHeight, countWord);
  const left = Math.ceil(axis.ticks.reduce((most, { text }) => Math.max(most, sheet.widthOf(text, TYPE.small)), 14))
    + TICK_GAP;
  const width = Math.max(10, widthPx - left - RIGHT_ROOM);
  const plot: Plot = {
    left, top: HEAD_HEIGHT, width, height: plotHeight,
    scale: scaleOf(model, axis, left, { width, height: plotHeight, perPixel: sheet.perPixel }),
  };
  // A clip costs the renderer an extra layer, so it is added only if something would stick out.
  const clip = sticksOut(model, axis) ? ` ${sheet.clip(plot.left, plot.top - 1, plot.width, plot.height + 2)}` : '';
  const words = legend(sheet, widthPx - left, model);
  const body = [
    heading(sheet, widthPx, name, { axis, chartModel: model }),
    grid(sheet, plot, axis, model),
    `<g${clip}>`, drawSpans(sheet, plot, model.spans),
    ...(model.fills ?? []).map((fill) => drawFill(sheet, plot.scale, model, fill)),
    ...model.lines.map((line) => drawLine(sheet, plot.scale, model, line)), drawMarks(sheet, plot, model), '</g>',
    isEmpty(model) ? emptyWords(sheet, plot) : '',
    placed(words.svg, left, HEAD_HEIGHT + plotHeight + CLOCK_HEIGHT + LEGEND_GAP),
  ];
  return {
    height: HEAD_HEIGHT + plotHeight + CLOCK_HEIGHT + (words.height === 0 ? 0 : LEGEND_GAP + words.height),
    svg: `<g role="img"><title>${escaped(cleaned(model.label))}</title>${body.join('')}</g>`,
  };
}

function scaleOf(
  model: ChartModel, axis: ValueAxis, left: number,
  { width, height, perPixel }: { width: number; height: number; perPixel: number }
): PlotScale {
  const xSpan = model.x.max - model.x.min || 1;
  const ySpan = axis.max - axis.min || 1;
  return {
    x: (value) => left + ((value - model.x.min) / xSpan) * width,
    y: (value) => HEAD_HEIGHT + height - ((value - axis.min) / ySpan) * height,
    perPixel,
  };
}

function sticksOut({ x, lines, fills = [] }: ChartModel, { min, max }: ValueAxis): boolean {
  const isOut = (value: number | null): boolean => value !== null && (value < min || value > max);
  return (x.values[0] ?? x.min) < x.min || (x.values.at(-1) ?? x.max) > x.max
    || fills.some(({ isStepped }) => isStepped)
    || lines.some(
      ({ values, low, high }) => values.some(isOut) || low?.some(isOut) === true || high?.some(isOut) === true
    );
}

function isEmpty({ lines }: ChartModel): boolean {
  return !lines.some((line) => line.values.some((value) => value !== null));
}

const NOTHING = 'No samples in this window';

function emptyWords(sheet: Sheet, { left, top, width, height }: Plot): string {
  const [x, y] = [left + width / 2, top + height / 2];
  const words = sheet.widthOf(NOTHING, TYPE.body);
  return sheet.rect(x - words / 2 - 8, y - 11, words + 16, 22, sheet.fill('surface'), 4)
    + sheet.text(x, y + 4, NOTHING, TYPE.body, { anchor: 'middle', room: width });
}

/** Draws `CPU  cores` and, on the right, the window and the step. */
function heading(
  sheet: Sheet, widthPx: number, name: string,
  { axis, chartModel: { x, stepSeconds } }: { axis: ValueAxis; chartModel: ChartModel }
): string {
  const corner = x.kind !== 'time' || stepSeconds === null ? ''
    : `${formatSeconds(x.max - x.min)}, a point ${formatSeconds(stepSeconds)}`;
  const nameWidth = sheet.widthOf(name, TYPE.strong);
  const unitWidth = sheet.widthOf(axis.unitWords, TYPE.body);
  const room = widthPx - RIGHT_ROOM - nameWidth - unitWidth - 24;
  return sheet.text(0, 12, name, TYPE.strong, { room: widthPx })
    + sheet.text(nameWidth + 8, 12, axis.unitWords, TYPE.body, { room: Math.max(0, widthPx - nameWidth - 8) })
    + (sheet.widthOf(corner, TYPE.faint) > room ? ''
      : sheet.text(widthPx - RIGHT_ROOM, 12, corner, TYPE.faint, { anchor: 'end' }));
}

function grid(sheet: Sheet, plot: Plot, axis: ValueAxis, model: ChartModel): string {
  const { left, top, width, height, scale } = plot;
  const bottom = top + height;
  const crisp = (value: number): string => number(Math.round(value) + 0.5);
  const labelWidth = sheet.widthOf(
    model.x.kind === 'time' && model.x.max - model.x.min < 600 ? '00:00:00' : '00:00', TYPE.small
  );
  const times = timeTicks(model.x, Math.max(1, Math.floor(width / (labelWidth + (sheet.isNarrow ? 22 : 44)))));
  const lines = [
    ...axis.ticks.map(({ at }) => `M${left} ${crisp(scale.y(at))}h${number(width)}`),
    ...times.map(({ at }) => `M${crisp(scale.x(at))} ${top}v${number(height)}`),
  ];
  const zone = model.x.kind === 'time' ? 'UTC' : '';
  // The zone replaces a mark that it would overlap.
  const zoneLeft = left + width + RIGHT_ROOM - sheet.widthOf(zone, TYPE.faint);
  return [
    sheet.rect(left, top, width, height, `fill="none" ${sheet.stroke('grid', 1)}`),
    `<path d="${lines.join('')}" fill="none" ${sheet.stroke('grid', 1)}/>`,
    `<path d="M${left} ${crisp(bottom)}h${number(width)}" fill="none" ${sheet.stroke('line-strong', 1)}/>`,
    ...axis.ticks.map(
      ({ at, text }) => sheet.text(left - TICK_GAP, scale.y(at) + 4, text, TYPE.small, { anchor: 'end' })
    ),
    ...times.map(({ at, text }) => {
      const half = sheet.widthOf(text, TYPE.small) / 2;
      const x = Math.max(left + half - TICK_GAP, scale.x(at));
      return zone !== '' && x + half > zoneLeft - 6 ? ''
        : sheet.text(x, bottom + 15, text, TYPE.small, { anchor: 'middle' });
    }),
    zone === '' ? '' : sheet.text(left + width + RIGHT_ROOM, bottom + 15, zone, TYPE.faint, { anchor: 'end' }),
  ].join('');
}

const LINE_WIDTH = 1.5;
const DOT_WIDTH = 3.5;

function drawLine(sheet: Sheet, scale: PlotScale, model: ChartModel, line: ChartLine): string {
  const { x: { values: xs } } = model;
  const values = drawnValues(model, line);
  const band = bandOf(sheet, scale, xs, line);
  const stroke = line.style === 'thin' ? sheet.stroke('thin-line', 1)
    : sheet.stroke(`mark-${line.colour}`, line.style === 'points' ? DOT_WIDTH : LINE_WIDTH);
  const d = line.style === 'points' ? dotsPath(xs, values, scale)
    : line.style === 'step' ? stepPath(xs, values, scale) : linePath(xs, values, scale);
  if (d === '') return band;
  const dash = line.style === 'dash' ? ' stroke-dasharray="6 4"' : '';
  const caps = line.style === 'dash' ? '' : ' stroke-linecap="round"';
  return `${band}<path d="${d}" fill="none" ${stroke} stroke-linejoin="round"${caps}${dash}/>`;
}

function drawFill(sheet: Sheet, scale: PlotScale, model: ChartModel, fill: ChartFill): string {
  const { colour, pattern } = fill;
  const { xs, low, high } = fillEdges(model, fill);
  const d = bandPath(xs, low, high, scale);
  if (d === '') return '';
  return `<path d="${d}" ${fillPaint(sheet, colour, pattern)} ${sheet.stroke(`mark-${colour}`, 0.75)}/>`;
}

function bandOf(
  sheet: Sheet, scale: PlotScale, xs: readonly number[], { low, high, values, colour }: ChartLine
): string {
  if (low === undefined && high === undefined) return '';
  const d = bandPath(xs, low ?? values, high ?? values, scale);
  return d === '' ? '' : `<path d="${d}" ${sheet.fill(`fill-${colour}`)}/>`;
}
