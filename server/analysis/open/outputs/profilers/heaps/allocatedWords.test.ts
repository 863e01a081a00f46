import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const table = (...head: string[]): string => recognize(new TextEncoder().encode([
  ...head, 'Showing nodes accounting for 900MB, 90% of 1000MB total', '      flat  flat%   sum%        cum   cum%',
  '   600MB 60% 60%  700MB 70%  example.com/shop/cart.(*Cart).Load',
  '   300MB 30% 90%  300MB 30%  example.com/shop/a.Do',
].join('\n'))).interest ?? '';

it('allocations are told apart from memory in use, with the way to see that', () => {
  expect(table('Saved profile in /p/pprof.shop.alloc_objects.alloc_space.inuse_objects.inuse_space.001.pb.gz',
    'File: shop', 'Type: alloc_space', 'Time: Jan 2, 2026 at 3:04am (UTC)')).toContain('That is what was allocated in '
    + 'the whole run of the process, freed or not: it shows what makes work for the collector, not what is held. For '
    + 'memory in use, print the saved profile with -sample_index=inuse_space.');
  expect(table('File: shop', 'Type: alloc_objects', 'Duration: 30s, Total samples = 1000MB'))
    .toContain('That is what was allocated in 30s, freed or not');
  expect(table('File: shop', 'Type: inuse_space', 'Time: Jan 2, 2026 at 3:04am (UTC)')).not.toContain('freed or not');
});
