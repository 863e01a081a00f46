/**
 * Converts a chart model to uPlot's options; pure, given the colours. uPlot is imported only as a type, because it
 * needs a page to load.
 */
import type uPlot from 'uplot';
import { axisScale, formatDateTime, formatNumber } from '../../text/format.ts';
import type { Unit } from '../../contract/terms/unit.ts';
import { formatDuration } from '../../text/timeText.ts';
import type { Zone } from '../../text/zone.ts';
import { hasValues, topOf, type ChartLine, type ChartModel } from './chartModel.ts';
import type { Palette } from './chartPalette.ts';

export interface ChartLook {
  palette: Palette;
  zone: Zone;
  width: number;
  height: number;
  /** uPlot's path builders, passed in. */
  stepPath: uPlot.Series.PathBuilder | undefined;
  barPath?: uPlot.Series.PathBuilder | undefined;
  tzDate: (date: Date) => Date;
}

/** One column of uPlot: a line, or one edge of a band. */
interface Column { line: ChartLine; part: 'values' | 'low' | 'high' }

/** Returns columns in drawing order: the edges of each band before its line, so that the line is on top. */
function columnsOf(model: ChartModel): Column[] {
  return model.lines.flatMap((line) => {
    const parts: Column['part'][] = [];
    if (line.high !== undefined) parts.push('high');
    if (line.low !== undefined) parts.push('low');
    return [...parts, 'values' as const].map((part) => ({ line, part }));
  });
}

/** Returns aligned data in the order of `columnsOf`; a column shorter than the x values ends in gaps. */
export function chartData(model: ChartModel): uPlot.AlignedData {
  const length = model.x.values.length;
  const columns = columnsOf(model).map(({ line, part }) => {
    const values = drawnValues(model, line, part);
    return values.length === length ? values : Array.from({ length }, (_, i) => values[i] ?? null);
  });
  return [model.x.values, ...columns];
}

/** Position just below the top edge, so that the full line width is visible. */
const TOP_EDGE = 0.995;

/** Returns the values of a line as drawn; one that does not stretch the axis is clipped to it. */
export function drawnValues(
  model: ChartModel, line: ChartLine, part: Column['part'] = 'values'
): (number | null)[] {
  const values = line[part] ?? [];
  if (line.isOffAxis !== true) return values;
  const top = TOP_EDGE * axisTop(topOf(model), model.unit);
  return values.map((value) => (value === null ? null : Math.min(value, top)));
}

/** Returns everything that requires a new uPlot when it changes; values alone do not. */
export function structureOf(model: ChartModel): string {
  return JSON.stringify([
    model.x.kind, model.unit,
    model.lines.map(
      (line) => [line.key, line.label, line.colour, line.style, line.low !== undefined, line.high !== undefined]
    ),
  ]);
}

/**
 * Returns the top of an axis from zero: the next of 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8 in the axis's unit, plus a small
 * margin.
 */
export function axisTop(top: number, unit: Unit): number {
  if (!(top > 0)) return 1;
  const { divisor } = axisScale(unit, top);
  const wanted = (top / divisor) * 1.04;
  if (unit === 'ratio' && wanted <= 104 && wanted > 80) return 100 * divisor;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((one) => one * power >= wanted) ?? 10;
  return step * power * divisor;
}

const binarySteps = Array.from({ length: 50 }, (_, i) => 2 ** i);
const minuteSteps = [15, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 14_400];
/** Tick intervals in seconds of an axis that counts from a moment. */
const offsetSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200, 86_400];

/** Returns seconds from a moment as axis text: `0`, `30s`, `−2m`, `1h30m`. */
export function offsetText(seconds: number): string {
  if (seconds === 0) return '0';
  return seconds < 0 ? `−${formatDuration(-seconds)}` : formatDuration(seconds);
}

function clockTexts(splits: number[], zone: Zone): string[] {
  const step = (splits[1] ?? 0) - (splits[0] ?? 0);
  return splits.map((split) => {
    const [date = '', time = ''] = formatDateTime(split, zone).split(' ');
    // The first tick of a day shows the date.
    if (time === '00:00:00') return date.slice(5);
    return step >= 60 ? time.slice(0, 5) : time;
  });
}

