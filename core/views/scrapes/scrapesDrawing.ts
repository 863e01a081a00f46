/** Scrapes in pictures and embeds; pure. */
import type { ScrapesPanel } from '../../contract/contract.ts';
import { formatValue } from '../../text/format.ts';
import { embedded, named, NO_DAY, type EmbedDrawing, type PictureDrawing } from '../charts/panelDrawing.ts';
import { scrapesView } from './scrapesView.ts';

export function scrapesPicture(panel: ScrapesPanel): PictureDrawing {
  const { context, duration, timeoutNote } = scrapesView(panel, 'utc', NO_DAY);
  return {
    context: timeoutNote === null ? context : `${context} · ${timeoutNote.replace(/\.$/, '')}`,
    bar: null, main: named('Scrape duration', duration), more: [],
  };
}

export function scrapesEmbed(panel: ScrapesPanel): EmbedDrawing {
  const { context, duration, timeoutNote } = scrapesView(panel, 'local', panel.range.end);
  const [median, p99, max] = [panel.durationSeconds.p50, panel.durationSeconds.p99, panel.durationSeconds.max]
    .map((seconds) => formatValue(seconds, 'seconds'));
  const figures = `Median ${median}, 99 % within ${p99}, longest ${max}.`;
  const notes = [figures, ...(timeoutNote === null ? [] : [timeoutNote])];
  return { ...embedded, context, charts: named('Scrape duration', duration), notes };
}
