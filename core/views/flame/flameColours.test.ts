import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AREA_RULES, SYSTEM_RULES } from '../../profile/subsystemRules.ts';
import type { DiffKind } from '../../contract/contract.ts';
import {
  diffLegend, diffShade, familyColours, isNoise, ownShade, relativeChange, subsystemOf,
} from './flameColours.ts';
import type { Frame } from './flameGraphData.ts';

function diffFrame(before: number, after: number, kind: DiffKind = 'same'): Frame {
  return {
    key: 1, parentKey: 0, childKeys: [], depth: 1, name: 'f', width: 1,
    weight: { mode: 'diff', before, after, selfBefore: 0, selfAfter: 0, kind },
  };
}

const even = { before: 100, after: 100 };
const halved = { before: 100, after: 50 };

describe('diffShade', () => {
  it.each([
    ['gone keeps its own shade', 10, 0, even, 'change', 'gone'],
    ['new has its own shade, with no division by the zero before', 0, 10, even, 'change', 'new'],
    ['nothing on both sides is the same', 0, 0, even, 'change', 'same'],
    ['a doubled trifle is grey, for its amount', 0.1, 0.2, even, 'change', 'same'],
    ['a trifle that is gone is grey too', 0.1, 0, even, 'change', 'same'],
    ['one percent of the total less', 100, 99, even, 'change', 'less-2'],
    ['a twentieth of the total less', 100, 95, even, 'change', 'less-3'],
    ['a third of the total less is the strongest', 90, 60, even, 'change', 'less-4'],
    ['a tenth of the total more, whatever it was before', 10, 20, even, 'change', 'more-4'],
    ['half the value of half the total is the same share', 20, 10, halved, 'share', 'same'],
    ['the same value of half the total is a tenth more of it', 10, 10, halved, 'share', 'more-4'],
    ['shares of an empty side are not known, so grey', 10, 5, { before: 100, after: 0 }, 'share', 'same'],
    ['a diff of nothing is grey', 0, 0, { before: 0, after: 0 }, 'change', 'same'],
  ] as const)('%s', (_, before, after, totals, by, shade) => {
    expect(diffShade(diffFrame(before, after), totals, by)).toBe(shade);
  });
});

describe('ownShade', () => {
  const own = (selfBefore: number, selfAfter: number, after = 20): Frame => ({
    ...diffFrame(30, after),
    weight: { mode: 'diff', before: 30, after, selfBefore, selfAfter, kind: 'shrunk' },
  });
  it('is that of the flat change, also against the direction of the whole frame', () => {
    expect([ownShade(own(5, 5), even, 'change'), ownShade(own(1, 5), even, 'change')]).toEqual(['same', 'more-3']);
  });
  it('is not gone while the function still calls others', () => {
    expect(ownShade(own(12, 0), even, 'change')).toBe('less-4');
    expect(ownShade(own(12, 0, 0), even, 'change')).toBe('gone');
  });
});

describe('diffLegend', () => {
  it('says the amount of each step in the unit of the profile', () => {
    const legend = diffLegend({ before: 50e9, after: 20e9 }, 'change', 'nanoseconds');
    expect(legend.map(({ words }) => words)).toEqual([
      'gone', '−5 s', '−1.5 s', '−500 ms', '−100 ms', 'under 100 ms, or noise', '+100 ms', '+500 ms', '+1.5 s',
      '+5 s', 'new',
    ].map((words) => expect.stringMatching(new RegExp(words.replace(/[+]/g, '\\+').replaceAll(' ', '\\s'))) as string));
  });
});

describe('a frame that the server calls noise', () => {
  const within = (before: number, after: number): Frame => ({
    ...diffFrame(before, after),
    weight: { mode: 'diff', before, after, selfBefore: 0, selfAfter: 0, kind: 'same', sure: 'noise' },
  });
  it('is grey whatever its change, gone and new too', () => {
    for (const [before, after] of [[10, 0], [0, 10], [20, 10]] as const)
      expect(diffShade(within(before, after), even, 'change')).toBe('same');
  });
  it('keeps its colour by share, of which the test says nothing', () => {
    expect(diffShade(within(10, 10), halved, 'share')).toBe('more-4');
    expect([isNoise(within(1, 2), 'change'), isNoise(within(1, 2), 'share'), isNoise(diffFrame(1, 2), 'change')])
      .toEqual([true, false, false]);
  });
});

describe('relativeChange', () => {
  it('stays within -1 and 1, with signs that cross zero too', () => {
    for (const [before, after] of [[0, 5], [5, 0], [-5, 5], [1, 1e12], [-3, -9]] as const) {
      expect(Math.abs(relativeChange(before, after, even, 'change') ?? NaN)).toBeLessThanOrEqual(1);
    }
  });
});

describe('subsystemOf', () => {
  it.each([
    ['runtime.scanobject', 'gc'], ['runtime.gcBgMarkWorker', 'gc'], ['runtime.(*gcWork).put', 'gc'],
    ['runtime.greyobject', 'gc'],
    ['runtime.mallocgc', 'allocation'], ['runtime.heapBitsSetType', 'allocation'], ['runtime.heapBits.next', 'gc'],
    ['runtime.memclrNoHeapPointers', 'allocation'], ['runtime.growslice', 'allocation'],
    ['runtime.findrunnable', 'scheduler'], ['runtime.futex', 'scheduler'],
    ['runtime.mapaccess1_fast64', 'runtime'], ['runtime/pprof.profileWriter', 'runtime'],
    ['syscall.Syscall6', 'system'], ['internal/poll.(*FD).Write', 'system'],
    ['encoding/binary.bigEndian.Uint16', 'library'], ['sort.Sort', 'library'], ['core::iter::next', 'library'],
    ['github.com/prometheus/tsdb.(*Head).append', 'package'], ['main.main', 'package'], ['(anonymous)', 'package'],
    ['', 'package'],
  ])('%s is %s', (name, subsystem) => expect(subsystemOf(name)).toBe(subsystem));
});

