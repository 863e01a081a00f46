import { describe, expect, it } from 'vitest';
import { foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { loadProfile, unwrap } from '../../../testdata/profiles/oracles.ts';
import { readDot, viewText } from '../../../testdata/profiles/pprofText.ts';
import { graphvizLayout } from '../../program/worker/profile/graphviz.ts';
import { diffGraph, graph } from './graphView.ts';
import { pairOf } from '../query/pair.ts';
import { shortName } from './shortName.ts';

const layout = await graphvizLayout();
const count = (svg: string, pattern: RegExp): number => [...svg.matchAll(pattern)].length;

describe('graph as SVG', () => {
  it('has every node and edge with its numbers', async () => {
    const svg = unwrap(graph(await loadProfile('seed-wal/before.cpu.pb.gz'), { nodecount: 30 }, layout));
    expect(svg).toContain('cpu: total 75.16s');
    expect(svg).toContain('30 of 67 nodes; nodes shown have 67.55s (89.9 %) of it');
    expect(svg).toContain('Dropped: 156 nodes below 375.80ms, 11 edges below 75.16ms');
    expect(count(svg, /<g class="node"/g)).toBe(30);
    expect(count(svg, /<g class="edge"/g)).toBe(readDot(viewText('seed-before.dot.txt')).edges.length);
    expect(svg).toContain('data-function="github.com/prometheus/tsdb.(*memSeries).append"');
    expect(svg).toContain('>of 39.25s (52.2 %)</text>');
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('of a diff says which way and by how much', async () => {
    const pair = unwrap(
      pairOf(
        [{ profile: await loadProfile('seed-wal/before.cpu.pb.gz') }],
        [{ profile: await loadProfile('seed-wal/after.cpu.pb.gz') }], 'cpu', 'none'
      )
    );
    const svg = unwrap(diffGraph(pair, {}, layout));
    expect(svg).toMatch(/cpu: 75\.16s → 51\.03s \S?32/);
    expect(svg).toContain('>own -7.14s</text>');
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('holds nothing but drawing, whatever names there are', () => {
    const evil = '<script>alert(1)</script>"\'&\u0000\ud800]]> onload=x \\" URL="javascript:x"';
    const profile = foldedProfile('main;b 1');
    profile.functions.forEach((row, i) => { row.name = `${evil}${i}`; });
    profile.sampleTypes.forEach((type) => { type.unit = '<b>"\\"'; type.type = evil; });
    const svg = unwrap(graph(profile, {}, layout));
    expect(new Set([...svg.matchAll(/<\/?([a-zA-Z]+)/g)].map((match) => match[1])))
      .toEqual(new Set(['svg', 'title', 'desc', 'text', 'g', 'path', 'polygon', 'rect']));
    expect(svg).not.toMatch(/<script|xlink|href=|\son\w+="/);
    expect([...svg].every((character) => character >= ' ' || character === '\n')).toBe(true);
    expect(count(svg, /<g class="node"/g)).toBe(2);
    // Every quote that is left belongs to an attribute of ours.
    expect(count(svg, /"/g) % 2).toBe(0);
  });

  it('says so when there is nothing to draw', () => {
    expect(unwrap(graph(foldedProfile('main 0'), {}, layout))).toContain('No sample is left to draw.');
  });
});

describe('short names', () => {
  it.each([
    ['github.com/prometheus/tsdb.(*Head).loadWAL.func1', 'tsdb|(*Head)|loadWAL|func1'],
    ['github.com/us/thing/v2/store.Open', 'store|Open'],
    ['runtime.mallocgc', 'runtime|mallocgc'],
    ['java.util.HashMap.getNode', 'HashMap|getNode'],
    ['(anonymous namespace)::folly::Future::then', 'Future|then'],
    ['main', 'main'],
  ])('%s', (name, lines) => {
    expect(shortName(name).join('|')).toBe(lines);
  });
});
