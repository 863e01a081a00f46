/**
 * A flame graph, of one profile or of a diff, as a block of a picture: the root on top, function names cut in the
 * middle.
 */
import type { DiffFlameGraph, FlameGraph } from '../../core/contract/contract.ts';
import { changeText } from '../../core/text/change.ts';
import { diffShade, familyColours, isNoise } from '../../core/views/flame/flameColours.ts';
import { diffFrames, singleFrames, type Frame, type FlameFrames } from '../../core/views/flame/flameGraphData.ts';
import { middleCut, shortName } from '../../core/views/flame/flameNames.ts';
import { formatProfileValue } from '../../core/text/format.ts';
import { colourSwatch, legendRows, type LegendEntry } from './chartLegend.ts';
import { number, stacked, TYPE, type Block, type Sheet } from './sheet.ts';

const ROW = 18;
const LEAST_PIXELS = 0.6;
/** Narrower frames have no room for a readable name. */
const LEAST_NAMED_PX = 22;
/** Less of a longer name is useless. */
const LEAST_LETTERS_PX = 46;
const NAME_PAD = 4;
/** Deeper frames are omitted and counted: a picture is looked at, not scrolled. */
const MAX_ROWS = 60;
const MAX_ROWS_NARROW = 36;
const MAX_NAMES = 1500;

interface Placed { frame: Frame; x: number; width: number }

export function flame(sheet: Sheet, widthPx: number, graph: FlameGraph): Block {
  const tree = singleFrames(graph.root);
  const { variableOf, legend } = familyColours(tree.frames);
  const token = (variable: string): string => sheet.fill(variable.replace(/^--/, ''));
  const drawn = icicle(sheet, widthPx, tree, {
    paintOf: (frame) => (frame.depth === 0 ? token('--flame-same') : token(variableOf(frame.name))),
    suffixOf: () => '',
  });
  const entries = legend.map(({ variable, words }): LegendEntry => (
    { swatch: colourSwatch(sheet, token(variable)), words: middleCut(words, 36) }
  ));
  return stacked(
    [drawn.block, leftOutLine(sheet, widthPx, drawn.leftOut + graph.culledNodes), legendRows(sheet, widthPx, entries)],
    8
  );
}

const DIFF_STEPS: { shade: string; words: string }[] = [
  { shade: 'gone', words: 'gone' }, { shade: 'less-4', words: 'less than half' }, { shade: 'less-2', words: 'less' },
  { shade: 'same', words: 'same (within 2 %) or within noise' },
  { shade: 'more-2', words: 'more' }, { shade: 'more-4', words: 'more than twice' }, { shade: 'new', words: 'new' },
];

export function diffFlame(sheet: Sheet, widthPx: number, graph: DiffFlameGraph): Block {
  const paint = (shade: string): string => {
    if (shade === 'gone') return sheet.hatch('flame-less-1', 'flame-less-4');
    if (shade === 'new') return sheet.hatch('flame-more-1', 'flame-more-4', -1);
    return sheet.fill(`flame-${shade}`);
  };
  const suffix = ({ weight }: Frame): string => (weight.mode === 'diff' ? changeText(weight.before, weight.after) : '');
  const drawn = icicle(sheet, widthPx, diffFrames(graph.root, 'larger'), {
    paintOf: (frame) => paint(diffShade(frame, graph.totals, 'change')),
    suffixOf: (frame) => (isNoise(frame, 'change') ? '' : suffix(frame)),
  });
  const entries = DIFF_STEPS.map(({ shade, words }): LegendEntry => (
    { swatch: colourSwatch(sheet, paint(shade)), words }
  ));
  return stacked(
    [drawn.block, leftOutLine(sheet, widthPx, drawn.leftOut + graph.culledNodes), legendRows(sheet, widthPx, entries)],
    8
  );
}

/** `cpu: 75.2 s` or `cpu: 75.2 s → 51 s`. */
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

function icicle(
  sheet: Sheet, widthPx: number, tree: FlameFrames,
  { paintOf, suffixOf }: { paintOf: (frame: Frame) => string; suffixOf: (frame: Frame) => string }
): { block: Block; leftOut: number } {
  const rows = sheet.isNarrow ? MAX_ROWS_NARROW : MAX_ROWS;
  const { frames, leftOut } = placedFrames(tree, widthPx, rows);
  const deepest = frames.reduce((most, { frame }) => Math.max(most, frame.depth), 0);
  const boxes = new Map<string, string[]>();
  for (const { frame, x, width } of frames) {
    const paint = paintOf(frame);
    const box = `M${number(x)} ${frame.depth * ROW}h${number(width)}v${ROW - 1}h${number(-width)}z`;
    const known = boxes.get(paint);
    if (known === undefined) boxes.set(paint, [box]);
    else known.push(box);
  }
  // A hairline in the background colour separates neighbours.
  const hairline = sheet.stroke('flame-line', 0.6);
  const areas = [...boxes].map(([paint, list]) => `<path d="${list.join('')}" ${paint} ${hairline}/>`);
  const names = frames.filter(({ width }) => width >= LEAST_NAMED_PX).slice(0, MAX_NAMES)
    .map((one) => nameOf(sheet, one, suffixOf(one.frame)));
  return {
    block: { height: (deepest + 1) * ROW, svg: areas.join('') + names.join('') }, leftOut: leftOut + tree.tooDeep,
  };
}

function nameOf(sheet: Sheet, { frame, x, width }: Placed, suffix: string): string {
  const style = { ...TYPE.code, ink: 'flame-ink' };
  const room = width - 2 * NAME_PAD;
  const name = shortName(frame.name);
  const withSuffix = suffix === '' ? name : `${name} ${suffix}`;
  const suffixWidth = sheet.widthOf(` ${suffix}`, style);
  const y = frame.depth * ROW + 12.5;
  if (room < LEAST_LETTERS_PX && sheet.widthOf(name, style) > room) return '';
  if (suffix === '' || sheet.widthOf(withSuffix, style) <= room)
    return sheet.text(x + NAME_PAD, y, withSuffix, style, { room, cut: 'middle' });
  // The change is worth more than the middle of a name, as long as some of the name stays.
  if (room - suffixWidth < 60) return sheet.text(x + NAME_PAD, y, name, style, { room, cut: 'middle' });
  return sheet.text(x + NAME_PAD, y, name, style, { room: room - suffixWidth, cut: 'middle' })
    + sheet.text(x + width - NAME_PAD, y, suffix, style, { anchor: 'end' });
}

/** Places of the frames wide enough to be seen, parents first. */
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
      if (width >= LEAST_PIXELS && child.depth < rows) queue.push({ frame: child, x, width });
      x += width;
    }
  }
  return { frames: shown, leftOut: frames.length - shown.length };
}
