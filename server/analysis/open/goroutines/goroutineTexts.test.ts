import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const told = (...lines: string[]): string | null => recognize(new TextEncoder().encode(lines.join('\n'))).interest;

const stack = (count: number, ...names: string[]): string[] => [
  `${count} @ ${names.map((_, i) => `0x${i + 1}`).join(' ')}`,
  ...names.map((name, i) => `#\t0x${i + 1}\t${name}+0x21\t\t/go/x.go:${i + 1}`), '',
];

describe('where most goroutines wait', () => {
  it('over all stacks that wait in the same function, with those that call it', () => {
    expect(told(
      'goroutine profile: total 1000',
      ...stack(500, 'example.com/redis.(*Pool).get', 'example.com/redis.(*Pool).Get', 'a/tool.Update', 'a/x.run'),
      ...stack(180, 'a/x.(*Client).writer'),
      ...stack(200, 'example.com/redis.(*Pool).get', 'example.com/redis.(*Pool).Get', 'a/tool.Expire', 'a/x.run'),
    )).toBe('It has 1,000 goroutines: 700 (70 %) in redis.(*Pool).get, called by tool.Update and tool.Expire; 180 '
      + '(18 %) in x.(*Client).writer. They wait for a free connection of the pool: all are in use, or not returned.');
  });

  it.each([
    ['database/sql.(*DB).conn', 'They wait for a free connection of the pool (SetMaxOpenConns): all are in use, or '
      + 'not returned. See sql.DBStats (InUse, WaitCount), and look for rows and transactions that are not closed.'],
    ['time.Sleep', 'They sleep.'],
    ['internal/poll.runtime_pollWait', 'They wait for the network.'],
    ['golang.org/x/sync/semaphore.(*Weighted).Acquire', 'They wait for a semaphore.'],
  ])('%s has a meaning', (name, meaning) => {
    expect(told('goroutine profile: total 40', ...stack(40, name, 'example.com/b.(*Store).Fetch')))
      .toBe(`It has 40 goroutines: 40 in ${name.split('/').at(-1)}, called by b.(*Store).Fetch. ${meaning}`);
  });

  it('within a handler of requests, they are reported as answers', () => {
    const names = ['time.Sleep', 'main.page', 'net/http.serverHandler.ServeHTTP', 'net/http.(*conn).serve'];
    expect(told('goroutine profile: total 40', ...stack(40, ...names)))
      .toBe('It has 40 goroutines: 40 in time.Sleep, called by main.page, while they answer requests. They sleep.');
  });

  it('a call of C is reported with the place that makes it', () => {
    expect(told('goroutine profile: total 300', ...stack(290, 'main._Cfunc_resize', 'main.thumb.func1', 'main.serve'),
      ...stack(10, 'time.Sleep', 'main.run'))).toBe('It has 300 goroutines: 290 (96.7 %) in main._Cfunc_resize, called '
      + 'by main.thumb.func1 (x.go:2). Each is in a call of C (cgo), which holds an OS thread until it returns: limit '
      + 'how many run at once.');
  });

  it('a further package is named beside the one with most', () => {
    const of = (name: string): string => `example.com/torrent.(*peer).${name}`;
    expect(told('goroutine profile: total 2000', ...stack(1000, of('ask')), ...stack(300, of('send')),
      ...stack(200, of('read')), ...stack(180, 'example.com/node/stages.Run.func2'), ...stack(90, 'a/b.run')))
      .toMatch(/in 3 functions\. Of the others, most are in stages\.Run\.func2: 180 \(9 %\)\.$/);
  });

  it('a pool of objects waits for nothing', () => {
    expect(told('goroutine profile: total 40', ...stack(40, 'sync.(*Pool).Get', 'main.fill')))
      .toBe('It has 40 goroutines: 40 in sync.(*Pool).Get, called by main.fill.');
  });

  it('in a quoted text, and in a dump', () => {
    expect(told(
      '> goroutine profile: total 20', ...stack(20, 'time.Sleep', 'main.run').map((line) => `> ${line}`)
    )).toContain('20 in time.Sleep, called by main.run. They sleep.');
    const one = (id: number): string[] => [
      `goroutine ${id} [semacquire]:`, 'sync.runtime_SemacquireMutex(0xc0, 0x0)', '\t/go/sema.go:1 +0x1',
      'github.com/a/log.(*w).Write(0xc0, {0x1, 0x2})', '\t/a/w.go:1 +0x1', '',
    ];
    expect(told(...Array.from({ length: 12 }, (_, id) => one(id + 1)).flat())).toBe(
      'It has 12 goroutines: 12 in "semacquire". Most are the 12 in sync.runtime_SemacquireMutex, called by '
        + 'log.(*w).Write. They wait for a lock.'
    );
  });
});

