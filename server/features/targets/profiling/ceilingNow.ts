import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import type { PanelAnswers } from '../answers/panelInputs.ts';
import { lastMinutes } from './lastMinutes.ts';

/** A ceiling that was left so long ago is not met now. */
const NOW_MS = 10_000;

/** The CPU ceiling that the Scrapes panel finds in the last minutes, when CPU is at it now; null: it is not. */
export async function ceilingNow(
  panels: Pick<PanelAnswers, 'panel'>, scraper: TargetScraper, nowMs: number
): Promise<{ cores: number; basis: string } | null> {
  const panel = await panels.panel('scrapes', lastMinutes(scraper, nowMs));
  const found = panel.ok ? panel.value.cpuCeiling : null;
  const last = found?.spans.at(-1);
  return found === null || last === undefined || last.end * 1000 < nowMs - NOW_MS ? null : found;
}
