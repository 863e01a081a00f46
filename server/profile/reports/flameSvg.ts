/**
 * Writes a flame graph as a standalone SVG file: no script, no link, no style sheet, so that it can be opened, mailed
 * and printed. Root at the top. Frames narrower than a pixel are omitted and counted, and beyond 5,000 the narrowest.
 */
import type { DiffFlameGraph, DiffFlameNode, FlameGraph, FlameNode } from '../../../core/contract/contract.ts';
import { escaped } from '../../../core/text/xml.ts';
import { valueText } from '../diff/words/valueText.ts';
import { changeText } from '../../../core/text/change.ts';

const WIDTH = 1200;
const MARGIN = 12;
const ROW = 18;
const FONT = 11;
/** Width of a letter of the monospaced font. */
const LETTER = 6.7;
const HEADER_LINE = 18;
const MAX_FRAMES = 5000;
const MIN_PIXELS = 1;
/** Maximum depth: a reader does not scroll further. */
const MAX_ROWS = 300;
/** Minimum ratio for building the tree: frames narrower than a pixel are not built. */
export const SVG_MIN_RATIO = MIN_PIXELS / WIDTH;

interface Drawable { name: string; value: number; children: Drawable[] }
interface Frame<Node> { node: Node; x: number; width: number; depth: number }

/** `title`: the subject of the picture, in one line. Values have units (`1.85 s`), shares refer to `total`. */
export function flameSvg(graph: FlameGraph, title: string): string {
  const share = (value: number): string => percentOf(value, graph.total);
  return drawn<FlameNode>(graph, {
    title,
    lines: [
      `${graph.sampleType}: ${graph.root.net === undefined ? `${valueText(graph.total, graph.unit)} in all`
        : `${signed(graph.root.net, graph.unit)} net, ${valueText(graph.total, graph.unit)} by magnitude`}. `
        + 'Width: value with all below. Colours only distinguish packages.',
    ],
    colour: (node) => packageColour(node.name),
    tip: ({ name, value, self, net, selfNet }) => (net === undefined || selfNet === undefined
      ? `${name}: ${valueText(value, graph.unit)}${share(value)}, own ${valueText(self, graph.unit)}`
      : `${name}: ${signed(net, graph.unit)}${share(net)}, own ${signed(selfNet, graph.unit)}`),
  });
}

export function diffFlameSvg(graph: DiffFlameGraph, title: string): string {
  const { totals, unit } = graph;
  const most = largestDelta(graph.root);
  const change = changeText(totals.before, totals.after);
  return drawn<DiffFlameNode>(graph, {
    title,
    lines: [
      `${graph.sampleType}: ${valueText(totals.before, unit)} before, ${valueText(totals.after, unit)} `
        + `after${change === '' ? '' : ` (${change})`}. Width: the larger of both sides.`,
      'Blue: less than before. Orange: more. Stronger: a larger difference. Grey: the same, or within noise.',
    ],
    colour: (node) => changeColour(node, most),
    tip: (node) => `${node.name}: ${valueText(node.before, unit)} -> ${valueText(node.after, unit)} `
      + `(${signed(node.delta, unit)}; ${percentOf(node.before, totals.before).trim()} -> `
      + `${percentOf(node.after, totals.after).trim()}), ${kindWords(node)}`,
  });
}

interface Picture<Node> { title: string; lines: string[]; colour: (node: Node) => string; tip: (node: Node) => string }

