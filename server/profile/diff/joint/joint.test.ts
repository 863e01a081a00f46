import { describe, expect, it } from 'vitest';
import { foldedProfile } from '../../../../testdata/profiles/foldedProfile.ts';
import { unwrap } from '../../../../testdata/profiles/oracles.ts';
import type { Normalize } from '../../../../core/contract/contract.ts';
import { claimMistakes, statements } from '../../../../core/finding.ts';
import type { Profile } from '../../decode/profile.ts';
import { pairOf } from '../../query/pair.ts';
import { diffTop } from '../diff.ts';
import { nameWithoutFolders } from './movedNames.ts';

const START = 1_700_000_000n * 1_000_000_000n;
const WAITS = [{ type: 'contentions', unit: 'count' }, { type: 'delay', unit: 'nanoseconds' }];
const HEAP = [
  { type: 'alloc_objects', unit: 'count' }, { type: 'alloc_space', unit: 'bytes' },
  { type: 'inuse_objects', unit: 'count' }, { type: 'inuse_space', unit: 'bytes' },
];

/** A profile of stacks with values of their own, taken some seconds after the first. */
function made(
  types: Profile['sampleTypes'], seconds: number, stacks: readonly (readonly [stack: string, ...values: number[]])[]
): Profile {
  return foldedProfile(stacks.map(([stack]) => `${stack} 1`).join('\n'), {
    sampleTypes: types, timeNanos: START + BigInt(seconds) * 1_000_000_000n, period: 1n,
    periodType: { type: types.at(-1)?.type ?? '', unit: types.at(-1)?.unit ?? '' },
    values: Float64Array.from(stacks.flatMap(([, ...values]) => values)),
  });
}

function said(before: Profile, after: Profile, type: string, normalize: Normalize = 'none'): string[] {
  const { finding } = unwrap(diffTop(unwrap(pairOf([{ profile: before }], [{ profile: after }], type, normalize)), {}));
  if (finding.code !== 'diff-total') expect(claimMistakes(finding.claim)).toEqual([]);
  return statements(finding);
}

const second = 1e9;
const LOCK = 'net/http.(*conn).serve;shop.(*Cart).Total;shop.(*Store).Get;sync.(*Mutex).Lock';
const IDLE = 'shop.(*Worker).run;runtime.selectgo';

describe('waits since the start of a process', () => {
  it('are reported by their difference over the time between, without those for work', () => {
    const [claim, lock, all, meaning] = said(
      made(WAITS, 0, [[LOCK, 1000, 40 * second], [IDLE, 500, 900_000 * second]]),
      made(WAITS, 120, [[LOCK, 61_000, 280 * second], [IDLE, 700, 900_960 * second]]), 'delay'
    );
    expect(claim).toBe('In the 2m between, sync.(*Mutex).Lock in shop.(*Store).Get blocked 2 goroutines on average.');
    expect(lock).toBe('sync.(*Mutex).Lock, called by shop.(*Store).Get, below shop.(*Cart).Total: 4m in 60,000 waits, '
      + '4 ms each, 20 % of all that was added, and 85.7 % of its own total since the start.');
    expect(all).toBe('In all, goroutines waited 20m more, 10 at a time: 80 % of it in selects, channel receives and '
      + 'the like (most in shop.(*Worker).run), where they usually wait for work.');
    expect(meaning).toMatch(/^This is waiting of goroutines, not CPU time\. The totals, 10d 10h and 10d 10h, add up /);
  });

  it('without a lock, none is blamed', () => {
    const [claim, ...more] = said(
      made(WAITS, 0, [[LOCK, 10, second], [IDLE, 500, 9000 * second]]),
      made(WAITS, 60, [[LOCK, 11, second + 20_000_000], [IDLE, 700, 9600 * second]]), 'delay'
    );
    expect(claim).toBe('In the 60 s between, no lock blocked goroutines for long.');
    expect(more.join(' ')).toContain('The most is 20 ms in sync.(*Mutex).Lock, called by shop.(*Store).Get');
  });

  it('of a mutex profile are of those that held the lock', () => {
    const held = 'shop.(*Index).Compact;shop.(*Index).swap;sync.(*RWMutex).Unlock';
    const [claim] = said(
      made(WAITS, 0, [[held, 5, 3 * second]]), made(WAITS, 30, [[held, 65, 93 * second]]), 'delay'
    );
    expect(claim).toBe('In the 30 s between, 3 goroutines on average waited for locks that shop.(*Index).swap held.');
  });

  it('of another process do not add up', () => {
    const text = said(
      made(WAITS, 0, [[LOCK, 1000, 400 * second], [IDLE, 5, 9 * second]]),
      made(WAITS, 60, [[LOCK, 100, 40 * second], [IDLE, 9, 12 * second]]), 'delay'
    ).join(' ');
    expect(text).not.toContain('between');
    expect(text).toMatch(/^delay fell 87 %/);
  });

  it('without times are reported by their difference alone', () => {
    const at = (profile: Profile): Profile => ({ ...profile, timeNanos: 0n });
    const [claim, lock, all] = said(
      at(made(WAITS, 0, [[LOCK, 1000, 40 * second], [IDLE, 500, 900_000 * second]])),
      at(made(WAITS, 0, [[LOCK, 61_000, 280 * second], [IDLE, 700, 900_960 * second]])), 'delay'
    );
    expect(claim).toBe('Between the two, sync.(*Mutex).Lock in shop.(*Store).Get blocked goroutines for 4m.');
    expect(lock).toContain('4m in 60,000 waits, 4 ms each');
    expect(all).toMatch(/^In all, goroutines waited 20m more: 80 % of it/);
  });

  it('allocations have a rate', () => {
    const [claim, most] = said(
      made(HEAP.slice(0, 2), 0, [['main.main;csv.Read', 10, 2 ** 30], ['main.main;log.Print', 10, 2 ** 20]]),
      made(HEAP.slice(0, 2), 64, [['main.main;csv.Read', 90, 5 * 2 ** 30], ['main.main;log.Print', 12, 2 ** 21]]),
      'alloc_space'
    );
    expect(claim).toBe('In the 64 s between, 4 GiB were allocated, 64 MiB per second, most in csv.Read.');
    expect(most).toBe('csv.Read, called by main.main: 4 GiB, 100 % of it.');
    const [, first, next] = said(
      made(HEAP.slice(0, 2), 0, [['main.main;csv.Read;bytes.growSlice', 1, 2 ** 20],
        ['main.main;log.Print', 1, 2 ** 20]]),
      made(HEAP.slice(0, 2), 64, [['main.main;csv.Read;bytes.growSlice', 9, 7 * 2 ** 20],
        ['main.main;log.Print', 9, 5 * 2 ** 20]]), 'alloc_space'
    );
    expect(first).toBe('csv.Read, called by main.main: 6 MiB, 60 % of it.');
    expect(next).toBe('Next: log.Print 4 MiB (called by main.main); together 100 % of it.');
  });
});

