/** Table of views that pictures and embeds draw for a target. The registry is core/panels.ts. */
import type { DrawnBase, DrawnByName, DrawnName } from '../contract/contract.ts';
import type { EmbedDrawing, PictureDrawing } from './charts/panelDrawing.ts';
import { compactionEmbed, compactionPicture } from './compaction/compactionDrawing.ts';
import { cpuSplitEmbed, cpuSplitPicture } from './gc-cpu/cpuSplitDrawing.ts';
import { gcCpuEmbed, gcCpuPicture } from './gc-cpu/gcCpuDrawing.ts';
import { memoryEmbed, memoryPicture } from './memory/memoryDrawing.ts';
import { scrapesEmbed, scrapesPicture } from './scrapes/scrapesDrawing.ts';
import { walReplayEmbed, walReplayPicture } from './wal-replay/walReplayDrawing.ts';

interface PanelViews<A> { picture: (answer: A) => PictureDrawing; embed: (answer: A, isLive: boolean) => EmbedDrawing }

const VIEWS: { readonly [P in DrawnName]: PanelViews<DrawnByName[P]> } = {
  'gc-cpu': { picture: gcCpuPicture, embed: gcCpuEmbed },
  compaction: { picture: compactionPicture, embed: compactionEmbed },
  'wal-replay': { picture: walReplayPicture, embed: walReplayEmbed },
  memory: { picture: memoryPicture, embed: memoryEmbed },
  scrapes: { picture: scrapesPicture, embed: scrapesEmbed },
  'cpu-by-subsystem': { picture: cpuSplitPicture, embed: cpuSplitEmbed },
};

/** Returns the picture of a panel; `answer` must belong to `panel`, as in a picture's subject. */
export function panelPictureDrawing(panel: DrawnName, answer: DrawnBase): PictureDrawing {
  return (VIEWS[panel].picture as (answer: DrawnBase) => PictureDrawing)(answer);
}

/**
 * Returns the embed, like `panelPictureDrawing`. `isLive`: the target is still scraped; otherwise predictions are
 * omitted.
 */
export function panelEmbedDrawing(panel: DrawnName, answer: DrawnBase, isLive: boolean): EmbedDrawing {
  return (VIEWS[panel].embed as (answer: DrawnBase, isLive: boolean) => EmbedDrawing)(answer, isLive);
}
