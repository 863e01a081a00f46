import { describe, expect, it } from 'vitest';
import { foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { loadProfile, unwrap } from '../../../testdata/profiles/oracles.ts';
import { readDot, viewText } from '../../../testdata/profiles/pprofText.ts';
import { callGraph, DEFAULT_LIMITS, type CallGraph } from './callGraph.ts';
import { pairOf } from '../query/pair.ts';
import { pairSubjectOf, subjectOf } from './subject.ts';

function drawn<Head, Cell>(graph: CallGraph<Head, Cell>, number: (cell: Cell) => number): ReturnType<typeof readDot> {
  const name = (row: number): string => graph.nodes[row]?.name ?? '';
  return {
    nodes: graph.nodes.map((node) => `${node.name} ${number(node.flat)} ${number(node.cum)}`),
    edges: graph.edges.map((edge) => `${name(edge.from)} ${edge.residual ? '...' : '->'} ${name(edge.to)} `
      + `${number(edge.value)}${edge.inline ? ' inline' : ''}`),
    dropped: [graph.droppedNodes, graph.droppedEdges, graph.nodesOf],
  };
}

describe('nodes and edges are those of go tool pprof -dot, in its order', () => {
  it.each([
    ['seed-before.dot.txt', 'seed-wal/before.cpu.pb.gz', 30, undefined],
    ['recursion.dot.txt.gz', 'goprofiles/before/recursion.cpu.pb.gz', 80, undefined],
    ['labels.dot.txt.gz', 'goprofiles/before/labels.cpu.pb.gz', 40, undefined],
    ['heap.dot.txt.gz', 'seed-wal/before.heap.pb.gz', 12, 'alloc_space'],
    ['live-heap.dot.txt.gz', 'live/heap-2.pb.gz', 80, 'inuse_space'],
    ['medium.dot.txt.gz', 'synthetic/medium-before.pb.gz', 80, undefined],
  ])('%s', async (file, name, nodeCount, sampleType) => {
    const subject = unwrap(subjectOf(await loadProfile(name), sampleType === undefined ? {} : { sampleType }));
    const ours = drawn(callGraph(subject, { ...DEFAULT_LIMITS, nodeCount }), (value) => value);
    const theirs = readDot(viewText(file));
    expect(theirs.nodes.length).toBeGreaterThanOrEqual(5);
    expect(ours).toEqual(theirs);
  });

  it('of a diff, where all nodes above the cutoff are shown', async () => {
    const pair = unwrap(
      pairOf(
        [{ profile: await loadProfile('seed-wal/before.cpu.pb.gz') }],
        [{ profile: await loadProfile('seed-wal/after.cpu.pb.gz') }], 'cpu', 'none'
      )
    );
    const ours = drawn(
      callGraph(unwrap(pairSubjectOf(pair, {})), { ...DEFAULT_LIMITS, nodeCount: 0 }), ({ delta }) => delta
    );
    const theirs = readDot(viewText('seed-diff.dot.txt.gz'));
    expect(theirs.nodes.length).toBeGreaterThan(50);
    // Ignores the order: the reference's is random where values are negative.
    expect({ ...ours, nodes: ours.nodes.toSorted(), edges: ours.edges.toSorted() })
      .toEqual({ ...theirs, nodes: theirs.nodes.toSorted(), edges: theirs.edges.toSorted() });
  });
});

describe('call graph', () => {
  it('of a diff shows the function with the largest change, however few nodes are asked for', async () => {
    const pair = unwrap(
      pairOf(
        [{ profile: await loadProfile('seed-wal/before.cpu.pb.gz') }],
        [{ profile: await loadProfile('seed-wal/after.cpu.pb.gz') }], 'cpu', 'none'
      )
    );
    const names = callGraph(
      unwrap(pairSubjectOf(pair, {})), { ...DEFAULT_LIMITS, nodeCount: 12 }
    ).nodes.map((node) => node.name);
    expect(names)
      .toEqual(expect.arrayContaining(['runtime.scanobject', 'github.com/prometheus/tsdb.(*memSeries).append']));
  });

  it('without what went down has no function whose delta is negative, as drop_negative of the reference', async () => {
    const pair = unwrap(
      pairOf(
        [{ profile: await loadProfile('seed-wal/before.cpu.pb.gz') }],
        [{ profile: await loadProfile('seed-wal/after.cpu.pb.gz') }], 'cpu', 'none'
      )
    );
    const subject = unwrap(pairSubjectOf(pair, {}));
    const all = callGraph(subject, { nodeCount: 0, nodeFraction: 0, edgeFraction: 0 });
    const grown = callGraph(subject, { nodeCount: 0, nodeFraction: 0, edgeFraction: 0, dropNegative: true });
    const isNegative = ({ flat, cum }: { flat: { delta: number }; cum: { delta: number } }): boolean =>
      flat.delta < 0 || (flat.delta === 0 && cum.delta < 0);
    expect(all.nodes.some(isNegative)).toBe(true);
    expect(grown.nodes.length).toBeGreaterThan(20);
    expect(grown.nodes.map(({ name }) => name).toSorted())
      .toEqual(all.nodes.filter((node) => !isNegative(node)).map(({ name }) => name).toSorted());
  });

  it('shows all of a small profile, and dropped frames as dotted edges', () => {
    const subject = unwrap(
      subjectOf(foldedProfile('main;a;tiny;b 1000\nmain;a 500\nmain;tiny 1'), { sampleType: 'samples' })
    );
    expect(drawn(callGraph(subject, { nodeCount: 0, nodeFraction: 0, edgeFraction: 0 }), (value) => value).edges)
      .toEqual(['main -> a 1500', 'a -> tiny 1000', 'tiny -> b 1000', 'main -> tiny 1']);
    const few = callGraph(subject, { nodeCount: 3, nodeFraction: 0, edgeFraction: 0 });
    expect(few.nodes).toHaveLength(3);
    expect(few.nodesOf).toBe(4);
    expect(few.edges.some((edge) => edge.residual)).toBe(true);
  });

  it('is empty for an empty profile', () => {
    expect(callGraph(unwrap(subjectOf(foldedProfile('main 0'), {})), DEFAULT_LIMITS))
      .toMatchObject({ nodes: [], edges: [], nodesOf: 0 });
  });
});
