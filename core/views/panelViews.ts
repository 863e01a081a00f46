/** The table of views: what pictures and embeds draw of each panel. The registry is core/panels.ts. */
import type { PanelBase, PanelByName, PanelName } from '../contract/contract.ts';
import type { EmbedDrawing, PictureDrawing } from './charts/panelDrawing.ts';
import { compactionEmbed, compactionPicture } from './compaction/compactionDrawing.ts';
import { gcCpuEmbed, gcCpuPicture } from './gc-cpu/gcCpuDrawing.ts';
import { memoryEmbed, memoryPicture } from './memory/memoryDrawing.ts';
import { scrapesEmbed, scrapesPicture } from './scrapes/scrapesDrawing.ts';
import { walReplayEmbed, walReplayPicture } from './wal-replay/walReplayDrawing.ts';

interface PanelViews<A> { picture: (answer: A) => PictureDrawing; embed: (answer: A, isLive: boolean) => EmbedDrawing }

const VIEWS: { readonly [P in PanelName]: PanelViews<PanelByName[P]> } = {
  'gc-cpu': { picture: gcCpuPicture, embed: gcCpuEmbed },
  compaction: { picture: compactionPicture, embed: compactionEmbed },
  'wal-replay': { picture: walReplayPicture, embed: walReplayEmbed },
  memory: { picture: memoryPicture, embed: memoryEmbed },
  scrapes: { picture: scrapesPicture, embed: scrapesEmbed },
};

/** `answer` is that of `panel`, as the contract pairs them: a picture's subject has both side by side. */
export function panelPictureDrawing(panel: PanelName, answer: PanelBase): PictureDrawing {
  return (VIEWS[panel].picture as (answer: PanelBase) => PictureDrawing)(answer);
}

/** As `panelPictureDrawing`. `isLive`: of a target that is still scraped; what is to come is left out otherwise. */
export function panelEmbedDrawing(panel: PanelName, answer: PanelBase, isLive: boolean): EmbedDrawing {
  return (VIEWS[panel].embed as (answer: PanelBase, isLive: boolean) => EmbedDrawing)(answer, isLive);
}
