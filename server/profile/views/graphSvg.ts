/**
 * Draws a call graph. Graphviz gets only sizes and numbers and returns positions; the SVG is written here, so that
 * names from a profile only pass through the escaping below. No script, no link, no style sheet.
 */
import type { CallGraph, GraphEdge, GraphNode } from './callGraph.ts';
import { dotOf, readPlain, type Box, type Curve, type Point } from './graphLayout.ts';
import { shortName } from './shortName.ts';
import { escaped } from '../../../core/text/xml.ts';

/** Texts of a cell: a number of a profile, or both sides of a pair. */
export interface CellWords<Cell> {
  /** Lines for a node, below its name. */
  own: (flat: Cell, cum: Cell) => string[];
  edge: (value: Cell) => string;
  /** Returns -1 to 1: the magnitude, and for a pair the direction. */
  score: (value: Cell) => number;
  size: (value: Cell) => number;
}

/** Converts `dot` text to Graphviz's `plain` text. */
export type Layout = (dot: string) => string;

export interface DrawnNode { lines: string[]; fontSize: number; width: number; height: number }

const MAX_LINE = 60;
const LINE_HEIGHT = 1.2;
/** Width of a letter relative to the font size; wide enough for common sans-serif fonts. */
const LETTER_WIDTH = 0.62;
const PADDING = 12;
const MARGIN = 12;
const EDGE_FONT = 12;
const HEADER_FONT = 13;

export function graphSvg<Head, Cell>(
  graph: CallGraph<Head, Cell>, header: string[], words: CellWords<Cell>, layout: Layout
): string {
  const drawn = drawnNodes(graph.nodes, words);
  const edgeTexts = graph.edges.map((edge) => words.edge(edge.value) + (edge.inline ? ' (inline)' : ''));
  const weights = graph.edges.map((edge) => Math.abs(words.score(edge.value)));
  const placed = readPlain(layout(dotOf(drawn, graph.edges.map((edge, row) => ({
    from: edge.from, to: edge.to, weight: weights[row] ?? 0, letters: edgeTexts[row]?.length ?? 0, fontSize: EDGE_FONT,
  })))));
  const headerHeight = header.length * HEADER_FONT * LINE_HEIGHT + MARGIN;
  const width = Math.ceil(
    Math.max(placed.width, ...header.map((line) => line.length * HEADER_FONT * LETTER_WIDTH)) + 2 * MARGIN
  );
  const height = Math.ceil(placed.height + headerHeight + 2 * MARGIN);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" `
      + `height="${height}" role="img" font-family="sans-serif" color="#555">`,
    `<title>${escaped(header[0] ?? 'Call graph')}</title>`,
    `<desc>${escaped(header.slice(1).join('. '))}</desc>`,
    ...header.map((line, row) => (
      `<text x="${MARGIN}" y="${number(MARGIN + HEADER_FONT * (1 + row * LINE_HEIGHT))}" `
        + `font-size="${HEADER_FONT}" fill="currentColor">${escaped(line)}</text>`
    )),
    `<g transform="translate(${MARGIN} ${number(headerHeight + MARGIN)})">`,
    ...graph.edges.map((edge, row) => (
      edgeSvg(graph, edge, placed.curves.get(`${edge.from} ${edge.to}`), { text: edgeTexts[row] ?? '', words })
    )),
    ...graph.nodes.map((node, row) => nodeSvg(node, drawn[row], placed.boxes[row], words)),
    '</g>',
    '</svg>',
  ];
  return parts.join('\n');
}