function drawn<Node extends Drawable & { children: Node[] }>(
  graph: { root: Node; culledNodes: number }, picture: Picture<Node>
): string {
  const { frames, leftOut } = framesOf(graph.root);
  const culled = leftOut + graph.culledNodes;
  const lines = culled === 0 ? picture.lines : [
    ...picture.lines,
    `${culled.toLocaleString('en-US')} narrower ${culled === 1 ? 'frame is' : 'frames are'} omitted.`,
  ];
  const top = MARGIN + (lines.length + 1) * HEADER_LINE + MARGIN;
  const rows = frames.reduce((most, { depth }) => Math.max(most, depth + 1), 1);
  const height = top + rows * ROW + MARGIN;
  const width = WIDTH + 2 * MARGIN;
  const header = [picture.title, ...lines];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" `
      + `height="${height}" role="img" font-family="sans-serif">`,
    `<title>${escaped(picture.title)}</title>`,
    `<desc>${escaped(lines.join(' '))}</desc>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...header.map((line, row) => (
      `<text x="${MARGIN}" y="${MARGIN + (row + 1) * HEADER_LINE - 4}" font-size="${row === 0 ? 15 : 12}" `
        + `fill="#1a1a1a">${escaped(line)}</text>`
    )),
    `<g transform="translate(${MARGIN} ${top})" font-family="monospace" `
      + `font-size="${FONT}" stroke="#ffffff" stroke-width="0.5">`,
    ...frames.map((frame) => frameSvg(frame, picture)),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function frameSvg<Node extends Drawable>(
  { node, x, width, depth }: Frame<Node>, { colour, tip }: Picture<Node>
): string {
  const letters = Math.floor((width - 4) / LETTER);
  const name = letters < 3 ? '' : node.name.length <= letters ? node.name : `${node.name.slice(0, letters - 1)}…`;
  const text = name === '' ? ''
    : `<text x="${number(x + 3)}" y="${depth * ROW + 12.5}" fill="#1a1a1a" stroke="none">${escaped(name)}</text>`;
  return `<g><title>${escaped(tip(node))}</title><rect x="${number(x)}" `
    + `y="${depth * ROW}" width="${number(width)}" height="${ROW - 1}" fill="${colour(node)}"/>${text}</g>`;
}

function number(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Returns positions of the frames that are wide enough, parents before children. */
function framesOf<Node extends Drawable & { children: Node[] }>(
  root: Node
): { frames: Frame<Node>[]; leftOut: number } {
  const all: Frame<Node>[] = [];
  let leftOut = 0;
  const perUnit = root.value > 0 ? WIDTH / root.value : 0;
  const queue: Frame<Node>[] = [{ node: root, x: 0, width: WIDTH, depth: 0 }];
  for (let frame = queue.pop(); frame !== undefined; frame = queue.pop()) {
    all.push(frame);
    let { x } = frame;
    for (const child of frame.node.children) {
      const width = child.value * perUnit;
      if (width < MIN_PIXELS || frame.depth + 1 >= MAX_ROWS) leftOut++;
      else queue.push({ node: child, x, width, depth: frame.depth + 1 });
      x += width;
    }
  }
  if (all.length <= MAX_FRAMES) return { frames: all, leftOut };
  const least = all.map(({ width }) => width).sort((a, b) => b - a)[MAX_FRAMES] ?? 0;
  // Children are never wider than their parent, so none remains without it.
  const frames = all.filter(({ width }) => width > least);
  return { frames, leftOut: leftOut + all.length - frames.length };
}

function percentOf(value: number, total: number): string {
  return total === 0 ? '' : ` ${(100 * value / total).toFixed(1)} %`;
}

function signed(value: number, unit: string): string {
  return `${value > 0 ? '+' : ''}${valueText(value, unit)}`;
}

function kindWords({ kind, sure }: DiffFlameNode): string {
  return sure === 'noise' ? `${kind}, within noise` : kind;
}

function largestDelta(root: DiffFlameNode): number {
  let most = 0;
  const queue = [root];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    most = Math.max(most, Math.abs(node.delta));
    queue.push(...node.children);
  }
  return most;
}

/** Returns a warm colour by package, as on the page. */
function packageColour(name: string): string {
  const slash = name.lastIndexOf('/');
  const end = name.indexOf('.', slash + 1);
  const group = end < 0 ? name : name.slice(0, end);
  let hash = 0;
  for (let i = 0; i < group.length; i++) hash = (Math.imul(hash, 31) + group.charCodeAt(i)) | 0;
  return `hsl(${20 + Math.abs(hash % 40)}, 75%, ${68 + Math.abs((hash >> 8) % 14)}%)`;
}

const LIGHTEST = 90;
const STRONGEST = 58;

function changeColour({ delta, sure }: DiffFlameNode, most: number): string {
  if (delta === 0 || most === 0 || sure === 'noise') return '#dddddd';
  const lightness = LIGHTEST - (LIGHTEST - STRONGEST) * Math.sqrt(Math.abs(delta) / most);
  return `hsl(${delta < 0 ? 210 : 28}, 85%, ${lightness.toFixed(0)}%)`;
}
