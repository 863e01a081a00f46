import { expect, test } from 'vitest';
import type { DiffTopRow } from '../../../core/contract/contract.ts';
import { claimMistakes } from '../../../core/finding.ts';
import { render } from '../../../core/text/parts.ts';
import { changesOf, functionsClaim } from './functionChanges.ts';

const MIB = 1024 ** 2;
const CPU = { unit: 'nanoseconds', sampleType: 'cpu', normalize: 'none' as const };
const HEAP = { unit: 'bytes', sampleType: 'inuse_space', normalize: 'none' as const };
const GREW = row('mapaccess', [1, 1.14]);
const FELL = row('RLock', [1, 0.9373]);
const LONG = 'std::map<int, std::vector<int, std::allocator<int> >, std::less<int> >::insert';

function row(name: string, [before, after]: [number, number]): DiffTopRow {
  const sides = { before, after, delta: after - before };
  return { function: name, file: '', flat: sides, cum: sides, sure: 'different', cumSure: 'different' } as DiffTopRow;
}

function scaled({ function: name, flat: { before, after } }: DiffTopRow, by: number): DiffTopRow {
  return row(name, [before * by, after * by]);
}

test.each([
  ['both directions', { ...CPU, unit: 'cores', totals: { before: 1.51, after: 1.76 } }, [GREW, FELL],
    '2 functions changed beyond noise: mapaccess +0.14 cores, RLock −0.0627 cores; total CPU (1.51 to 1.76 cores) '
    + 'is within noise.'],
  ['one function', { ...CPU, totals: { before: 8e9, after: 8.5e9 } }, [scaled(GREW, 1e9)],
    'mapaccess changed beyond noise (+140 ms); total CPU (8 to 8.5 s) is within noise.'],
  ['the kind that is compared', { ...HEAP, totals: { before: 3 * MIB, after: 3 * MIB } },
    [scaled(GREW, 10 * MIB), row('other', [0, MIB])],
    '2 functions changed beyond noise, mainly mapaccess (+1.4 MiB); total inuse_space (3 MiB) is within noise.'],
  ['totals that were made equal', { ...CPU, normalize: 'total' as const, totals: { before: 51e9, after: 51e9 } },
    [scaled(GREW, 1e9), scaled(FELL, 1e9)],
    '2 functions changed beyond noise: mapaccess +140 ms, RLock −62.7 ms; CPU is scaled to 51 s.'],
  ['names of many words', { ...CPU, totals: { before: 8e9, after: 8.5e9 } },
    [scaled({ ...GREW, function: LONG }, 1e9), scaled({ ...FELL, function: LONG }, 1e9)],
    `2 functions changed beyond noise, mainly ${LONG} (+140 ms); total CPU is within noise.`],
])('the claim of functions that changed while the total is within noise: %s', (_, diff, rows, sentence) => {
  const changed = {
    ...diff, totals: { ...diff.totals, delta: 0 }, rows, howSure: { eitherDifferent: rows.length } as never,
  };
  const claim = functionsClaim(changed, changesOf(changed, 'flat'));
  expect(render(claim)).toBe(sentence);
  // A number for each change that is named, as the page of a diff has room for.
  expect(claimMistakes(claim).filter((mistake) => !/^\d+ numbers/.test(mistake))).toEqual([]);
});