describe('memory in use at two moments', () => {
  const heap = (seconds: number, ring: number, map: number): Profile => made(HEAP, seconds, [
    ['db.(*Head).append;db.(*ring).add', 9e6, 9e9, ring, ring * 4096], ['db.(*Head).append;db.newMap', 9, 9e6, 7, map],
  ]);

  it('that is about the same is said to be, with the size of the objects', () => {
    const [claim, change, most] = said(heap(0, 500_000, 2 ** 20), heap(900, 501_000, 2 ** 20), 'inuse_space');
    expect(claim).toBe('Memory in use is about the same: 1.91 GiB before and 1.91 GiB after 15m.');
    expect(change).toBe('That is +3.91 MiB, 0.2 %.');
    expect(most).toMatch(/^db\.\(\*ring\)\.add has 99\.9 % before and 99\.9 % after: 1\.91 GiB and 1\.91 GiB, in 500/);
    expect(most).toContain('and 501,000 objects of 4,096 B each; it is called by db.(*Head).append.');
  });

  it('of two builds are not of one process', () => {
    const of = (profile: Profile, buildId: string): Profile =>
      ({ ...profile, mappings: [{
        start: 0n, limit: 1n, offset: 0n, file: '/bin/db', buildId, hasFunctions: true, hasFilenames: true,
        hasLineNumbers: true, hasInlineFrames: true,
      }] });
    const text = said(of(heap(0, 500_000, 2 ** 20), 'a1'), of(heap(900, 501_000, 2 ** 20), 'b2'), 'inuse_space');
    expect(text[0]).toBe('Memory in use is about the same: 1.91 GiB before and 1.91 GiB after.');
    expect(text.join(' ')).not.toContain('leak');
  });

  it('that grew names what grew', () => {
    const [claim, , change, most] = said(heap(0, 500_000, 2 ** 20), heap(3600, 800_000, 2 ** 20), 'inuse_space');
    expect(claim).toBe('Memory in use rose from 1.91 GiB to 3.05 GiB in 1h, most in db.(*ring).add.');
    expect(change).toBe('By change: db.(*ring).add +1.14 GiB (called by db.(*Head).append); that is 100 % of it.');
    expect(most).toContain('in 500,000 and 800,000 objects of 4,096 B each');
  });

  it('that grew in two functions names both by their change, with their sum', () => {
    const text = said(heap(0, 25_600, 100 * 2 ** 20), heap(3600, 51_200, 180 * 2 ** 20), 'inuse_space');
    expect(text[0]).toBe('Memory in use rose from 200 MiB to 380 MiB in 1h, most in db.(*ring).add.');
    expect(text[2]).toBe('By change: db.(*ring).add +100 MiB (called by db.(*Head).append), db.newMap +80 MiB '
      + '(called by db.(*Head).append); together 100 % of it.');
  });
});

