import { expect, it } from 'vitest';
import { comparedFiles } from './comparedFiles.ts';
import { heapBesidePod } from './heapBesidePod.ts';

const HEADER = '      flat  flat%   sum%        cum   cum%';
const heap = (total: string, type = 'inuse_space') => ({ name: 'heap.txt', format: 'pprof-text', text: ['File: shopd',
  `Type: ${type}`, `Showing nodes accounting for 1MB, 5% of ${total} total`, HEADER].join('\n') });
const pod = (...rows: string[]) => ({ name: 'top.txt', format: 'kubectl-top',
  text: ['POD       NAME      CPU(cores)   MEMORY(bytes)', ...rows].join('\n') });
const ROW = 'shopd-0   shopd     10m          1000Mi';

it('a heap profile is set against the memory of its container, with why it has less', () => {
  const said = heapBesidePod(heap('250MB'), pod(ROW, 'other-0   proxy     1m           20Mi'));
  expect(said).toMatch(/^The heap profile in heap\.txt has 250MB in use, 25 % of the 1000Mi that top\.txt shows for s/);
  expect(said).toContain('about twice that (500 MiB) before the next one');
  expect(heapBesidePod(pod(ROW), heap('900MB'))).toContain('90 % of the 1000Mi that top.txt shows for shopd. So the ');
});

it('not another type, another program, or several containers of one', () => {
  expect(heapBesidePod(heap('250MB', 'alloc_space'), pod(ROW))).toBeNull();
  expect(heapBesidePod(heap('250MB'), pod('cart-0   cart     10m     1000Mi'))).toBeNull();
  expect(heapBesidePod(heap('250MB'), pod(ROW, ROW.replaceAll('-0', '-1')))).toBeNull();
});

it('functions that only one of two profiles lists are named, with where the growth is', () => {
  const side = (name: string, total: string, ...rows: string[]) => ({ name, format: 'pprof-text', text: [
    'Type: inuse_space', `Showing nodes accounting for ${total}, 100% of ${total} total`, HEADER, ...rows,
  ].join('\n') });
  const row = (flat: string, cum: string, name: string): string =>
    `    ${flat} 40.00% 40.00%    ${cum} 40.00%  ${name}`;
  const old = side('a.txt', '100MB', row('60MB', '60MB', 'shop.example/a/store.read'),
    row('40MB', '40MB', 'shop.example/a/find.list'), row('0', '40MB', 'shop.example/a/find.(*Loop).run'));
  const now = side('b.txt', '300MB', row('150MB', '150MB', 'shop.example/a/find.labels'),
    row('90MB', '90MB', 'shop.example/a/find.list'), row('60MB', '60MB', 'shop.example/a/store.read'),
    row('0', '240MB', 'shop.example/a/find.(*Loop).run'));
  expect(comparedFiles(old, now)).toBe('b.txt against a.txt: The total of inuse_space is 100 MiB in the first and '
    + '300 MiB in the second: 3 times as much. Listed only in b.txt: find.labels 150MB, as much as 75 % of the growth. '
    + 'By package, the self values of shop.example/a/find grew most, by 200 MiB of the 200 MiB. With what it calls, '
    + 'find.labels has 150MB, and is listed only there. Of the functions listed in both, the self values that change '
    + 'most: shop.example/a/find.list +125 % (40MB to 90MB).');
});
