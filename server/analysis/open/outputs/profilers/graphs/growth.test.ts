import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const told = (...rows: (readonly [flat: string, cum: string, name: string])[]): string =>
  recognize(new TextEncoder().encode([
    'Showing nodes accounting for 900MB, 90% of 1000MB total', '      flat  flat%   sum%        cum   cum%',
    ...rows.map(([flat, cum, name]) => `   ${flat} 40% 40%  ${cum} 50%  ${name}`),
  ].join('\n'))).interest ?? '';
const SHRANK = ['-5MB', '-5MB', 'example.com/shop/cache.(*Cache).Set'] as const;

it('the function whose own value and that of the largest add up probably calls it', () => {
  expect(told(['400MB', '400MB', 'example.com/shop/bytesutil.Resize'], ['12.5MB', '412.5MB', 'example.com/shop/index.'
    + '(*Block).Read'], ['40MB', '90MB', 'example.com/shop/part.Read'], SHRANK)).toMatch(new RegExp(
    'Its values are changes between the two, not memory in use\\. bytesutil\\.Resize has 40% of the total\\. '
    + 'bytesutil\\.Resize is probably called by index\\.'
    + '\\(\\*Block\\)\\.Read: its own 12\\.5MB and those 400MB make its 412\\.5MB with what it calls\\.$'
  ));
});

it('several that may call it are none', () => {
  expect(told(['400MB', '400MB', 'example.com/shop/bytesutil.Resize'], ['0', '400MB', 'example.com/shop/a.Read'],
    ['0', '400MB', 'example.com/shop/b.Read'], SHRANK)).not.toContain('probably');
});

it('a difference of CPU time is no memory', () => {
  expect(told(['4s', '4s', 'example.com/shop/a.Work'], ['-1s', '-1s', 'example.com/shop/b.Work']))
    .not.toContain('not memory in use');
});

it('blocks of an index that are unpacked are those of its cache', () => {
  expect(told(['12MB', '500MB', 'github.com/VictoriaMetrics/VictoriaMetrics/lib/mergeset.(*inmemoryBlock)'
    + '.UnmarshalData'], SHRANK)).toContain('the cache indexdb/dataBlocks keeps them');
});
