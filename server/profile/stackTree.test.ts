import { describe, expect, it } from 'vitest';
import { drawTree, foldedProfile } from '../testdata/profiles/foldedProfile.ts';
import { loadProfile, unwrap } from '../testdata/profiles/oracles.ts';
import type { FlameNode } from '../api/contract.ts';
import { flameGraph } from './stackTree.ts';
import { top } from './top.ts';

const say = (node: FlameNode): string => `${node.value} ${node.self}`;

describe('flameGraph', () => {
  it('adds stacks up from the root, inlined frames included', () => {
    const graph = unwrap(flameGraph(foldedProfile('main;run;read 3\nmain;run+step;parse 4\nmain;run 2\n- 1'), { sampleType: 'samples' }));
    expect(drawTree(graph.root, say)).toEqual([
      'root 10 1', '  main 9 0', '    run 9 2', '      read 3 3', '      step 4 0', '        parse 4 4',
    ]);
    expect(graph).toMatchObject({ unit: 'count', sampleType: 'samples', total: 10, nodes: 6, culledNodes: 0 });
  });

  it('counts the nodes it leaves out', () => {
    const graph = unwrap(flameGraph(foldedProfile('main;a;b 1\nmain;c 99'), { sampleType: 'samples', minRatio: 0.02 }));
    expect(drawTree(graph.root, say)).toEqual(['root 100 0', '  main 100 0', '    c 99 99']);
    expect(graph).toMatchObject({ nodes: 3, culledNodes: 2 });
  });

  it('draws a saved difference by the size of its values', () => {
    const graph = unwrap(flameGraph(foldedProfile('main;a 5\nmain;b -3'), { sampleType: 'samples' }));
    expect(drawTree(graph.root, say)).toEqual(['root 8 0', '  main 8 0', '    a 5 5', '    b 3 3']);
    expect(graph.total).toBe(8);
  });

  it('is one node for an empty profile and for a filter that matches nothing', async () => {
    const empty = unwrap(flameGraph(await loadProfile('malformed/valid-no-samples.pb.gz'), {}));
    expect(empty).toMatchObject({ total: 0, nodes: 1, root: { value: 0, self: 0, children: [] } });
    const nothing = unwrap(flameGraph(foldedProfile('main;a 5'), { sampleType: 'samples', focus: 'nowhere' }));
    expect(nothing).toMatchObject({ total: 5, nodes: 1, root: { value: 0 } });
  });

  it('cuts a stack of 10,000 frames where JSON can still carry it, and counts the rest', async () => {
    const graph = unwrap(flameGraph(await loadProfile('malformed/valid-deep-10000.pb.gz'), {}));
    expect(graph.nodes + graph.culledNodes).toBe(10_001);
    expect(JSON.parse(JSON.stringify(graph))).toEqual(graph);
    expect(structuredClone(graph).nodes).toBe(graph.nodes);
  });

  it('has the flat values of top in its own parts, for every name', async () => {
    const profile = await loadProfile('goprofiles/before/recursion.cpu.pb.gz');
    const own = new Map<string, number>();
    const collect = (node: FlameNode): void => {
      own.set(node.name, (own.get(node.name) ?? 0) + node.self);
      node.children.forEach(collect);
    };
    collect(unwrap(flameGraph(profile, {})).root);
    for (const row of unwrap(top(profile, {})).rows) expect(own.get(row.function), row.function).toBe(row.flat);
  });
});
