import { expect, it } from 'vitest';
import type { StackFacts, StackLeaf, TopRow, TopTable } from '../../../contract/contract.ts';
import { render } from '../../../text/parts.ts';
import { profileFinding } from '../profileFinding.ts';

const row = (name: string, flat: number, cum: number): TopRow => ({ function: name, file: 'a.c', flat, cum });
const leaf = (name: string, flat: number, caller: string | null): StackLeaf => ({
  function: name, flat, caller: caller === null ? null : { name: caller, value: flat }, process: null, bottom: null,
});
const said = (
  sampleType: string, rows: TopRow[], leaves: StackLeaf[], own: string | null = null, more: Partial<StackFacts> = {}
): string[] => {
  const top: TopTable = {
    unit: 'count', sampleType, total: 1000, rowsLeftOut: 0, rows,
    stacks: { leaves, own: own === null ? null : { function: own, value: 700, callers: [] }, threads: [], ...more },
  };
  const { claim, evidence } = profileFinding(top);
  return [claim, ...evidence].map((one) => render(one));
};

it('the first function has its callees too, and reading the clock is reported', () => {
  const rows = [row('shop::scan', 550, 860), row('[unknown]', 250, 250),
    row('std::time::Instant::elapsed', 60, 310), row('main', 0, 1000)];
  expect(said('cycles', rows, [leaf('shop::scan', 550, 'main')], null,
    { clock: { name: 'std::time::Instant::elapsed', value: 310 } })).toEqual(expect.arrayContaining([
    'With what it calls, shop::scan has 86 %.',
    'Reading the clock takes 31 % (std::time::Instant::elapsed): read it less often.',
  ]));
  expect(said('cycles', [row('shop::scan', 550, 600), row('time.Now', 60, 100)], [], null,
    { clock: { name: 'time.Now', value: 100 } }).join(' ')).not.toMatch(/With what it calls|clock/);
});

it('a long path that was named already is repeated by its end', () => {
  const name = 'warehouse::inventory::index::SegmentIndex::rebuild_all';
  const words = said('cycles', [row(name, 550, 860), row('main', 0, 1000)], [leaf(name, 550, 'main')]);
  expect(words[0]).toContain(`${name} has the highest self value`);
  expect(words).toEqual(expect.arrayContaining(['SegmentIndex::rebuild_all is called by main.',
    'With what it calls, SegmentIndex::rebuild_all has 86 %.']));
});

it('stacks without callers, and samples of unequal weight, are reported', () => {
  const rows = [row('render', 500, 500), row('copy', 400, 400)];
  const few = { samples: 40, equalSamples: 25 };
  expect(said('cycles', rows, [], null, { ...few, withoutCallers: { value: 620 } })).toEqual(expect.arrayContaining([
    'With 40 samples of unequal weight, the share of render is uncertain by \u00b120 points (95 % confidence).',
    '62 % is in stacks that end in a frame without a name: they were not unwound further, so callers are missing '
      + '(perf record --call-graph dwarf finds more of them).',
  ]));
  expect(said('cycles', rows, [], null, { samples: 40, withoutCallers: { value: 100 } }).join(' '))
    .toMatch(/With 40 samples, the share of render is uncertain by \u00b115 points(?!.*not unwound)/);
});

it('with many functions of small values, the largest with its callees is reported', () => {
  const small = Array.from({ length: 20 }, (_, i) => row(`f${i}`, 40 - i, 40));
  expect(said('samples', [...small.slice(0, 19), row('shop.compare', 20, 380)], [])).toContain(
    'shop.compare has 38 % with what it calls.');
  expect(said('samples', [row('f', 400, 400), ...small.slice(0, 18), row('shop.compare', 20, 380)], []).join(' '))
    .not.toContain('shop.compare has');
});

it('a call of the system that an event loop makes waits', () => {
  expect(said('time', [row('syscall.syscall6', 990, 990), row('work', 10, 10)],
    [leaf('syscall.syscall6', 990, 'golang.org/x/sys/unix.kevent')])[0]).toContain('in functions that wait');
  expect(said('time', [row('syscall.syscall6', 990, 990), row('work', 10, 10)],
    [leaf('syscall.syscall6', 990, 'syscall.write')])[0]).not.toContain('in functions that wait');
});

it('own code that serves profiles is the cost of profiling', () => {
  expect(said('alloc_space', [row('compress/flate.NewWriter', 250, 250)],
    [leaf('compress/flate.NewWriter', 250, null)], 'net/http/pprof.handler.ServeHTTP').join(' '))
    .toContain('That is the cost of profiling itself.');
});

it('most of it waiting leads, and the work beside it follows', () => {
  expect(said('wall', [row('Kernel#sleep', 700, 700), row('Integer#*', 200, 200), row('Range#each', 100, 900)],
    [leaf('Kernel#sleep', 700, 'Job#run'), leaf('Integer#*', 200, null)]).slice(0, 3)).toEqual([
    '700 of 1,000 samples are in functions that wait.', 'Waiting: 700 in Kernel#sleep, called by Job#run.',
    'Integer#* has the highest self value of what does not wait: 20 % of wall time, 200 of 1,000.',
  ]);
  expect(said('wall', [row('Integer#*', 600, 600), row('Kernel#sleep', 400, 400)], [])[0])
    .toMatch(/^Integer#\* has the highest self value of what does not wait/);
});

it('of few samples, those that wait are no work', () => {
  const few = (rows: TopRow[]): string => {
    const total = rows.reduce((sum, { flat }) => sum + flat, 0);
    const { claim, evidence } = profileFinding({
      unit: 'count', sampleType: 'samples', total, rows,
      stacks: { samples: total, leaves: rows.map(({ function: name, flat }) => ({ ...leaf(name, flat, null),
        samples: flat })), own: null, threads: [] },
    });
    return [claim, ...evidence].map((one) => render(one)).join(' ');
  };
  expect(few([row('compress', 3, 3), row('scan', 2, 2), row('epoll_wait', 1, 1)]))
    .toMatch(/^Only 6 samples, too few .*: 3 in compress; 2 in scan\. 1 of them waits, which is no work: epoll_wait/);
  expect(few([row('compress', 3, 3), row('scan', 2, 2)])).not.toContain('of them wait');
});

it('waits of wall time lead also in a profile that has CPU samples beside them', () => {
  const types = ['cpu', 'wall'].map((type) => ({ type, unit: 'nanoseconds' }));
  const claim = (sampleType: string): string => render(profileFinding(
    { unit: 'nanoseconds', sampleType, total: 1e9, rows: [row('java.lang.Object.wait', 950e6, 950e6)] },
    { info: { durationSeconds: 1, sampleTypes: types } },
  ).claim);
  expect(claim('wall')).toBe('95 % of wall time is spent in functions that wait, 950 ms of 1 s.');
  expect(claim('cpu')).toContain('java.lang.Object.wait has the highest self value');
});

it('a server that calls all of the work is no part of it', () => {
  const rows = [row('shop.scan', 200, 200), row('net/http.(*conn).serve', 0, 900), row('shop.List', 10, 400)];
  expect(said('cycles', rows, [])).toContain('shop.List has 40 % with what it calls.');
  expect(said('cycles', rows, []).join(' ')).not.toContain('serve');
});