describe('a few goroutines that all wait', () => {
  const waits = (id: number, state: string, at: string): string[] => [
    `goroutine ${id} [${state}]:`, `main.${at}(0xc0, 0x1)`, '\t/a/main.go:30 +0x1', 'created by main.main',
    '\t/a/main.go:20 +0x1', '',
  ];
  it('says so, and where most of them are', () => {
    expect(told(
      ...waits(1, 'chan receive', 'collect'), ...waits(7, 'chan send', 'work'), ...waits(8, 'chan send', 'work'),
    )).toBe('It has 3 goroutines: 2 in "chan send", 1 in "chan receive". None of them runs: 2 (66.7 %) in main.work.');
  });

  it('not where one of them runs', () => {
    expect(told(...waits(1, 'running', 'collect'), ...waits(7, 'chan send', 'work'))).not.toContain('None of them');
  });
});

it('a goroutine that has sent for long without a receiver probably leaked', () => {
  const sends = (minutes: number): string | null => told(`goroutine 7 [chan send, ${minutes} minutes]:`,
    'shop/queue.(*Feed).Run(0x1)', '\t/go/src/shop/queue/feed.go:12 +0x2a2', 'created by shop/queue.Start',
    '\t/go/src/shop/queue/feed.go:3 +0x51', '');
  expect(sends(90)).toBe('A goroutine has been stuck in "chan send" for 1h 30m, in queue.(*Feed).Run (feed.go:12), '
    + 'started by queue.Start (feed.go:3): nothing receives what it sends, so it has probably leaked; see what should '
    + 'receive there, and why it does not. It has 1 goroutine: 1 in "chan send".');
  expect(sends(2)).not.toContain('leaked');
});

it('the functions of a few goroutines that send are named', () => {
  const of = (id: number, name: string): string[] => [`goroutine ${id} [chan send, 3 minutes]:`,
    `example.com/shop/queue.${name}(0x1)`, '\t/go/src/queue/feed.go:12 +0x2a2', ''];
  expect(told(...of(1, 'Feed'), ...of(2, 'Feed'), ...of(3, 'Drain'),
    'goroutine 4 [running]:', 'main.main()', '\t/go/src/main.go:3 +0x1', '')).toContain(
    ' Those in "chan send": 2 in queue.Feed, 1 in queue.Drain. The longest wait is 3m, in "chan send"'
  );
});

describe('goroutines in sync.runtime_Semacquire', () => {
  const dump = (...above: string[]): string => Array.from({ length: 12 }, (_, id) => [
    `goroutine ${id + 1} [semacquire]:`, 'sync.runtime_Semacquire(0xc420081424)', '\t/go/sema.go:47 +0x30', ...above,
    `example.com/shop.(*Jobs).run(0xc0000${10 + id}000)`, '\t/app/jobs.go:7 +0x1', '',
  ].join('\n')).join('\n');
  const said = (text: string): string => recognize(new TextEncoder().encode(text)).interest ?? '';

  it('wait for a lock if that calls it, and for others only below a WaitGroup', () => {
    const lock = said(dump('sync.(*RWMutex).RLock(0xc420081418)', '\t/go/rwmutex.go:43 +0x5d'));
    expect(lock).toContain('Most are the 12 in sync.(*RWMutex).RLock, called by shop.(*Jobs).run. They wait for a '
      + 'lock.');
    expect(lock).not.toContain('WaitGroup');
    expect(said(dump('sync.(*WaitGroup).Wait(0xc420081418)', '\t/go/waitgroup.go:43 +0x5d')))
      .toContain('They wait for other goroutines (sync.WaitGroup).');
    expect(said(dump())).toContain('They wait for a lock, or for other goroutines (sync.WaitGroup).');
  });
});
