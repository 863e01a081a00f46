/**
 * Builds the call graph with the nodes and edges that `go tool pprof -dot` selects:
 * https://github.com/google/pprof/blob/main/internal/report/report.go, newTrimmedGraph, and internal/graph/graph.go.
 * For a diff it selects by the deltas, like `-diff_base`. Sums are doubles, exact below 2^53.
 */
import { GraphBuilder, type BuiltGraph, type BuiltNode } from './graphBuilder.ts';
import { compareNames } from '../query/question.ts';
import type { Subject } from './subject.ts';

export interface GraphLimits {
  /** Maximum of nodes; 0 = all. */
  nodeCount: number;
  /** Drops nodes with less cum than this share of the sum of flats. */
  nodeFraction: number;
  /** The same for edges. */
  edgeFraction: number;
  /** Drops names like the reference's drop_negative: flat below 0 or, if flat is 0, cum below 0. */
  dropNegative?: boolean;
}

export const DEFAULT_LIMITS: GraphLimits = { nodeCount: 80, nodeFraction: 0.005, edgeFraction: 0.001 };

export interface GraphNode<Cell> { name: string; file: string; flat: Cell; cum: Cell }
/** `from`, `to`: rows of `nodes`. `residual`: over hidden frames. `inline`: the callee was inlined each time. */
export interface GraphEdge<Cell> { from: number; to: number; value: Cell; residual: boolean; inline: boolean }

export interface CallGraph<Head, Cell> {
  head: Head;
  /** Most informative first. */
  nodes: GraphNode<Cell>[];
  /** Heaviest first. */
  edges: GraphEdge<Cell>[];
  /** Sum of the flats of the shown nodes. */
  shown: Cell;
  nodesOf: number;
  droppedNodes: number;
  droppedEdges: number;
  nodeCutoff: number;
  edgeCutoff: number;
}

/** Builds the graph; an empty profile has no nodes. */
export function callGraph<Head, Cell>(subject: Subject<Head, Cell>, limits: GraphLimits): CallGraph<Head, Cell> {
  const builder = new GraphBuilder(subject);
  const isShown = ({ flat, cum }: { flat: number; cum: number }): boolean =>
    limits.dropNegative !== true || !(flat < 0 || (flat === 0 && cum < 0));
  const totals = builder.totals().filter(isShown);
  const total = totals.reduce((sum, node) => sum + node.flat, 0);
  const nodeCutoff = Math.abs(Math.trunc(total * limits.nodeFraction));
  const edgeCutoff = Math.abs(Math.trunc(total * limits.edgeFraction));
  const heavy = totals.filter((node) => Math.abs(node.cum) >= nodeCutoff);
  const droppedNodes = totals.length - heavy.length;
  let graph = builder.build(heavy);
  const nodesOf = graph.nodes.length;
  sortByEntropy(graph.nodes, subject.names.names);
  if (limits.nodeCount > 0) {
    trimEdges(graph, edgeCutoff);
    const kept = graph.nodes.slice(0, maxNodes(graph.nodes, limits.nodeCount, builder, nodeCutoff));
    if (kept.length !== graph.nodes.length) {
      graph = builder.build(kept);
      sortByEntropy(graph.nodes, subject.names.names);
    }
  }
  const droppedEdges = trimEdges(graph, edgeCutoff);
  removeRedundantEdges(graph, subject.names.names);
  return { ...described(subject, graph), nodesOf, droppedNodes, droppedEdges, nodeCutoff, edgeCutoff };
}

function described<Head, Cell>(
  subject: Subject<Head, Cell>, graph: BuiltGraph
): Pick<CallGraph<Head, Cell>, 'head' | 'nodes' | 'edges' | 'shown'> {
  const { names } = subject;
  const row = new Map(graph.nodes.map((node, index) => [node.slot, index]));
  const edges = graph.nodes.flatMap((node) => [...node.out.values()]);
  return {
    head: subject.head,
    nodes: graph.nodes.map((node) => ({
      name: names.names[node.slot] ?? '', file: names.files[node.slot] ?? '',
      flat: subject.cell(node.flats), cum: subject.cell(node.cums),
    })),
    edges: sortEdges(edges, names.names).map((edge) => ({
      from: row.get(edge.from.slot) ?? 0, to: row.get(edge.to.slot) ?? 0,
      value: subject.cell(edge.values), residual: edge.residual, inline: edge.inline,
    })),
    shown: subject.cell(
      subject.columns.map((_, column) => graph.nodes.reduce((sum, node) => sum + (node.flats[column] ?? 0), 0))
    ),
  };
}