describe('familyColours', () => {
  function frame(name: string, flat: number): Frame {
    return {
      key: 0, parentKey: 0, childKeys: [], depth: 1, name, width: flat, weight: { mode: 'single', cum: flat, flat },
    };
  }

  it('gives the heaviest packages their own hue and the rest a common one', () => {
    const names = ['a.com/p.F', 'b.com/p.F', 'c.com/p.F', 'd.com/p.F', 'e.com/p.F'];
    const { variableOf, legend } = familyColours(names.map((name, i) => frame(name, 10 - i)));
    expect(names.map(variableOf)).toEqual(
      [1, 2, 3, 4].map((rank) => `--flame-package-${rank}`)
        .concat(expect.stringMatching(/^--flame-package-other/) as string)
    );
    expect(legend.map((entry) => entry.words)).toEqual(['a.com/p', 'b.com/p', 'c.com/p', 'd.com/p', 'other packages']);
  });

  it('gives the functions of a Prometheus the colour of their subsystem, as the strip has it', () => {
    const TSDB = 'github.com/prometheus/prometheus/tsdb';
    const names = [
      `${TSDB}.(*LeveledCompactor).write`, `${TSDB}.(*Head).loadWAL`, 'github.com/prometheus/prometheus/promql.f',
      'github.com/klauspost/compress/gzip.Read', 'runtime.scanobject',
    ];
    const { variableOf, legend } = familyColours(names.map((name, i) => frame(name, i + 1)));
    expect(names.map(variableOf)).toEqual([
      '--flame-compaction', '--flame-wal-replay', '--flame-query',
      expect.stringMatching(/^--flame-package-other/) as string, '--flame-gc',
    ]);
    expect(legend).toContainEqual({ variable: '--flame-compaction', words: 'Compaction and retention' });
    const css = readFileSync(new URL('../../look/flame.css', import.meta.url), 'utf8');
    for (const { id } of AREA_RULES) if (!SYSTEM_RULES.has(id)) expect(css).toContain(`--flame-${id}:`);
  });

  it('counts what the runtime does for a package as the package’s, so that ranks are those of the strip', () => {
    const stack = (key: number, parentKey: number | null, name: string, flat: number): Frame => (
      { ...frame(name, flat), key, parentKey, depth: key }
    );
    const frames = [
      { ...frame('all', 0), depth: 0 }, stack(1, 0, 'a.com/p.F', 1), stack(2, 1, 'runtime.memmove', 9),
      { ...stack(3, 0, 'b.com/p.F', 5), depth: 1 },
    ];
    expect(familyColours(frames).variableOf('a.com/p.F')).toBe('--flame-package-1');
    expect(familyColours(frames).variableOf('b.com/p.F')).toBe('--flame-package-2');
  });

  it('gives a package of the standard library its hue, and the network none, as the strip does', () => {
    const { variableOf } = familyColours(['encoding/json.decode', 'net/http.serve', 'a.com/p.F', 'sort.Sort']
      .map((name, i) => frame(name, 10 - i)));
    expect(variableOf('encoding/json.decode')).toBe('--flame-package-1');
    expect(variableOf('a.com/p.F')).toBe('--flame-package-2');
    expect(variableOf('net/http.serve')).toBe('--flame-system');
    expect(variableOf('sort.Sort')).toBe('--flame-library');
  });

  it('gives a hue to each module where the strip shows modules', () => {
    const names = Array.from({ length: 13 }, (_, i) => `github.com/x/big/p${i}.F`).concat('github.com/y/lone.F');
    const { variableOf, legend } = familyColours(names.map((name) => frame(name, 1)));
    expect(new Set(names.slice(0, 13).map(variableOf))).toEqual(new Set(['--flame-package-1']));
    expect(variableOf('github.com/y/lone.F')).toBe('--flame-package-2');
    expect(legend.map(({ words }) => words)).toEqual(['github.com/x/big', 'github.com/y/lone']);
  });

  it('takes the ranks of the strip, which counts also what is too small to draw', () => {
    const { variableOf } = familyColours(
      [frame('github.com/x/a/p.F', 9), frame('github.com/y/b/p.F', 8)],
      [{ id: 'gc' }, { id: 'module:github.com/y/b' }, { id: 'module:github.com/x/a' }]
    );
    expect(variableOf('github.com/y/b/p.F')).toBe('--flame-package-1');
    expect(variableOf('github.com/x/a/p.F')).toBe('--flame-package-2');
  });

  it('gives a part of a Prometheus without code of its own no hue of packages, which its strip has not', () => {
    const { variableOf } = familyColours([frame('github.com/klauspost/compress/gzip.Read', 9)], [{ id: 'scrape' }]);
    expect(variableOf('github.com/klauspost/compress/gzip.Read')).toMatch(/^--flame-package-other/);
  });

  it('ranks by itself where the strip has files, which frames do not name', () => {
    const { variableOf } = familyColours([frame('a.com/p.F', 9)], [{ id: 'package:lib/blocks.js' }]);
    expect(variableOf('a.com/p.F')).toBe('--flame-package-1');
  });

  it('lists only the subsystems that occur', () => {
    expect(familyColours([frame('runtime.scanobject', 3)]).legend)
      .toEqual([{ variable: '--flame-gc', words: 'garbage collection' }]);
  });
});
