/** The legend of a chart, like the page's own: lines with a value, marks and spans, as text. */
import {
  restingIndex, type ChartFill, type ChartLine, type ChartMark, type ChartModel, type ChartSpan,
} from '../../core/views/charts/chartModel.ts';
import { FILL_HATCHES, FILL_OUTLINE } from '../../core/views/charts/spikeFills.ts';
import { formatValue } from '../../core/text/format.ts';
import { element, svgElement } from './element.ts';
import type { EndLabels } from './endLabels.ts';

function swatch(width: number, ...shapes: SVGElement[]): SVGElement {
  return svgElement(
    'svg', { viewBox: `0 0 ${width} 12`, width: String(width), height: '12', 'aria-hidden': 'true' }, ...shapes
  );
}

function lineSwatch(line: ChartLine): SVGElement {
  const stroke = line.style === 'thin' ? 'var(--line-strong)' : `var(--mark-${line.colour})`;
  const band = line.high === undefined ? []
    : [svgElement('rect', { y: '1', width: '18', height: '10', fill: `var(--fill-${line.colour})` })];
  const drawn = line.style === 'points'
    ? [['4', '8'], ['10', '4'], ['15', '7']].map(([cx, cy]) => svgElement('circle', { cx, cy, r: '2', fill: stroke }))
    : [
      svgElement(
        'path',
        { d: 'M0 6H18', stroke, 'stroke-width': '2', 'stroke-dasharray': line.style === 'dash' ? '5 3' : undefined }
      ),
    ];
  return swatch(18, ...band, ...drawn);
}

/** A path per shape, stroked or also filled. */
const markPaths: Record<string, { d: string; isFilled?: boolean; dash?: string } | undefined> = {
  tick: { d: 'M6 0V6M6 4.5 9 8 6 11.5 3 8Z', isFilled: true },
  rule: { d: 'M6 0V12', dash: '3 2' },
  flag: { d: 'M3 12V1H10L8 4 10 7H3' },
  cross: { d: 'M2 2 10 10M10 2 2 10' },
  dot: { d: 'M3.5 6a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0Z', isFilled: true },
};

function markSwatch(mark: ChartMark): SVGElement {
  const colour = `var(--mark-${mark.colour})`;
  const { d, isFilled, dash } = markPaths[mark.shape] ?? { d: 'M6 0V12' };
  return swatch(
    12,
    svgElement(
      'path',
      {
        d, stroke: colour, 'stroke-width': isFilled === true ? '1' : '2', fill: isFilled === true ? colour : 'none',
        'stroke-dasharray': dash,
      }
    )
  );
}

function spanSwatch(span: ChartSpan): SVGElement {
  const colour = `var(--mark-${span.colour})`;
  const fill = svgElement('rect', { width: '18', height: '12', fill: `var(--fill-${span.colour})` });
  return swatch(18, fill, span.fill === 'band'
    ? svgElement('rect', { width: '18', height: '3', fill: colour })
    : svgElement('path', { d: 'M0 12 12 0M6 12 18 0M-6 12 6 0M12 12 24 0', stroke: colour }));
}

function fillSwatch({ colour, pattern }: ChartFill): SVGElement {
  const mark = `var(--mark-${colour})`;
  const hatch = FILL_HATCHES[pattern];
  return swatch(
    18,
    svgElement('path', {
      d: FILL_OUTLINE, stroke: mark, fill: pattern === 'solid' ? mark : `var(--fill-${colour})`,
    }),
    ...(hatch === null ? [] : [svgElement('path', { d: hatch, stroke: mark, 'stroke-width': '1.5' })])
  );
}

/**
 * Returns the items; `cursorIndex` null shows the newest values. Spans of one kind share an entry. Text that labels at
 * the line ends also show is only for screen readers.
 */
export function legendItems(model: ChartModel, cursorIndex: number | null, ends: EndLabels): HTMLLIElement[] {
  const isAtEnd = ({ style }: ChartLine): boolean => ends.roomPx > 0 && style !== 'thin' && style !== 'bars';
  const lines = model.lines.filter((line) => line.silent !== true).map((line) => {
    const value = line.values[cursorIndex ?? restingIndex(model, line)] ?? null;
    const isShown = line.style !== 'thin' && line.isOffAxis !== true
      && (cursorIndex !== null || model.x.kind === 'time');
    return element(
      'li', isAtEnd(line) && ends.areNamed ? { class: 'read' } : {}, lineSwatch(line),
      `${line.label}${line.bandLabel === undefined ? '' : `, ${line.bandLabel}`}`,
      ...(isShown
        ? [element('b', isAtEnd(line) ? { class: 'read' } : {}, formatValue(value, model.unit))] : [])
    );
  });
  const marks = model.marks.filter(({ times }) => times.length > 0)
    .map((mark) => element('li', {}, markSwatch(mark), mark.label));
  const fills = (model.fills ?? []).filter(({ silent }) => silent !== true)
    .map((fill) => element('li', {}, fillSwatch(fill), fill.label));
  const spans = [
    ...new Map(model.spans.filter(({ silent }) => silent !== true).map((span) => [span.label, span])).values()
  ].map((span) => element('li', {}, spanSwatch(span), span.label));
  // A small frame has no space for the last ones.
  return [...lines, ...fills, ...marks, ...spans];
}
