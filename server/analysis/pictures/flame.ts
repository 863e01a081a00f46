/**
 * Draws a flame graph, of one profile or of a diff, as a block of a picture: the root on top, painted and labelled as
 * on the page.
 */
import type { DiffFlameGraph, FlameGraph } from '../../../core/contract/contract.ts';
import { changeText } from '../../../core/text/change.ts';
import { diffLegend, familyColours } from '../../../core/views/flame/flameColours.ts';
import { diffFrames, singleFrames, type Frame, type FlameFrames } from '../../../core/views/flame/flameGraphData.ts';
import { middleCut } from '../../../core/views/flame/flameNames.ts';
import { labelRooms } from '../../../core/views/flame/labelRooms.ts';
import {
  CALLEES_OPACITY, diffPaint, singlePaint, type FramePaint, type Paint,
} from '../../../core/views/profile/framePaint.ts';
import { formatProfileValue } from '../../../core/text/format.ts';
import { colourSwatch, legendRows, type LegendEntry } from './chartLegend.ts';
import { number, stacked, TYPE, type Block, type Sheet } from './sheet.ts';
import { cleaned } from './words.ts';

const ROW = 18;
const MIN_PIXELS = 0.6;
/** Minimum width for a readable name. */
const MIN_NAMED_PX = 22;
const NAME_PAD = 3;
/** Deeper frames are omitted and counted, because a picture cannot be scrolled. */
const MAX_ROWS = 60;
const MAX_ROWS_NARROW = 36;
const MAX_NAMES = 1500;

interface Placed { frame: Frame; x: number; width: number }

export function flame(sheet: Sheet, widthPx: number, graph: FlameGraph): Block {
  const tree = singleFrames(graph.root);
  const { variableOf, legend } = familyColours(tree.frames);
  const drawn = icicle(sheet, widthPx, tree, singlePaint(graph, { variableOf, legend }));
  const entries = legend.map(({ variable, words }): LegendEntry => (
    { swatch: colourSwatch(sheet, sheet.fill(variable.replace(/^--/, ''))), words: middleCut(words, 36) }
  ));
  return stacked(
    [drawn.block, leftOutLine(sheet, widthPx, drawn.leftOut + graph.culledNodes), legendRows(sheet, widthPx, entries)],
    8
  );
}

export function diffFlame(sheet: Sheet, widthPx: number, graph: DiffFlameGraph): Block {
  const drawn = icicle(
    sheet, widthPx, diffFrames(graph.root, 'larger'), diffPaint(graph, { by: 'change', widthBy: 'larger' })
  );
  const entries = diffLegend(graph.totals, 'change', graph.unit).map(({ shade, words }): LegendEntry => (
    { swatch: colourSwatch(sheet, fillOf(sheet, `flame-${shade}`)), words }
  ));
  return stacked(
    [drawn.block, leftOutLine(sheet, widthPx, drawn.leftOut + graph.culledNodes), legendRows(sheet, widthPx, entries)],
    8
  );
}

/** Returns `cpu: 75.2 s` or `cpu: 75.2 s → 51 s`. */
export function totalsText(graph: FlameGraph | DiffFlameGraph): string {
  const { sampleType, unit } = graph;
  if (!('totals' in graph))
    return `${sampleType}: ${formatProfileValue(graph.total, unit)} in all · a frame `
      + 'is as wide as what it and all below it took';
  const { before, after } = graph.totals;
  const change = changeText(before, after);
  return `${sampleType}: ${formatProfileValue(before, unit)} before, ${formatProfileValue(after, unit)} `
    + `after${change === '' ? '' : ` (${change})`} · a frame is as wide as the larger of both sides`;
}

function leftOutLine(sheet: Sheet, widthPx: number, count: number): Block {
  if (count === 0) return { height: 0, svg: '' };
  return sheet.paragraph(
    `${count.toLocaleString('en-US')} ${count === 1 ? 'frame that is' : 'frames that are'} too narrow `
      + `or too deep to see ${count === 1 ? 'is' : 'are'} omitted`,
    TYPE.faint, widthPx, 2
  );
}

