import { describe, expect, it } from 'vitest';
import { drawTree, foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { loadProfile, unwrap } from '../../../testdata/profiles/oracles.ts';
import type { FlameNode } from '../../../core/contract/contract.ts';
import { flameSvg } from '../reports/flameSvg.ts';
import { folded } from '../reports/flameFolded.ts';
import { speedscope } from '../reports/flameSpeedscope.ts';
import { flameGraph } from './stackTree.ts';
import { top } from '../query/top.ts';

const say = (node: FlameNode): string => `${node.value} ${node.self}`;

describe('flameGraph', () => {
  it('adds stacks up from the root, inlined frames included', () => {
    const graph = unwrap(
      flameGraph(foldedProfile('main;run;read 3\nmain;run+step;parse 4\nmain;run 2\n- 1'), { sampleType: 'samples' })
    );
    expect(drawTree(graph.root, say)).toEqual([
      'root 10 1', '  main 9 0', '    run 9 2', '      read 3 3', '      step 4 0', '        parse 4 4',
    ]);
    expect(graph).toMatchObject({ unit: 'count', sampleType: 'samples', total: 10, nodes: 6, culledNodes: 0 });
  });

  it('has signed sums where values are negative, in its files too', () => {
    const profile = foldedProfile('main;fill 120\nmain;flush -200\nmain;cache 5');
    const graph = unwrap(flameGraph(profile, { sampleType: 'samples' }));
    expect(drawTree(graph.root, ({ value, net }) => `${value} ${net}`)).toEqual(
      ['root 325 -75', '  main 325 -75', '    cache 5 5', '    fill 120 120', '    flush 200 -200']
    );
    expect(unwrap(folded(graph.root))).toContain('main;flush -200\n');
    const file = JSON.parse(unwrap(speedscope(graph, 'delta'))) as { profiles: { name: string; weights: number[] }[] };
    expect(file.profiles.map(({ name, weights }) => [name, weights])).toEqual(
      [['samples, increase', [5, 120]], ['samples, decrease', [200]]]
    );
    expect(flameSvg(graph, 'delta')).toMatch(/samples: −?-?75 net, 325 by magnitude/);
    expect(unwrap(flameGraph(foldedProfile('main 1'), { sampleType: 'samples' })).root).not.toHaveProperty('net');
  });

  it('counts the frames it cuts, each with what is below it as one', () => {
    const graph = unwrap(flameGraph(foldedProfile('main;a;b 1\nmain;c 99'), { sampleType: 'samples', minRatio: 0.02 }));
    expect(drawTree(graph.root, say)).toEqual(['root 100 0', '  main 100 0', '    c 99 99']);
    expect(graph).toMatchObject({ nodes: 3, culledNodes: 1 });
  });

  it('shows what was cut when its caller is zoomed into, and says when there is no such stack', () => {
    const profile = foldedProfile('main;a+in;b 1\nmain;a+in;c 3\nmain;a 2\nmain;d 994\nother;a+in;b 5');
    const question = { sampleType: 'samples', minRatio: 0.02 };
    expect(unwrap(flameGraph(profile, question))).toMatchObject({ nodes: 3, culledNodes: 2 });
    const zoomed = unwrap(flameGraph(profile, { ...question, zoom: ['main', 'a'] }));
    expect(drawTree(zoomed.root, say)).toEqual(['a 6 2', '  in 4 0', '    b 1 1', '    c 3 3']);
    expect(zoomed).toMatchObject({ total: 1005, nodes: 4, culledNodes: 0 });
    expect(flameGraph(profile, { zoom: ['main', 'nowhere'] }))
      .toMatchObject({ ok: false, error: { errorType: 'not_found' } });
  });

  it('draws the 100,000 widest frames of more, and counts the others', () => {
    const wide = Array.from(
      { length: 400 }, (_, i) => Array.from({ length: 300 }, (_unused, j) => `main;a${i};b${j} ${j + 1}`).join('\n')
    ).join('\n');
    const graph = unwrap(flameGraph(foldedProfile(wide), { sampleType: 'samples' }));
    expect(graph).toMatchObject(
      { nodes: 100_000, culledNodes: 1 + 1 + 400 + 400 * 300 - 100_000, root: { value: 400 * 150 * 301 } }
    );
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

  it('cuts a stack of 10,000 frames where JSON can still carry it', async () => {
    const graph = unwrap(flameGraph(await loadProfile('malformed/valid-deep-10000.pb.gz'), {}));
    expect(graph).toMatchObject({ nodes: 1001, culledNodes: 1 });
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