describe('memory that a helper allocates', () => {
  const heap = (seconds: number, read: number, write: number, other: number): Profile => made(HEAP, seconds, [
    ['otlp.Serve;otlp.ReadBody;slicesutil.SetLength[go.shape.uint8]', 0, 0, 60, read],
    ['otlp.Serve;net.(*Node).addRow;bytesutil.(*Buffer).MustWrite', 0, 0, 61, write],
    ['otlp.Serve;log.Copy;strings.Clone', 0, 0, 9, other],
  ]);

  it('is that of its caller, and what hardly changed is flat', () => {
    const text = said(heap(0, 22e6, 42e6, 9e6), heap(90_000, 75e6, 98e6, 12e6), 'inuse_space');
    expect(text[2]).toMatch(/^By change: bytesutil\.\(\*Buffer\)\.MustWrite \+53\.4 MiB \(called by net\.\(\*Nod/);
    expect(text[2]).toContain('otlp.ReadBody +50.5 MiB (with slicesutil.SetLength[go.shape.uint8], called by '
      + 'otlp.Serve); together 97.3 % of it, and the rest is flat.');
    expect(text.join(' ')).toContain('bytesutil.(*Buffer).MustWrite has about as many objects as before, of 1.53 MiB '
      + 'instead of 672 KiB on average');
  });
});

describe('goroutines at two moments', () => {
  const types = [{ type: 'goroutine', unit: 'count' }];
  const dump = (seconds: number, feeds: number, handlers: number): Profile => made(types, seconds, [
    ['shop/feed.(*Feed).run;runtime.chanrecv1;runtime.gopark', feeds],
    ['net/http.(*conn).serve;shop/api.List;internal/poll.runtime_pollWait;runtime.gopark', handlers],
  ]);

  it('that became more name the function of the program, not where the runtime parks them', () => {
    const [claim, most] = said(dump(0, 40, 60), dump(600, 1040, 66), 'goroutine');
    expect(claim).toBe('Goroutines rose from 100 to 1,106 in 10m, most in feed.(*Feed).run.');
    expect(most).toBe('feed.(*Feed).run: 40 before and 1,040 after.');
    expect(said(dump(0, 40, 60), dump(600, 640, 360), 'goroutine')).toContain('Together that is 100 % of the change.');
  });

  it('that are about as many say so', () => {
    expect(said(dump(0, 400, 60), dump(60, 395, 66), 'goroutine')[0])
      .toBe('The number of goroutines is about the same: 460 before and 461 after 60 s.');
  });
});

describe('CPU of unequal durations', () => {
  const cpu = (seconds: number, path: string, samples: readonly number[]): Profile => foldedProfile(
    ['serve', 'parse', 'store'].map((name, i) => `main.main;${path}/shop.${name} ${samples[i] ?? 0}`).join('\n'),
    { durationNanos: BigInt(seconds) * 1_000_000_000n }
  );

  it('is reported in cores, and a function whose package moved is the same', () => {
    const text = said(
      cpu(20, 'a.org/x/vendor/a.org', [800, 400, 400]), cpu(60, 'a.org/y', [2400, 2400, 1200]), 'cpu', 'duration'
    );
    expect(text[0])
      .toBe('a.org/y/shop.parse changed beyond noise (+0.2 cores); total CPU (0.8 cores to 1 core) is within noise.');
    expect(text).toContain('The change of a.org/y/shop.parse (from 0.2 cores to 0.4 cores) is about all of that of the '
      + 'total (+0.2 cores).');
    expect(text.join(' ')).toMatch(/3 functions moved to another folder, such as a\.org\/x\/vendor\/a\.org\/shop\.\w/);
    expect(text).toContain('Values are per second of each profile, 20 s and 60 s; as recorded they have 16 s and 60 s '
      + 'of CPU.');
  });

  it('names what makes the change, the copies that it makes included', () => {
    const of = (parse: number, copy: number, store: number): Profile => foldedProfile([
      `main.main;a.org/shop.parse ${parse}`, `main.main;a.org/shop.parse;runtime.memmove ${copy}`,
      `main.main;a.org/shop.store ${store}`,
    ].join('\n'), { durationNanos: 60_000_000_000n });
    expect(said(of(400, 400, 800), of(900, 1100, 830), 'cpu')).toContain('By function, with what works for it: '
      + 'shop.parse +12 s; that is 97.6 % of the change, and the rest is flat.');
    expect(said(of(400, 400, 800), of(900, 1100, 400), 'cpu').join(' ')).not.toContain('By function');
  });

  it('as it is, has the cores of both beside it', () => {
    expect(said(cpu(20, 'a.org', [800, 400, 400]), cpu(60, 'a.org', [2400, 1200, 1200]), 'cpu').join(' '))
      .toContain('The profiles took 20 s and 60 s: that is 0.8 cores before and 0.8 cores after.');
  });
});

it.each([
  ['a.org/x/vendor/b.org/tsdb.(*Head).gc', 'tsdb.(*Head).gc'], ['a.org/x/tsdb/v2.(*Head).gc', 'tsdb.(*Head).gc'],
  ['runtime.mallocgc', null], ['/src/a/b.go', null], ['a.org/set.Of[a.org/b.T]', 'set.Of[a.org/b.T]'],
])('the folders of %s', (name, tail) => { expect(nameWithoutFolders(name)).toBe(tail); });
