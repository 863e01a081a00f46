/** Labels at the ends of a chart's lines, in place of a legend: a name, and the value at the cursor or the last one. */
import type uPlot from 'uplot';
import { lastIndex, restingIndex, type ChartLine, type ChartModel } from '../../core/views/charts/chartModel.ts';
import { formatValue } from '../../core/text/format.ts';
import { element } from './element.ts';

/** Height of a label, px. */
export const LABEL_PX = 15;
/** Width of a character of a label, px, a little above the mean of the face. */
const CHARACTER_PX = 6.6;
const GAP_PX = 6;
/** Labels take at most this part of a plot's width. */
const MAX_SHARE = 0.3;

export interface EndLabels {
  /** Room to the right of the plot, px; 0: the chart's lines are not labelled at their ends. */
  roomPx: number;
  /** Whether the labels have the names too; the legend has them otherwise. */
  areNamed: boolean;
}

/** The lines that have a label: those of the legend. */
function labelled(model: ChartModel): ChartLine[] {
  return model.lines.filter(({ silent, style }) => silent !== true && style !== 'thin' && style !== 'bars');
}

/** The name of a line without what the legend adds to it. */
function shortName(line: ChartLine): string {
  return line.label.split(',')[0] ?? line.label;
}

function valueOf(model: ChartModel, line: ChartLine, cursorIndex: number | null): string {
  // Far above the axis: its value is in its name.
  if (line.isOffAxis === true) return '';
  const index = cursorIndex ?? restingIndex(model, line);
  return index < 0 ? '' : formatValue(line.values[index] ?? null, model.unit);
}

function textOf(model: ChartModel, line: ChartLine, cursorIndex: number | null): string {
  return [shortName(line), valueOf(model, line, cursorIndex)].filter((part) => part !== '').join(' ');
}

/** What the ends of the lines of a plot can say; all lines or none, so that no line lacks its name. */
export function endLabels(model: ChartModel, widthPx: number, heightPx: number): EndLabels {
  const lines = labelled(model);
  const none = { roomPx: 0, areNamed: false };
  // The time axis takes its part of the height.
  if (model.x.kind !== 'time' || lines.length === 0 || lines.length * LABEL_PX > heightPx - 40) return none;
  const widest = (texts: string[]): number => Math.ceil(
    Math.max(...texts.map((text) => text.length)) * CHARACTER_PX + GAP_PX
  );
  const named = widest(lines.map((line) => textOf(model, line, null)));
  if (named <= widthPx * MAX_SHARE) return { roomPx: named, areNamed: true };
  if (lines.some((line) => valueOf(model, line, null) === '')) return none;
  return { roomPx: widest(lines.map((line) => valueOf(model, line, null))), areNamed: false };
}

/** Moves labels apart, as little as it takes, within `0` to `heightPx`; the tops in the order of `centres`. */
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
