/** Labels at the ends of a chart's lines instead of a legend: name, and value at the cursor or the last one. */
import type uPlot from 'uplot';
import { lastIndex, restingIndex, type ChartLine, type ChartModel } from '../../core/views/charts/chartModel.ts';
import { formatValue } from '../../core/text/format.ts';
import { element } from './element.ts';

/** Height of a label, px. */
export const LABEL_PX = 15;
/** Width of a label's character in px, slightly above the font's mean. */
const CHARACTER_PX = 6.6;
const GAP_PX = 6;
/** Maximum share of the plot's width for labels. */
const MAX_SHARE = 0.3;

export interface EndLabels {
  /** Space to the right of the plot in px; 0 if the lines have no labels at their ends. */
  roomPx: number;
  /** Whether the labels include the names; otherwise the legend has them. */
  areNamed: boolean;
}

/** Returns the lines with a label: those of the legend. */
function labelled(model: ChartModel): ChartLine[] {
  return model.lines.filter(({ silent, style }) => silent !== true && style !== 'thin' && style !== 'bars');
}

/** Returns the name of a line without the legend's additions. */
function shortName(line: ChartLine): string {
  return line.label.split(',')[0] ?? line.label;
}

function valueOf(model: ChartModel, line: ChartLine, cursorIndex: number | null): string {
  // Far above the axis, where its name includes the value.
  if (line.isOffAxis === true) return '';
  const index = cursorIndex ?? restingIndex(model, line);
  return index < 0 ? '' : formatValue(line.values[index] ?? null, model.unit);
}

function textOf(model: ChartModel, line: ChartLine, cursorIndex: number | null): string {
  return [shortName(line), valueOf(model, line, cursorIndex)].filter((part) => part !== '').join(' ');
}

/** Returns the labels at the line ends of a plot, for all lines or none, so that no line lacks its name. */
export function endLabels(model: ChartModel, widthPx: number, heightPx: number): EndLabels {
  const lines = labelled(model);
  const none = { roomPx: 0, areNamed: false };
  // The time axis needs part of the height.
  if (model.x.kind !== 'time' || lines.length === 0 || lines.length * LABEL_PX > heightPx - 40) return none;
  const widest = (texts: string[]): number => Math.ceil(
    Math.max(...texts.map((text) => text.length)) * CHARACTER_PX + GAP_PX
  );
  const named = widest(lines.map((line) => textOf(model, line, null)));
  if (named <= widthPx * MAX_SHARE) return { roomPx: named, areNamed: true };
  if (lines.some((line) => valueOf(model, line, null) === '')) return none;
  return { roomPx: widest(lines.map((line) => valueOf(model, line, null))), areNamed: false };
}

/** Separates labels with minimal moves within `0` to `heightPx`; returns tops in the order of `centres`. */
export function spread(centres: readonly number[], heightPx: number): number[] {
  const order = centres.map((_, i) => i).toSorted((one, other) => (centres[one] ?? 0) - (centres[other] ?? 0));
  const tops = centres.map(() => 0);
  let free = 0;
  for (const i of order) {
    tops[i] = Math.max(free, (centres[i] ?? 0) - LABEL_PX / 2);
    free = (tops[i] ?? 0) + LABEL_PX;
  }
  let limit = heightPx;
  for (const i of order.toReversed()) {
    tops[i] = Math.min(tops[i] ?? 0, limit - LABEL_PX);
    limit = tops[i] ?? 0;
  }
  return tops;
}

/** Writes the labels next to the plot; `host` is emptied first. */
export function writeEndLabels(
  host: HTMLElement, plot: uPlot, model: ChartModel, { labels, cursorIndex }:
  { labels: EndLabels; cursorIndex: number | null }
): void {
  const lines = labels.roomPx === 0 ? [] : labelled(model);
  const { offsetLeft, offsetTop, clientWidth, clientHeight } = plot.over;
  const tops = spread(lines.map(({ values }) => plot.valToPos(values[lastIndex(values)] ?? 0, 'y')), clientHeight);
  host.replaceChildren(...lines.map((line, i) => element('span', {
    title: line.label,
    style: `left:${offsetLeft + clientWidth + GAP_PX}px;top:${offsetTop + (tops[i] ?? 0)}px;`
      + `color:var(--ink-${line.colour === 'other' ? 'soft' : line.colour})`,
  }, labels.areNamed ? textOf(model, line, cursorIndex) : valueOf(model, line, cursorIndex))));
}