type Edge = BuiltNode['out'] extends Map<number, infer E> ? E : never;

function sortEdges(edges: Edge[], names: string[]): Edge[] {
  return edges.sort((a, b) => Math.abs(b.value) - Math.abs(a.value)
    || compareNames(names[a.from.slot] ?? '', names[b.from.slot] ?? '')
    || compareNames(names[a.to.slot] ?? '', names[b.to.slot] ?? ''));
}

/** Counts the label boxes at a node as nodes, at most four each. */
function maxNodes(
  nodes: BuiltNode[], nodeCount: number, builder: { tagsOf(node: BuiltNode, cutoff: number): number }, cutoff: number
): number {
  let count = 0;
  for (const [index, node] of nodes.entries()) {
    count += Math.min(builder.tagsOf(node, cutoff), MAX_NODELETS) + 1;
    if (count >= nodeCount) return Math.min(index + 1, nodes.length);
  }
  return Math.min(nodeCount, nodes.length);
}

const MAX_NODELETS = 4;

function sortByEntropy(nodes: BuiltNode[], names: string[]): void {
  const score = new Map(nodes.map((node) => [node, entropyScore(node)]));
  nodes.sort((a, b) => (score.get(b) ?? 0) - (score.get(a) ?? 0)
    || compareNames(names[a.slot] ?? '', names[b.slot] ?? '') || Math.abs(b.flat) - Math.abs(a.flat));
}

/**
 * Scores high for nodes where paths split or join, low for those that only pass on their one caller's value. Uses
 * magnitudes: pprof's own sum is NaN for negative or zero values, so its choice in a diff is arbitrary.
 */
function entropyScore(node: BuiltNode): number {
  const score = (node.in.size === 0 ? 1 : edgeEntropy(node.in, 0))
    + (node.out.size === 0 ? 1 : edgeEntropy(node.out, node.flat));
  return Math.trunc(score * Math.abs(node.cum)) + Math.abs(node.flat);
}

function edgeEntropy(edges: Map<number, Edge>, self: number): number {
  const sizes = [...edges.values()].map((edge) => Math.abs(edge.value)).concat(Math.abs(self))
    .filter((size) => size > 0);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return sizes.reduce((score, size) => score - (size / total) * Math.log2(size / total), 0);
}

function trimEdges(graph: BuiltGraph, cutoff: number): number {
  let dropped = 0;
  for (const node of graph.nodes) {
    for (const [from, edge] of node.in) {
      if (Math.abs(edge.value) >= cutoff) continue;
      node.in.delete(from);
      edge.from.out.delete(node.slot);
      dropped++;
    }
  }
  return dropped;
}

/** Removes edges over hidden frames if another path leads to the same node, lightest first. */
function removeRedundantEdges(graph: BuiltGraph, names: string[]): void {
  for (const node of graph.nodes.toReversed()) {
    for (const edge of sortEdges([...node.in.values()], names).reverse()) {
      // Keeps edges heavier than a direct call.
      if (!edge.residual) break;
      if (!isRedundant(edge)) continue;
      edge.from.out.delete(edge.to.slot);
      edge.to.in.delete(edge.from.slot);
    }
  }
}

function isRedundant(edge: Edge): boolean {
  const seen = new Set([edge.to]);
  const queue = [edge.to];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    for (const other of node.in.values()) {
      if (other === edge || seen.has(other.from)) continue;
      if (other.from === edge.from) return true;
      seen.add(other.from);
      queue.push(other.from);
    }
  }
  return false;
}
