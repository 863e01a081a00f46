/** Draws bars split into shares: the phases of a replay, the parts of the resident memory. */
import type { ShareBar } from '../../../core/views/charts/panelDrawing.ts';
import { colourSwatch, legendRows } from './chartLegend.ts';
import { stacked, type Block, type Sheet } from './sheet.ts';

const BAR_HEIGHT = 22;
const MIN_SLICE_PX = 3;
const SLICE_GAP = 1;

/** Draws a bar with its legend below. Widths are shares of the whole; the smallest slice stays visible. */
export function shareBar(sheet: Sheet, widthPx: number, { slices }: ShareBar): Block {
  const total = slices.reduce((sum, { share }) => sum + share, 0) || 1;
  const room = widthPx - (slices.length - 1) * SLICE_GAP - slices.length * MIN_SLICE_PX;
  let x = 0;
  const painted = slices.map((slice) => ({ ...slice, paint: paintOf(sheet, slice.look) }));
  const drawn = painted.map(({ share, paint }) => {
    const width = MIN_SLICE_PX + (Math.max(0, room) * share) / total;
    const svg = sheet.rect(x, 0, width, BAR_HEIGHT, paint);
    x += width + SLICE_GAP;
    return svg;
  });
  const words = legendRows(sheet, widthPx, painted.map(({ paint, words: what, value }) => (
    { swatch: colourSwatch(sheet, paint), words: what, value }
  )));
  return stacked([{ height: BAR_HEIGHT, svg: drawn.join('') }, words], 8);
}

function paintOf(sheet: Sheet, look: string): string {
  switch (look) {
    case 'heap': return sheet.fill('mark-gc');
    case 'kept': return sheet.hatch('fill-gc', 'mark-gc');
    case 'mapped': return sheet.hatch('fill-compaction', 'mark-compaction', -1);
    case 'phase-segments': case 'phase-wbl': return sheet.fill('mark-replay');
    case 'phase-checkpoint': case 'phase-snapshot': return sheet.hatch('fill-replay', 'mark-replay');
    case 'phase-unreachable': return sheet.hatch('fill-gap', 'mark-gap');
    case 'phase-warm-up': return sheet.fill('mark-compaction');
    default: return sheet.fill('mark-other');
  }
}
