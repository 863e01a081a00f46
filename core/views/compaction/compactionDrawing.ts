/** Compaction in pictures and embeds; pure. */
import type { CompactionPanel } from '../../contract/contract.ts';
import { embedded, named, NO_DAY, type EmbedDrawing, type PictureDrawing } from '../charts/panelDrawing.ts';
import { alignmentText, compactionView, countdownText, foldChart } from './compactionView.ts';

export function compactionPicture(panel: CompactionPanel): PictureDrawing {
  const { context, timeline, merges, memory, disk } = compactionView(panel, 'utc', NO_DAY);
  const fold = named('CPU, block ranges laid over each other', foldChart(panel, 1));
  return {
    context, bar: null, main: named('CPU used', timeline),
    more: [...named('Merges', merges), ...fold, ...named('Resident memory', memory), ...named('Disk I/O', disk)],
  };
}

/** Returns the embed; only a target that is still scraped has a countdown, not a recording or a frozen picture. */
export function compactionEmbed(panel: CompactionPanel, isLive: boolean): EmbedDrawing {
  const { context, timeline, merges } = compactionView(panel, 'local', panel.range.end);
  const next = panel.next === null || !isLive ? [] : [`Next compaction ${countdownText(panel.next, panel.range.end)}.`];
  const fold = panel.merges === null ? foldChart(panel, 1) : null;
  return {
    ...embedded, context, notes: [...(panel.merges === null ? [alignmentText(panel)] : []), ...next],
    charts: [...named('CPU over one block range', fold), ...named('CPU', timeline), ...named('Merges', merges)],
  };
}