function fillOf(sheet: Sheet, paint: Paint): string {
  if (paint === 'flame-gone') return sheet.hatch('flame-less-1', 'flame-less-4');
  if (paint === 'flame-new') return sheet.hatch('flame-more-1', 'flame-more-4', -1);
  return sheet.fill(paint);
}

function icicle(
  sheet: Sheet, widthPx: number, tree: FlameFrames, paint: FramePaint
): { block: Block; leftOut: number } {
  const rows = sheet.isNarrow ? MAX_ROWS_NARROW : MAX_ROWS;
  const { frames, leftOut } = placedFrames(tree, widthPx, rows);
  const deepest = frames.reduce((most, { frame }) => Math.max(most, frame.depth), 0);
  const wholes = new Map<Paint, string[]>();
  const owns = new Map<Paint, string[]>();
  const add = (boxes: Map<Paint, string[]>, colour: Paint, box: string): void => {
    const known = boxes.get(colour);
    if (known === undefined) boxes.set(colour, [box]);
    else known.push(box);
  };
  for (const { frame, x, width } of frames) {
    const boxOf = (left: number, px: number): string =>
      `M${number(left)} ${frame.depth * ROW}h${number(px)}v${ROW - 1}h${number(-px)}z`;
    add(wholes, paint.paint(frame), boxOf(x, width));
    const own = paint.own(frame);
    const ownPx = own.ratio * width;
    if (ownPx >= MIN_PIXELS) add(owns, own.paint, boxOf(x + width - ownPx, ownPx));
  }
  // A hairline in the background colour separates neighbours.
  const hairline = sheet.stroke('flame-line', 0.6);
  const areas = (boxes: Map<Paint, string[]>, look: string): string =>
    [...boxes].map(([colour, list]) => `<path d="${list.join('')}" ${fillOf(sheet, colour)} ${look}/>`).join('');
  const rooms = labelRooms(
    frames.map(({ frame, x, width }) => ({ key: frame.key, depth: frame.depth, x, width })), widthPx
  );
  const names = frames.filter(({ frame }) => (rooms.get(frame.key) ?? 0) >= MIN_NAMED_PX).slice(0, MAX_NAMES)
    .map(({ frame, x }) => {
      const room = (rooms.get(frame.key) ?? 0) - 2 * NAME_PAD;
      const style = { ...TYPE.faint, ink: 'flame-ink' };
      const label = paint.label(frame, (text) => sheet.widthOf(cleaned(text), style) <= room);
      return sheet.text(x + NAME_PAD, frame.depth * ROW + 12.5, label, style);
    });
  return {
    block: {
      height: (deepest + 1) * ROW,
      svg: areas(wholes, `${hairline} opacity="${CALLEES_OPACITY}"`) + areas(owns, hairline) + names.join(''),
    },
    leftOut: leftOut + tree.tooDeep,
  };
}

/** Returns the places of the frames wide enough to be visible, parents first. */
function placedFrames({ frames }: FlameFrames, widthPx: number, rows: number): { frames: Placed[]; leftOut: number } {
  const root = frames[0];
  if (root === undefined || root.width <= 0) return { frames: [], leftOut: 0 };
  const perUnit = widthPx / root.width;
  const shown: Placed[] = [];
  const queue: Placed[] = [{ frame: root, x: 0, width: widthPx }];
  for (let at = 0; at < queue.length; at++) {
    const one = queue[at];
    if (one === undefined) break;
    shown.push(one);
    let { x } = one;
    for (const key of one.frame.childKeys) {
      const child = frames[key];
      if (child === undefined) continue;
      const width = child.width * perUnit;
      if (width >= MIN_PIXELS && child.depth < rows) queue.push({ frame: child, x, width });
      x += width;
    }
  }
  return { frames: shown, leftOut: frames.length - shown.length };
}
