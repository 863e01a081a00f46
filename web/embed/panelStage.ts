/** The charts of one panel in the available space: as many as are readable, most important first. */
import type { DrawnBase, DrawnName } from '../../core/contract/contract.ts';
import { element, setText } from './element.ts';
import { createChart, type EmbedChart } from './embedChart.ts';
import type { EmbedDrawing, ShareBar } from '../../core/views/charts/panelDrawing.ts';
import { panelEmbedDrawing } from '../../core/views/panelViews.ts';

export interface PanelStage {
  /** Draws, and returns what it drew. `isLive`: the target is still scraped. */
  show(panel: DrawnName, answer: DrawnBase, isLive: boolean): EmbedDrawing;
  recolour(): void;
}

/** Minimum height for a second chart, of which title and time axis take 80 px. */
const leastChartPx = 250;
const twoAbreastPx = 860;
/** Width in px of a character in a slice, and of the padding around the text. */
const CHARACTER_PX = 6.6;
const SLICE_PADDING_PX = 20;

/** Returns how many of `count` charts fit, and in how many columns. */
export function fitting(count: number, widthPx: number, heightPx: number): { shown: number; columns: number } {
  const columns = count > 1 && widthPx >= twoAbreastPx ? 2 : 1;
  return { columns, shown: Math.min(count, columns * Math.max(1, Math.floor(heightPx / leastChartPx))) };
}

/** Returns the bar; a slice too small for its text has it in the list below. */
function barOf({ label, slices }: ShareBar, widthPx: number): HTMLElement {
  const drawn = slices.filter(({ share }) => share > 0)
    .map((slice) => ({ ...slice, words: `${slice.words} ${slice.value}` }));
  const isInside = ({ share, words }: { share: number; words: string }): boolean => (
    share * widthPx >= words.length * CHARACTER_PX + SLICE_PADDING_PX
  );
  const spoken = `${label}: ${drawn.map(({ words }) => words).join(', ')}.`;
  const pieces = drawn.map((slice) => element(
    'span', { 'data-look': slice.look, style: `flex-grow:${Math.max(slice.share, 0.004)}`, title: slice.words },
    ...(isInside(slice) ? [element('span', {}, slice.words)] : [])
  ));
  const beside = drawn.filter((slice) => !isInside(slice))
    .map(({ look, words }) => element('li', {}, element('i', { 'data-look': look }), words));
  return element('div', { class: 'barBox' },
    element('div', { class: 'bar', role: 'img', 'aria-label': spoken }, ...pieces),
    element('ul', { class: 'barWords', 'aria-hidden': 'true' }, ...beside));
}

export function createPanelStage(stage: HTMLElement): PanelStage {
  const done = element('div', {});
  const progress = element(
    'div', { class: 'progress', role: 'progressbar', 'aria-valuemin': '0', 'aria-valuemax': '100', hidden: '' }, done
  );
  const progressText = element('p', { class: 'note', hidden: '' });
  const bar = element('div', {});
  const charts = element('div', { class: 'charts' });
  const notes = element('div', { class: 'notes' });
  stage.replaceChildren(progress, progressText, bar, charts, notes);
  const made = new Map<string, EmbedChart>();
  let picture: EmbedDrawing | null = null;

  const layOut = (): void => {
    if (picture === null) return;
    const { shown, columns } = fitting(picture.charts.length, charts.clientWidth, charts.clientHeight);
    charts.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
    const wanted = picture.charts.slice(0, shown);
    for (const [key, chart] of made) {
      if (wanted.some((part) => part.name === key)) continue;
      chart.destroy();
      made.delete(key);
    }
    for (const { name, model } of wanted) {
      let chart = made.get(name);
      if (chart === undefined) {
        chart = createChart();
        made.set(name, chart);
        charts.append(chart.node);
      }
      chart.show(name, model);
    }
  };
  new ResizeObserver(layOut).observe(charts);

  return {
    show: (panel, answer, isLive) => {
      const next = panelEmbedDrawing(panel, answer, isLive);
      picture = next;
      progress.hidden = next.progress === null;
      progressText.hidden = next.progress === null;
      if (next.progress !== null) {
        const percent = Math.floor((next.progress.ratio ?? 0) * 100);
        done.style.width = `${percent}%`;
        progress.setAttribute('aria-valuetext', next.progress.text);
        progress.setAttribute('aria-valuenow', String(percent));
        setText(progressText, next.progress.text);
      }
      bar.replaceChildren(...(next.bar === null ? [] : [barOf(next.bar, stage.clientWidth)]));
      notes.replaceChildren(...next.notes.map((note) => element('p', { class: 'note' }, note)));
      charts.hidden = next.charts.length === 0;
      layOut();
      return next;
    },
    recolour: () => { for (const chart of made.values()) chart.recolour(); },
  };
}
