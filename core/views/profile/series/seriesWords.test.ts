import { expect, it } from 'vitest';
import type { TracesTable } from '../../../contract/contract.ts';
import { amountOf, type Amount } from './seriesPlaces.ts';
import type { SeriesOf, SeriesPoint } from './seriesTrend.ts';
import { arrowText, seriesWords, type SeriesSaid } from './seriesWords.ts';

const MIB = 2 ** 20;
const HEAP = { kind: 'heap', type: 'inuse_space', unit: 'bytes' };
const GOROUTINES = { kind: 'goroutine', type: 'goroutine', unit: 'count' };

type Stack = readonly [stack: string, value: number];

/** `stacks`: outermost function first, as in collapsed stacks. */
function amount(type: string, stacks: readonly Stack[]): Amount {
  const rows: TracesTable['rows'] = stacks.map(([stack, value]) => ({
    value, labels: [], frames: stack.split(';').toReversed().map((name) => ({ function: name, inline: false })),
  }));
  return amountOf(type, { total: rows.reduce((sum, { value }) => sum + value, 0), rows });
}

async function said(
  of: SeriesOf, profiles: readonly (readonly Stack[])[],
  { everySeconds = 3600, seconds = null, diff = null, areOtherBuilds = false }: {
    everySeconds?: number | null; seconds?: readonly number[] | null; areOtherBuilds?: boolean;
    diff?: { code: string; sentence: string } | null;
  } = {}
): Promise<SeriesSaid | null> {
  const points = profiles.map((stacks, i): SeriesPoint => ({
    name: `${i + 1}.pb.gz`, time: everySeconds === null ? null : 1_700_000_000 + i * everySeconds,
    seconds: seconds?.[i] ?? null, amount: amount(of.type, stacks),
  }));
  return seriesWords({
    of, points, isByTime: everySeconds !== null, areOtherBuilds, diffOf: async () => Promise.resolve(diff),
  });
}

const heap = (ring: number, rest: number): Stack[] => [
  ['db.(*Head).append;db.(*ring).add;runtime.mallocgc', ring * MIB], ['db.(*Head).append;db.newMap', rest * MIB],
];

it('in-use heap that grows each time names the function that accounts for it', async () => {
  const found = await said(HEAP, [heap(20, 100), heap(70, 110), heap(125, 115), heap(190, 120)]);
  expect(found?.sides).toEqual([0, 3]);
  expect(found?.values).toEqual(['120 MiB', '180 MiB', '240 MiB', '310 MiB']);
  expect(found?.sentences).toEqual([
    'In-use heap grows in each of 4 profiles over 3h: 120 → 180 → 240 → 310 MiB, +63.3 MiB per hour; '
      + 'db.(*ring).add accounts for 89 % of it and grew each time, db.newMap for 11 %.',
    'A leak grows like this, and so does a cache that fills or a load that rises: take one more at the same load, and '
      + 'see what holds on to what db.(*ring).add allocates.',
  ]);
});

it('a library function that allocates is named with the caller in the program', async () => {
  const cache = (size: number): Stack[] => [['main.main;shop.(*Cache).Put;bytes.growSlice', size * MIB]];
  const [claim, next] = (await said(HEAP, [cache(10), cache(20), cache(30)]))?.sentences ?? [];
  expect(claim).toContain('bytes.growSlice, called by shop.(*Cache).Put, accounts for 100 % of it and grew each time.');
  expect(next).toMatch(/what bytes\.growSlice, called by shop\.\(\*Cache\)\.Put, allocates\.$/);
});

it('in-use heap that goes up and down shows no leak', async () => {
  const found = await said(HEAP, [heap(50, 100), heap(180, 100), heap(20, 100), heap(100, 100)]);
  expect(found?.sides).toEqual([1, 2]);
  expect(found?.sentences).toEqual([
    'In-use heap has no steady trend in 4 profiles over 3h: 150 → 280 → 120 → 200 MiB (steps: 2 up, 1 down).',
    'That alone shows no leak.',
    'Between the highest, 2.pb.gz, and the lowest, 3.pb.gz: db.(*ring).add accounts for 100 % of it.',
  ]);
});

