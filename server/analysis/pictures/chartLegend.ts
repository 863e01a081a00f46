/**
 * Draws the legend of a chart: a sample of each line, mark and span with its name, and the last value of a line over
 * time.
 */
import {
  lastIndex, type ChartFill, type ChartLine, type ChartMark, type ChartModel, type ChartSpan,
} from '../../../core/views/charts/chartModel.ts';
import { formatValue } from '../../../core/text/format.ts';
import { placed, TYPE, type Block, type Sheet } from './sheet.ts';

export interface LegendEntry {
  /** SVG sample, drawn in 18 x 12 px. */
  swatch: string;
  words: string;
  /** Last value, set off from the words. */
  value?: string;
}

const ROW_HEIGHT = 18;
const SWATCH_PX = 18;
const SWATCH_GAP = 6;
const ENTRY_GAP = 18;

/** Draws entries one after the other, wrapped; an entry wider than a row is cut. */
export function legendRows(sheet: Sheet, widthPx: number, entries: readonly LegendEntry[]): Block {
  let [x, row] = [0, 0];
  const parts = entries.map(({ swatch, words, value }) => {
    const valueWidth = value === undefined ? 0 : sheet.widthOf(value, TYPE.strong) + 6;
    const most = widthPx - SWATCH_PX - SWATCH_GAP - valueWidth;
    const wordsWidth = Math.min(most, sheet.widthOf(words, TYPE.body));
    const width = SWATCH_PX + SWATCH_GAP + wordsWidth + valueWidth;
    if (x > 0 && x + width > widthPx) [x, row] = [0, row + 1];
    const at = SWATCH_PX + SWATCH_GAP;
    const svg = placed(
      `${placed(swatch, 0, 2)}${sheet.text(at, 12, words, TYPE.body, { room: Math.max(0, most) })}`
      + (value === undefined ? '' : sheet.text(at + wordsWidth + 6, 12, value, TYPE.strong)), x, row * ROW_HEIGHT,
    );
    x += width + ENTRY_GAP;
    return svg;
  });
  return { height: entries.length === 0 ? 0 : (row + 1) * ROW_HEIGHT, svg: parts.join('') };
}

export function legend(sheet: Sheet, widthPx: number, model: ChartModel): Block {
  const { x } = model;
  const inView = (time: number): boolean => time >= x.min && time <= x.max;
  const spans = [
    ...new Map(
      model.spans.filter(({ start, end }) => end >= x.min && start <= x.max).map((span) => [span.label, span])
    ).values(),
  ];
  return legendRows(sheet, widthPx, [
    ...model.lines.filter((line) => line.silent !== true).map((line): LegendEntry => ({
      swatch: lineSwatch(sheet, line),
      words: line.bandLabel === undefined ? line.label : `${line.label}, ${line.bandLabel}`,
      ...(line.style === 'thin' || x.kind !== 'time' ? {}
        : { value: formatValue(line.values[lastIndex(line.values)] ?? null, model.unit) }),
    })),
    ...model.marks.filter((mark) => mark.times.some(inView))
      .map((mark) => ({ swatch: markSwatch(sheet, mark), words: mark.label })),
    ...(model.fills ?? []).filter(({ silent }) => silent !== true).map((fill) => ({
      swatch: `<path d="M0 12L6 1L9 5L12 0L18 12Z" ${fillPaint(sheet, fill.colour, fill.pattern)} `
        + `${sheet.stroke(`mark-${fill.colour}`, 0.75)}/>`,
      words: fill.label,
    })),
    ...spans.map((span) => ({ swatch: spanSwatch(sheet, span), words: span.label })),
  ]);
}

function lineSwatch(sheet: Sheet, line: ChartLine): string {
  const token = line.style === 'thin' ? 'line-strong' : `mark-${line.colour}`;
  const band = line.high === undefined ? '' : sheet.rect(0, 1, SWATCH_PX, 10, sheet.fill(`fill-${line.colour}`));
  if (line.style === 'points')
    return `${band}<path d="M4 8h.01M10 4h.01M15 7h.01" fill="none" ${sheet.stroke(token, 4)} stroke-linecap="round"/>`;
  return `${band}<path d="M0 6h${SWATCH_PX}" fill="none" `
    + `${sheet.stroke(token, 2)}${line.style === 'dash' ? ' stroke-dasharray="5 3"' : ''}/>`;
}

function markSwatch(sheet: Sheet, mark: ChartMark): string {
  const token = `mark-${mark.colour}`;
  if (mark.shape === 'tick')
    return `<path d="M9 0v6M9 4.5l3 3.5l-3 3.5l-3-3.5z" ${sheet.fill(token)} ${sheet.stroke(token, 1)}/>`;
  if (mark.shape === 'cross') return `<path d="M5 2l8 8m0-8l-8 8" fill="none" ${sheet.stroke(token, 2)}/>`;
  if (mark.shape === 'dot') return `<circle cx="9" cy="6" r="3.5" ${sheet.fill(token)}/>`;
  return `<path d="M9 0v12" fill="none" ${sheet.stroke(token, 2)} stroke-dasharray="3 2"/>`;
}

/** Returns the paint of a filled area, as on the page. */
export function fillPaint(sheet: Sheet, colour: ChartFill['colour'], pattern: ChartFill['pattern']): string {
  if (pattern === 'solid') return `${sheet.fill(`mark-${colour}`)} opacity="0.7"`;
  return sheet.hatch(`fill-${colour}`, `mark-${colour}`, pattern === 'hatch' ? 1 : -1);
}

function spanSwatch(sheet: Sheet, span: ChartSpan): string {
  if (span.fill === 'hatch')
    return sheet.rect(0, 0, SWATCH_PX, 12, sheet.hatch(`fill-${span.colour}`, `mark-${span.colour}`));
  return sheet.rect(0, 0, SWATCH_PX, 12, sheet.fill(`fill-${span.colour}`))
    + sheet.rect(0, 0, SWATCH_PX, 3, sheet.fill(`mark-${span.colour}`));
}

/** Draws a filled square with rounded corners, for plain colours. `paint` is a fill. */
export function colourSwatch(sheet: Sheet, paint: string): string {
  return sheet.rect(2, 0, 14, 12, paint, 2);
}

