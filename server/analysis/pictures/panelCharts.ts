/** Draws the blocks of a panel's picture from its view model. */
import type { DrawnBase, DrawnName } from '../../../core/contract/contract.ts';
import { withMoment } from '../../../core/views/charts/chartModel.ts';
import type { NamedChart } from '../../../core/views/charts/panelDrawing.ts';
import { panelPictureDrawing } from '../../../core/views/panelViews.ts';
import { shareBar } from './bars.ts';
import { chart } from './chart.ts';
import { innerWidth } from './pictureFrame.ts';
import { placed, type Block, type Sheet } from './sheet.ts';

const MAIN_HEIGHT = 190;
const MORE_HEIGHT = 120;
const NARROW_MAIN_HEIGHT = 130;
const NARROW_MORE_HEIGHT = 96;
/** Width from which two charts are side by side. */
const PAIR_WIDTH = 1000;
const PAIR_GAP = 28;

export function panelPicture(sheet: Sheet, panel: DrawnName, answer: DrawnBase): { context: string; blocks: Block[] } {
  const { context, bar, main, more } = panelPictureDrawing(panel, answer);
  const at = answer.finding.time;
  const width = innerWidth(sheet);
  const draw = (part: NamedChart, widthPx: number, plotHeight: number): Block => (
    chart(sheet, widthPx, { ...part, model: withMoment(part.model, at), plotHeight })
  );
  const bars = bar === null ? [] : [shareBar(sheet, width, bar)];
  const [mainHeight, moreHeight] = sheet.isNarrow ? [NARROW_MAIN_HEIGHT, NARROW_MORE_HEIGHT]
    : [MAIN_HEIGHT, MORE_HEIGHT];
  const wide = main.map((part) => draw(part, width, mainHeight));
  const [first, second] = more;
  const half = (width - PAIR_GAP) / 2;
  const rest = first === undefined ? []
    : width < PAIR_WIDTH || second === undefined ? [draw(first, width, moreHeight)]
    : [pair(draw(first, half, moreHeight), draw(second, half, moreHeight), half + PAIR_GAP)];
  // Most panels name the zone with their window.
  const zoned = / UTC\b/.test(context) ? context : `${context} · times in UTC`;
  return { context: zoned, blocks: [...bars, ...wide, ...rest] };
}

function pair(left: Block, right: Block, at: number): Block {
  return { height: Math.max(left.height, right.height), svg: left.svg + placed(right.svg, at, 0) };
}
