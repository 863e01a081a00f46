/**
 * Input and output of Graphviz: `dot` text with sizes only, and its `plain` format
 * (https://graphviz.org/docs/outputs/plain/).
 */
export interface Point { x: number; y: number }
export interface Box extends Point { width: number; height: number }
/** Control points of a cubic spline: one, then three for each piece. */
export interface Curve { points: Point[]; label: Point | null }
/** Layout in points, from the top left. Boxes by node, by their centre; curves by `from to`. */
export interface Placed { width: number; height: number; boxes: Box[]; curves: Map<string, Curve> }

const POINTS_PER_INCH = 72;

export function dotOf(
  nodes: { width: number; height: number }[],
  edges: { from: number; to: number; weight: number; letters: number; fontSize: number }[],
): string {
  const inches = (points: number): string => (points / POINTS_PER_INCH).toFixed(4);
  return [
    'digraph g {',
    'node [shape=box fixedsize=true label=""]',
    'edge [arrowhead=none]',
    ...nodes.map((node, row) => `n${row} [width=${inches(node.width)} height=${inches(node.height)}]`),
    // A placeholder as long as the real label.
    ...edges.map((edge) => (
      `n${edge.from} -> n${edge.to} [label="${'x'.repeat(edge.letters + 1)}" fontsize=${edge.fontSize} `
        + `weight=${1 + Math.min(100, Math.trunc(edge.weight * 100))}]`
    )),
    '}',
  ].join('\n');
}

export function readPlain(text: string): Placed {
  const placed: Placed = { width: 0, height: 0, boxes: [], curves: new Map() };
  for (const line of text.split(/\r?\n/)) {
    const words = line.split(' ');
    const point = (at: number): Point => ({ x: inPoints(words[at]), y: placed.height - inPoints(words[at + 1]) });
    if (words[0] === 'graph') {
      placed.width = inPoints(words[2]);
      placed.height = inPoints(words[3]);
    } else if (words[0] === 'node') {
      placed.boxes[rowOf(words[1])] = { ...point(2), width: inPoints(words[4]), height: inPoints(words[5]) };
    } else if (words[0] === 'edge') {
      const count = Number(words[3]);
      const points = Array.from({ length: count }, (_, i) => point(4 + 2 * i));
      const afterPoints = 4 + 2 * count;
      const label = words[afterPoints]?.startsWith('x') === true ? point(afterPoints + 1) : null;
      placed.curves.set(`${rowOf(words[1])} ${rowOf(words[2])}`, { points, label });
    }
  }
  return placed;
}

function inPoints(word: string | undefined): number {
  return Number(word) * POINTS_PER_INCH;
}

function rowOf(word: string | undefined): number {
  return Number(word?.slice(1));
}
