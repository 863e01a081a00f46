/** One chart of an embed: title, unit, legend, the plot with its cursor. Read-only, so there is no zoom. */
import uPlot from 'uplot';
import { drawFills, drawMarks, drawSpans } from '../charts/time/chartDrawing.ts';
import { detailsAt, topOf, type ChartModel } from '../../core/views/charts/chartModel.ts';
import { readPalette } from '../../core/views/charts/chartPalette.ts';
import { chartData, offsetText, structureOf, timeSeriesOptions } from '../../core/views/charts/timeSeriesOptions.ts';
import { axisScale, formatClock, formatSeconds, zoneName } from '../../core/text/format.ts';
import { element, setText } from './element.ts';
import { endLabels, writeEndLabels, type EndLabels } from './endLabels.ts';
import { legendItems } from './embedLegend.ts';

export interface EmbedChart {
  node: HTMLElement;
  /** Shows new data; rebuilds the plot only if its structure changed. */
  show(title: string, model: ChartModel): void;
  /** Reads the colours again. */
  recolour(): void;
  destroy(): void;
}

const STEPS: Record<string, number | undefined> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -20, PageDown: 20 };

function cornerText(model: ChartModel): string {
  const { x, stepSeconds } = model;
  return [
    formatSeconds(x.max - x.min), stepSeconds === null ? null : formatSeconds(stepSeconds),
    x.kind === 'time' ? zoneName('local', x.max) : null,
  ].filter((part) => part !== null).join(' · ');
}

export function createChart(): EmbedChart {
  const heading = element('h2', {});
  const corner = element('span', { class: 'corner' });
  const legend = element('ul', { class: 'legend', 'aria-label': 'Legend' });
  const unit = element('span', { class: 'unit' });
  const host = element('div', { class: 'plot', role: 'application', 'aria-roledescription': 'chart', tabindex: '0' });
  // The legend has the labels as text.
  const ends = element('div', { class: 'ends', 'aria-hidden': 'true' });
  const node = element(
    'figure', { class: 'chart' }, element('figcaption', {}, heading, legend, corner),
    element('div', { class: 'plotArea' }, unit, host, ends)
  );
  let model: ChartModel | null = null;
  let plot: uPlot | null = null;
  let structure = '';
  let cursor: { index: number; x: number } | null = null;
  let labels: EndLabels = { roomPx: 0, areNamed: false };

  const labelEnds = (u: uPlot): void => {
    if (model !== null) writeEndLabels(ends, u, model, { labels, cursorIndex: cursor?.index ?? null });
  };

  const words = (): void => {
    if (model === null) return;
    const clock = cursor === null ? null : model.x.kind === 'time' ? formatClock(cursor.x, 'local')
      : offsetText(Math.round(cursor.x));
    const details = cursor === null ? [] : detailsAt(model, cursor.x, (model.x.max - model.x.min) / 250);
    setText(corner, clock === null ? cornerText(model) : [clock, ...details].join(' · '));
    legend.replaceChildren(...legendItems(model, cursor?.index ?? null, labels));
    if (plot !== null) labelEnds(plot);
  };

  const sizeOf = (): { width: number; height: number } => (
    { width: Math.max(120, host.clientWidth), height: Math.max(60, host.clientHeight) }
  );
  const build = (): void => {
    plot?.destroy();
    const getModel = (): ChartModel => model as ChartModel;
    const palette = readPalette(host);
    const size = sizeOf();
    labels = endLabels(getModel(), size.width, size.height);
    const base = timeSeriesOptions(getModel, {
      palette, zone: 'local', ...size, stepPath: uPlot.paths.stepped?.({ align: 1 }),
      barPath: uPlot.paths.bars?.({ size: [0.85, 48] }),
      tzDate: (date) => date,
    });
    const [top, right, ...others] = base.padding ?? [];
    plot = new uPlot({
      ...base,
      padding: [top ?? 8, Math.max(Number(right ?? 0), labels.roomPx + 8), ...others] as uPlot.Padding,
      cursor: { y: false, points: { size: 7 }, drag: { x: false, y: false } },
      hooks: {
        drawClear: [(u) => { drawSpans(u, getModel().spans, palette); drawFills(u, getModel(), palette); }],
        draw: [(u) => { drawMarks(u, getModel(), palette); labelEnds(u); }],
        setCursor: [(u) => {
          const { left, idx } = u.cursor;
          cursor = left !== undefined && left >= 0 && typeof idx === 'number' ? { index: idx, x: u.posToVal(left, 'x') }
            : null;
          words();
        }],
      },
    }, chartData(getModel()), host);
  };

  // Text drawn on a canvas before its font arrived keeps the system font.
  const redraw = (): void => plot?.redraw(false, true);
  document.fonts.addEventListener('loadingdone', redraw);
  const resized = new ResizeObserver(() => {
    if (plot === null || model === null || host.clientWidth === 0) return;
    const size = sizeOf();
    if (size.width === plot.width && size.height === plot.height) return;
    const next = endLabels(model, size.width, size.height);
    if (next.roomPx === labels.roomPx && next.areNamed === labels.areNamed) plot.setSize(size);
    else build();
    words();
  });
  resized.observe(host);

  host.addEventListener('keydown', (event) => {
    const by = STEPS[event.key];
    if (by === undefined || plot === null || model === null || model.x.values.length === 0) return;
    event.preventDefault();
    const from = cursor?.index ?? (by > 0 ? -1 : model.x.values.length);
    const x = model.x.values[Math.min(model.x.values.length - 1, Math.max(0, from + by))] ?? model.x.min;
    corner.setAttribute('aria-live', 'polite');
    plot.setCursor({ left: Math.min(plot.over.clientWidth, Math.max(0, plot.valToPos(x, 'x'))), top: 8 });
  });
  host.addEventListener('blur', () => corner.removeAttribute('aria-live'));

  return {
    node,
    show: (title, next) => {
      model = next;
      setText(heading, title);
      setText(unit, axisScale(next.unit, topOf(next)).head);
      host.setAttribute('aria-label', `${next.label} Arrow keys move the cursor.`);
      const wanted = structureOf(next);
      const { width, height } = sizeOf();
      const { roomPx, areNamed } = endLabels(next, width, height);
      // Space for labels grows but does not shrink while the values of a live chart change.
      if (plot === null || wanted !== structure || roomPx > labels.roomPx || areNamed !== labels.areNamed) build();
      else plot.setData(chartData(next));
      structure = wanted;
      words();
    },
    recolour: () => { if (plot !== null) build(); },
    destroy: () => {
      document.fonts.removeEventListener('loadingdone', redraw);
      resized.disconnect();
      plot?.destroy();
      plot = null;
      node.remove();
    },
  };
}
