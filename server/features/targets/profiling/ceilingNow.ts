import type { TargetScraper } from '../../../data/scrape/targetScraper.ts';
import type { PanelAnswers } from '../answers/panelInputs.ts';
import { lastMinutes } from './lastMinutes.ts';

/** CPU counts as at its ceiling until this long after the last span. */
const NOW_MS = 10_000;

/** Returns the CPU ceiling that the Scrapes panel finds in the last minutes; null: CPU is not at it now. */
export async function ceilingNow(
  panels: Pick<PanelAnswers, 'panel'>, scraper: TargetScraper, nowMs: number
): Promise<{ cores: number; basis: string } | null> {
  const panel = await panels.panel('scrapes', lastMinutes(scraper, nowMs));
  const found = panel.ok ? panel.value.cpuCeiling : null;
  const last = found?.spans.at(-1);
  return found === null || last === undefined || last.end * 1000 < nowMs - NOW_MS ? null : found;
}