function seriesOf({ line, part }: Column, { palette, stepPath, barPath }: ChartLook): uPlot.Series {
  const { mark, fill } = palette.colours[line.colour];
  if (part !== 'values')
    return { label: `${line.label} ${part}`, scale: 'y', stroke: fill, width: 1, points: { show: false } };
  const shared = {
    label: line.label, scale: 'y', stroke: line.style === 'thin' ? palette.thin : mark, spanGaps: false,
  };
  switch (line.style) {
    case 'points': return { ...shared, paths: () => null, points: { show: true, size: 3.5, fill: mark, width: 0 } };
    case 'step': return { ...shared, width: 1.5, points: { show: false }, paths: stepPath };
    case 'dash': return { ...shared, width: 1.5, dash: [6, 4], points: { show: false } };
    case 'bars': return { ...shared, width: 1, fill, points: { show: false }, paths: barPath };
    case 'thin': return { ...shared, width: 1, points: { show: false } };
    case 'line': return {
      ...shared, width: 1.5, points: { show: (_u, _i, from, to) => to - from < 3, size: 4, fill: mark },
    };
  }
}

function bandsOf(columns: Column[], palette: Palette): uPlot.Band[] {
  const bands: uPlot.Band[] = [];
  columns.forEach(({ line, part }, i) => {
    if (part !== 'high') return;
    // +1 because uPlot's series 0 is x. The next column is the low edge, or the line itself.
    bands.push({ series: [i + 1, i + 2], fill: palette.colours[line.colour].fill });
  });
  return bands;
}

/**
 * Returns the minimum distance in px of ticks on a vertical axis of this length; a low plot has at least two besides
 * zero.
 */
export function tickSpace(lengthPx: number): number {
  return Math.min(34, Math.max(14, lengthPx / 4));
}

function axesOf(getModel: () => ChartModel, look: ChartLook): uPlot.Axis[] {
  const { palette, zone } = look;
  const { unit, x } = getModel();
  const shared = {
    stroke: palette.inkSoft, font: palette.font, grid: { stroke: palette.grid, width: 1 },
    ticks: { stroke: palette.grid, width: 1, size: 4 },
  };
  const steps = unit === 'bytes' || unit === 'bytesPerSample' ? binarySteps
    : unit === 'seconds' && axisScale(unit, topOf(getModel())).head === 'min' ? minuteSteps : undefined;
  return [
    {
      ...shared, gap: 4, size: 26, space: 64,
      ...(x.kind === 'time' ? {} : { incrs: offsetSteps }),
      values: (_u, splits) => (x.kind === 'time' ? clockTexts(splits, zone) : splits.map(offsetText)),
    },
    {
      ...shared, gap: 4, size: 48, space: (_u, _axis, _min, _max, lengthPx) => tickSpace(lengthPx),
      ...(steps === undefined ? {} : { incrs: steps }),
      values: (_u, splits) => {
        if (!hasValues(getModel())) return splits.map(() => '');
        const { divisor } = axisScale(unit, topOf(getModel()));
        return splits.map((split) => formatNumber(Math.round((split / divisor) * 1e6) / 1e6));
      },
    },
  ];
}

/**
 * Returns the options of a chart without its interaction. `getModel` returns the current model, so that a live chart's
 * scales follow its data and uPlot is created only once per structure (`structureOf`).
 */
export function timeSeriesOptions(getModel: () => ChartModel, look: ChartLook): uPlot.Options {
  const model = getModel();
  const columns = columnsOf(model);
  return {
    width: look.width,
    height: look.height,
    // Space for half a clock time with seconds at the right edge.
    padding: [8, model.x.kind === 'time' ? 32 : 22, 0, 0],
    legend: { show: false },
    tzDate: (seconds) => look.tzDate(new Date(seconds * 1_000)),
    ms: 1e-3, // x is in seconds
    scales: {
      x: { time: model.x.kind === 'time', range: () => [getModel().x.min, getModel().x.max] },
      y: {
        range: () => {
          const now = getModel();
          return now.yMin === undefined ? [0, axisTop(topOf(now), now.unit)] : [now.yMin, now.yMax ?? 1];
        },
      },
    },
    axes: axesOf(getModel, look),
    series: [{}, ...columns.map((column) => seriesOf(column, look))],
    bands: bandsOf(columns, look.palette),
  };
}