function drawnNodes<Cell>(nodes: GraphNode<Cell>[], words: CellWords<Cell>): DrawnNode[] {
  const largest = nodes.reduce((most, node) => Math.max(most, words.size(node.flat)), 0);
  return nodes.map((node) => {
    // Uses 8 to 24 points, by the square root of the own value, as in the reference.
    const fontSize = 8 + (largest === 0 ? 0 : Math.ceil(16 * Math.sqrt(words.size(node.flat) / largest)));
    const lines = [
      ...shortName(node.name).map((line) => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE - 1)}…` : line)),
      ...words.own(node.flat, node.cum)
    ];
    return {
      lines, fontSize,
      width: Math.max(...lines.map((line) => line.length)) * fontSize * LETTER_WIDTH + PADDING,
      height: lines.length * fontSize * LINE_HEIGHT + PADDING,
    };
  });
}

function nodeSvg<Cell>(
  node: GraphNode<Cell>, drawn: DrawnNode | undefined, box: Box | undefined, words: CellWords<Cell>
): string {
  if (drawn === undefined || box === undefined) return '';
  const { fill, stroke } = colours(words.score(node.cum));
  const top = box.y - (drawn.lines.length * drawn.fontSize * LINE_HEIGHT) / 2;
  const texts = drawn.lines.map((line, row) => (
    `<text x="${number(box.x)}" y="${number(top + drawn.fontSize * (1 + row * LINE_HEIGHT))}" `
      + `font-size="${drawn.fontSize}" text-anchor="middle" fill="#1a1a1a">${escaped(line)}</text>`
  ));
  return [
    `<g class="node" data-function="${escaped(node.name)}">`,
    `<title>${escaped([node.name, ...words.own(node.flat, node.cum)].join(' '))}</title>`,
    `<rect x="${number(box.x - box.width / 2)}" y="${number(box.y - box.height / 2)}" `
      + `width="${number(box.width)}" height="${number(box.height)}" rx="3" fill="${fill}" stroke="${stroke}"/>`,
    ...texts,
    '</g>',
  ].join('');
}

function edgeSvg<Head, Cell>(
  graph: CallGraph<Head, Cell>, edge: GraphEdge<Cell>, curve: Curve | undefined,
  { text, words }: { text: string; words: CellWords<Cell> },
): string {
  if (curve === undefined) return '';
  const score = words.score(edge.value);
  const { stroke } = colours(score);
  const width = 1 + Math.min(5, Math.trunc(Math.abs(score) * 5));
  const [first, ...others] = curve.points;
  if (first === undefined) return '';
  const path = `M${pair(first)} C${others.map(pair).join(' ')}`;
  const [caller, callee] = [graph.nodes[edge.from]?.name ?? '', graph.nodes[edge.to]?.name ?? ''];
  const names = `${caller} ${edge.residual ? '…' : '→'} ${callee}`;
  const label = curve.label === null ? '' : (
    `<text x="${number(curve.label.x)}" y="${number(curve.label.y + EDGE_FONT / 3)}" font-size="${EDGE_FONT}" `
      + `text-anchor="middle" fill="currentColor">${escaped(text)}</text>`
  );
  return [
    '<g class="edge">', `<title>${escaped(`${names}: ${text}`)}</title>`,
    `<path d="${path}" fill="none" stroke="${stroke}" `
      + `stroke-width="${width}"${edge.residual ? ' stroke-dasharray="2 4"' : ''}/>`,
    arrow(others.at(-2) ?? first, others.at(-1) ?? first, width, stroke), label, '</g>',
  ].join('');
}

function arrow(before: Point, end: Point, width: number, colour: string): string {
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1;
  const x = (end.x - before.x) / length;
  const y = (end.y - before.y) / length;
  const long = 7 + width;
  const wide = 3 + width / 2;
  const back = { x: end.x - x * long, y: end.y - y * long };
  const points = [end, { x: back.x - y * wide, y: back.y + x * wide }, { x: back.x + y * wide, y: back.y - x * wide }];
  return `<polygon points="${points.map(pair).join(' ')}" fill="${colour}"/>`;
}

type Rgb = readonly [number, number, number];
const GREY: Rgb = [140, 140, 140];
const ORANGE: Rgb = [200, 85, 0];
const BLUE: Rgb = [0, 95, 170];
const PALE = 0.82;

/** Grey to orange for more, grey to blue for less; safe for color-blind readers. */
function colours(score: number): { fill: string; stroke: string } {
  const strength = Math.min(1, Math.abs(score)) ** 0.4;
  const end = score < 0 ? BLUE : ORANGE;
  const mixed = GREY.map((channel, i) => channel + ((end[i] ?? 0) - channel) * strength);
  const hex = (channels: number[]): string => (
    `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
  );
  return { fill: hex(mixed.map((channel) => channel + (255 - channel) * PALE)), stroke: hex(mixed) };
}

function pair(point: Point): string {
  return `${number(point.x)},${number(point.y)}`;
}

function number(value: number): string {
  return String(Math.round(value * 10) / 10);
}
