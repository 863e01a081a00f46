import { describe, expect, it } from 'vitest';
import type { Target } from '../../core/contract/contract.ts';
import { embedRequest, firstChoice, offeredCharts, offeredWidths, snippets, type EmbedChoice } from './embedForm.ts';

const now = 1_800_000_000;
const live = { name: 'prom', state: 'up', recorded: { start: now - 100_000, end: now } } as Target;
const recording = { name: 'rec', state: 'recorded', recorded: { start: 1_000, end: 2_000 } } as Target;
const choice: EmbedChoice = {
  panel: 'memory', frozen: false, liveSeconds: 3_600, theme: 'dark', expires: '30d', size: 'small',
};

describe('firstChoice', () => {
  it('is live with the width of the page for a relative window', () => {
    expect(firstChoice({ panel: 'gc-cpu' }, live, { kind: 'relative', seconds: 21_600 }, now))
      .toMatchObject({ frozen: false, liveSeconds: 21_600 });
  });
  it('is frozen for an absolute window', () => {
    expect(firstChoice({ panel: 'gc-cpu' }, live, { kind: 'absolute', start: now - 600, end: now }, now))
      .toMatchObject({ frozen: true, liveSeconds: 600 });
  });
  it('is frozen for a recording', () => {
    expect(firstChoice({ panel: 'gc-cpu' }, recording, null, now).frozen).toBe(true);
  });
  it('is not frozen for a profile, which does not change', () => {
    expect(firstChoice({ panel: 'flamegraph' }, recording, null, now).frozen).toBe(false);
  });
  it('offers the width of the page with the usual ones', () => {
    expect(offeredWidths(1_234.4)).toEqual([900, 1_234, 3_600, 21_600, 86_400]);
    expect(offeredWidths(3_600)).toEqual([900, 3_600, 21_600, 86_400]);
  });
});

describe('what of a page is shown', () => {
  it('is its panel or another chart of the page', () => {
    expect(offeredCharts({ panel: 'gc-cpu' })).toEqual(['gc-cpu', 'cpu-by-subsystem']);
    expect(offeredCharts({ panel: 'memory' })).toEqual(['memory']);
    expect(offeredCharts({ panel: 'diff' })).toEqual([]);
    const split = { ...choice, panel: 'cpu-by-subsystem' } as const;
    expect(embedRequest({ panel: 'gc-cpu' }, split, live, { range: null, now }))
      .toMatchObject({ panel: 'cpu-by-subsystem', target: 'prom', range: { last: '1h' } });
  });
});

describe('embedRequest', () => {
  it('has a relative window if live, an absolute one if frozen', () => {
    expect(
      embedRequest({ panel: 'memory' }, choice, live, { range: null, now })
    ).toEqual({ panel: 'memory', target: 'prom', theme: 'dark', expires: '30d', frozen: false, range: { last: '1h' } });
    expect(embedRequest({ panel: 'memory' }, { ...choice, frozen: true }, recording, { range: null, now })).toEqual({
      panel: 'memory', target: 'rec', theme: 'dark', expires: '30d', frozen: true,
      range: { start: 1_000, end: 2_001 },
    });
    const range = { kind: 'absolute', start: now - 600, end: now, asOf: now } as const;
    expect(embedRequest({ panel: 'memory' }, { ...choice, frozen: true }, live, { range, now: now + 60 }))
      .toMatchObject({ range: { start: now - 600, end: now, asOf: now } });
  });
  it('has neither target nor window for a diff', () => {
    const diff = { before: ['a'], after: ['b'], query: { sampleType: 'cpu' } };
    expect(embedRequest({ panel: 'diff', diff, title: 't' }, { ...choice, frozen: true }, live, { range: null, now }))
      .toEqual({ panel: 'diff', diff, title: 't', theme: 'dark', expires: '30d', frozen: true });
  });
});

describe('snippets', () => {
  const embed = {
    url: 'http://s/embed/T', imageUrl: 'http://s/embed/T.png', svgUrl: 'http://s/embed/T.svg',
    iframe: '<iframe src="http://s/embed/T" title="x" width="100%" height="380" style="border:0"></iframe>',
    markdown: '[![x](http://s/embed/T.png)](http://s/embed/T)',
  };
  it('have the chosen size', () => {
    expect(Object.fromEntries(snippets(embed, 'small').map(({ key, text }) => [key, text]))).toEqual({
      markdown: '[![x](http://s/embed/T.png?width=420)](http://s/embed/T)',
      iframe: '<iframe src="http://s/embed/T" title="x" width="420" height="260" style="border:0"></iframe>',
      url: 'http://s/embed/T', png: 'http://s/embed/T.png?width=420',
    });
  });
  it('have no frame if no browser would show it', () => {
    expect(snippets({ ...embed, iframe: null }, 'wide').map(({ key }) => key)).toEqual(['markdown', 'url', 'png']);
  });
});