it('in-use heap that falls, stays or is within noise claims no leak either', async () => {
  const falls = await said(HEAP, [heap(190, 120), heap(100, 110), heap(20, 100)]);
  expect(falls?.sentences[0]).toMatch(
    /^In-use heap falls in each of 3 profiles over 2h: 310 → 210 → 120 MiB; db\.\(/
  );
  expect(falls?.sentences).toContain('This shows no leak in this time.');
  const stays = await said(HEAP, [heap(100, 100), heap(101, 100), heap(99, 101)]);
  expect(stays?.sentences.slice(0, 2)).toEqual([
    'In-use heap is about the same in 3 profiles over 2h: 200 → 201 → 200 MiB.',
    'Most of it is in db.newMap: 51 % in the last.',
  ]);
  const noise = await said(HEAP, [heap(1, 0), heap(2, 0), heap(3, 0)], {
    diff: { code: 'diff-within-noise', sentence: 'No difference beyond noise.' },
  });
  expect(noise?.sentences).toEqual(['In-use heap in 3 profiles over 2h does not change beyond noise: 1 → 2 → 3 '
    + 'MiB; the first and the last do not differ beyond it.']);
});

it('in-use heap that grows but levels off does not grow each time', async () => {
  const found = await said(HEAP, [heap(50, 100), heap(100, 100), heap(100, 100)]);
  expect(found?.sentences[0])
    .toBe(
      'In-use heap grows in 3 profiles over 2h, but not each time: 150 → 200 → 200 MiB (steps: 1 up, 1 level).'
    );
});

it('without times the order is that of the names, and other builds are no leak', async () => {
  const found = await said(HEAP, [heap(10, 1), heap(20, 1), heap(30, 1)], { everySeconds: null, areOtherBuilds: true });
  expect(found?.sentences[0]).toMatch(/^In-use heap grows in each of 3 profiles: 11 → 21 → 31 MiB; /);
  expect(found?.sentences.slice(1)).toEqual([
    'The profiles do not hold their times: they are in the order of their names.',
    'They are of different builds, so not all of one process.',
  ]);
});

it('goroutines name the function of the program, not where the runtime parks them', async () => {
  const dump = (feeds: number): Stack[] => [
    ['shop/feed.(*Feed).run;runtime.chanrecv1;runtime.gopark', feeds],
    ['net/http.(*conn).serve;internal/poll.runtime_pollWait;runtime.gopark', 60],
  ];
  const found = await said(GOROUTINES, [dump(40), dump(540), dump(1040)], { everySeconds: 300 });
  expect(found?.sentences).toEqual([
    'The number of goroutines rises in each of 3 profiles over 10m: 100 → 600 → 1,100; feed.(*Feed).run accounts '
      + 'for 100 % of it and grew each time.',
    'Unless the load rose, they do not end: see what should end those of feed.(*Feed).run.',
  ]);
});

it('CPU is compared in cores, whatever the durations', async () => {
  const cpu = { kind: 'cpu', type: 'cpu', unit: 'nanoseconds' };
  const of = (parse: number): Stack[] => [['main.main;shop.parse', parse * 1e9], ['main.main;shop.store', 12e9]];
  const profiles = [of(12), of(24), of(102)];
  const found = await said(cpu, profiles, { everySeconds: 600, seconds: [30, 30, 60] });
  expect(found?.sentences).toEqual([
    'CPU rises in each of 3 profiles over 20m: 0.8 → 1.2 → 1.9 cores; shop.parse grew by 1.3 cores, more than '
      + 'all of it, while others fell.',
    'Values are per second of each profile, of 30 s to 60 s.',
  ]);
  const claimed = await said(cpu, profiles, {
    everySeconds: 600, seconds: [30, 30, 60], diff: { code: 'diff-total', sentence: 'CPU +138 %: parsing +1.3 cores.' },
  });
  expect(claimed?.sentences.slice(0, 2)).toEqual([
    'CPU rises in each of 3 profiles over 20m: 0.8 → 1.2 → 1.9 cores.',
    '3.pb.gz against 1.pb.gz: CPU +138 %: parsing +1.3 cores.',
  ]);
  const within = await said(cpu, profiles, {
    everySeconds: 600, seconds: [30, 30, 60], diff: { code: 'diff-functions', sentence: 'parse changed.' },
  });
  expect(within?.sentences.slice(0, 2)).toEqual([
    'CPU in 3 profiles over 20m does not change beyond noise: 0.8 → 1.2 → 1.9 cores; the first and the last do not '
      + 'differ beyond it.',
    '3.pb.gz against 1.pb.gz: parse changed.',
  ]);
});

it('what adds up is compared by its rate between the profiles, and not across a restart', async () => {
  const allocs = { kind: 'allocs', type: 'alloc_space', unit: 'bytes' };
  const of = (read: number): Stack[] => [['main.main;csv.Read', read * MIB]];
  const found = await said(allocs, [of(100), of(700), of(1900)], { everySeconds: 60 });
  expect(found?.sides).toEqual([0, 2]);
  expect(found?.sentences).toEqual(['Allocated memory rises each time between 3 profiles over 2m: 10 → 20 MiB/s; '
    + 'csv.Read accounts for 100 % of it and grew each time.']);
  const again = await said(allocs, [of(100), of(700), of(50)]);
  expect(again?.sides).toBeNull();
  expect(again?.sentences[0]).toContain('3.pb.gz has less than 2.pb.gz before it: the process restarted between them');
});

it('waits are goroutines at a time, without those that wait for work', async () => {
  const waits = { kind: 'block', type: 'delay', unit: 'nanoseconds' };
  const of = (lock: number): Stack[] => [
    ['shop.Total;shop.(*Store).Get;sync.(*Mutex).Lock', lock * 1e9], ['shop.run;runtime.selectgo', lock * 5e12],
  ];
  const found = await said(waits, [of(10), of(40), of(220)], { everySeconds: 60 });
  expect(found?.sentences[0]).toBe('Blocking of goroutines, without waits for work, rises each time between 3 '
    + 'profiles over 2m: 0.5 → 3 goroutines at a time; shop.(*Store).Get accounts for 100 % of it and grew '
    + 'each time.');
});

it('a type without a rule says nothing', async () => {
  const samples = { kind: 'other', type: 'samples', unit: 'count' };
  expect(await said(samples, [heap(1, 1), heap(2, 1), heap(3, 1)])).toBeNull();
});

it('values share their unit if all have it', () => {
  expect(arrowText(['1 core', '1.5 cores', '2 cores'])).toBe('1 → 1.5 → 2 cores');
  expect(arrowText(['900 MiB', '1.2 GiB'])).toBe('900 MiB → 1.2 GiB');
  expect(arrowText(Array.from({ length: 12 }, (_, i) => `${i} s`)))
    .toBe('0 → 1 → 2 → 3 → … → 9 → 10 → 11 s');
});
