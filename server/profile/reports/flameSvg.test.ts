import { describe, expect, it } from 'vitest';
import type { DiffFlameGraph, FlameGraph } from '../../../core/contract/contract.ts';
import { foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { loadProfile, unwrap } from '../../../testdata/profiles/oracles.ts';
import { diffFlameGraph } from '../diff/diff.ts';
import { diffFolded, folded } from './flameFolded.ts';
import { diffFlameSvg, flameSvg, SVG_MIN_RATIO } from './flameSvg.ts';
import { pairOf } from '../query/pair.ts';
import { flameGraph } from '../tree/stackTree.ts';

const STACKS = 'main;run;work 6\nmain;run 2\nmain;<b>&"x";deep 4';

async function seedDiff(): Promise<DiffFlameGraph> {
  const sides = [
    await loadProfile('seed-wal/before.cpu.pb.gz'), await loadProfile('seed-wal/after.cpu.pb.gz'),
  ].map((profile) => [{ profile }]);
  return unwrap(
    diffFlameGraph(unwrap(pairOf(sides[0] ?? [], sides[1] ?? [], 'cpu', 'none')), { minRatio: SVG_MIN_RATIO })
  );
}

describe('a flame graph as SVG', () => {
  it('escapes names and titles, and refers to nothing outside itself', () => {
    const svg = flameSvg(unwrap(flameGraph(foldedProfile(STACKS), {})), '<script>alert(1)</script>');
    expect(svg).toContain('&#60;b&#62;&#38;&#34;x&#34;');
    expect(svg).not.toMatch(/<script|<b>|href|url\(|<style|<foreignObject| on\w+=/i);
    expect(svg.match(/https?:[^"]*/g)).toEqual(['http://www.w3.org/2000/svg']);
  });

  it('says units and shares in words, and how many frames were omitted', () => {
    const svg = flameSvg(
      unwrap(
        flameGraph(
          foldedProfile(`${STACKS}\nmain;tiny 0.001`.replace('0.001', '1').replaceAll(/ (\d)$/gm, ' $1000')), {}
        )
      ),
      'x'
    );
    expect(svg).toMatch(/<title>work: .+ 46\.2 %, own .+<\/title>/);
    const narrow: FlameGraph = { unit: 'count', sampleType: 'samples', total: 5000, nodes: 3, culledNodes: 7, root: {
      name: 'root', value: 5000, self: 0, children: [
        { name: 'wide', value: 4999, self: 4999, children: [] }, { name: 'narrow', value: 1, self: 1, children: [] },
      ],
    } };
    expect(flameSvg(narrow, 'x')).toContain('8 narrower frames are omitted.');
    expect(flameSvg(narrow, 'x')).not.toContain('narrow:');
  });

  it('of a diff has both sides, the legend in words, and blue for less', async () => {
    const svg = diffFlameSvg(await seedDiff(), 'before -> after');
    expect(svg).toContain('75.2 s before, 51 s after');
    expect(svg).toContain('Blue: less than before. Orange: more.');
    expect(svg).toMatch(/runtime\.scanobject: .* -&#62; .*, shrunk<\/title><rect [^>]*fill="hsl\(210,/);
  });

  it('draws at most 5,000 frames of any graph, each inside the one it was called by', () => {
    const children = Array.from(
      { length: 100 },
      (_, i) => ({
        name: `f${i}`, value: 1200, self: 0,
        children: Array.from({ length: 100 }, (_each, j) => ({ name: `g${j}`, value: 12, self: 12, children: [] })),
      })
    );
    const svg = flameSvg(
      {
        unit: 'count', sampleType: 'samples', total: 120_000, nodes: 0, culledNodes: 0,
        root: { name: 'root', value: 120_000, self: 0, children },
      },
      'x'
    );
    expect((svg.match(/<rect/g) ?? []).length).toBeLessThanOrEqual(5001);
  });
});

describe('folded stacks', () => {
  it('are the own values under their path, with semicolons of names made colons', () => {
    const graph = unwrap(flameGraph(foldedProfile('main;run;work 6\nmain;run 2'), { sampleType: 'samples' }));
    expect(unwrap(folded(graph.root)).trim().split('\n').sort()).toEqual(['main;run 2', 'main;run;work 6']);
    expect(
      unwrap(
        folded({ name: 'root', value: 1, self: 0, children: [{ name: 'a;b\nc', value: 1, self: 1, children: [] }] })
      )
    ).toBe('a:b c 1\n');
  });

  it('add up to the total of each side', async () => {
    const graph = await seedDiff();
    const whole = unwrap(
      pairOf(
        [{ profile: await loadProfile('seed-wal/before.cpu.pb.gz') }],
        [{ profile: await loadProfile('seed-wal/after.cpu.pb.gz') }], 'cpu', 'none'
      )
    );
    const lines = unwrap(diffFolded(unwrap(diffFlameGraph(whole, {})).root)).trim().split('\n')
      .map((line) => line.split(' ').slice(-2).map(Number));
    expect(lines.reduce((sum, [before = 0]) => sum + before, 0)).toBe(graph.totals.before);
    expect(lines.reduce((sum, [, after = 0]) => sum + after, 0)).toBe(graph.totals.after);
  });
});
