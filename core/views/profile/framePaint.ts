/** Paint and labels of frames, the same on the page, in embeds and in pictures. */
import { fromTo } from '../../text/change.ts';
import { formatProfileValue } from '../../text/format.ts';
import { frameChange } from './diffView.ts';
import { frameShare } from './topView.ts';
import { diffShade, ownShade } from '../flame/flameColours.ts';
import type { ColourBy, FamilyColours } from '../flame/flameColours.ts';
import { ownWidth } from '../flame/flameGraphData.ts';
import type { Frame, WidthBy } from '../flame/flameGraphData.ts';
import { firstFitting, frameLabel } from '../flame/frameLabel.ts';
import type { Fits } from '../flame/frameLabel.ts';

/** A colour token without its dashes (`flame-less-3`); `flame-gone` and `flame-new` are hatches. */
export type Paint = string;

/** Opacity of the part of a frame that its callees account for; its own part is opaque. */
export const CALLEES_OPACITY = 0.55;

export interface FramePaint {
  paint: (frame: Frame) => Paint;
  /** Own part of the frame: its share of the frame's width, 0 to 1, at the right end, which has no callees. */
  own: (frame: Frame) => { ratio: number; paint: Paint };
  label: (frame: Frame, fits: Fits) => string;
}

interface DiffPaintOptions { by: ColourBy; widthBy: WidthBy; rootName?: string }

/** Returns the paint of a diff. `rootName`: of a sandwich, whose root is a function. */
export function diffPaint(
  graph: { totals: { before: number; after: number }; unit: string }, { by, widthBy, rootName }: DiffPaintOptions
): FramePaint {
  const { totals, unit } = graph;
  const [from, to] = [formatProfileValue(totals.before, unit), formatProfileValue(totals.after, unit)];
  const rootTexts = [`all ${fromTo(totals.before, totals.after, unit)}`, `all ${from} → ${to}`, 'all'];
  return {
    paint: (frame) => `flame-${diffShade(frame, totals, by)}`,
    own: (frame) => (
      { ratio: ownRatio(frame, widthBy), paint: `flame-${ownShade(frame, totals, by)}` }
    ),
    label: (frame, fits) => (frame.depth === 0 && rootName === undefined ? firstFitting(rootTexts, fits)
      : frameLabel(frame.depth === 0 ? rootName ?? '' : frame.name, frameChange(frame, graph, by), fits)),
  };
}

export function singlePaint(
  { total, unit }: { total: number; unit: string }, colours: FamilyColours, rootName?: string
): FramePaint {
  const paint = (frame: Frame): Paint => {
    if (frame.depth === 0 && rootName === undefined) return 'flame-same';
    return colours.variableOf(frame.depth === 0 ? rootName ?? '' : frame.name).replace(/^--/, '');
  };
  return {
    paint,
    own: (frame) => ({ ratio: ownRatio(frame, 'larger'), paint: paint(frame) }),
    label: (frame, fits) => {
      if (frame.depth === 0 && rootName === undefined)
        return firstFitting([`all ${formatProfileValue(total, unit)}`, 'all'], fits);
      return frameLabel(frame.depth === 0 ? rootName ?? '' : frame.name, frameShare(frame, total), fits);
    },
  };
}

function ownRatio(frame: Frame, widthBy: WidthBy): number {
  return frame.width <= 0 ? 0 : ownWidth(frame, widthBy) / frame.width;
}
