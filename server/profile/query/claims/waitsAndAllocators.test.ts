/** Tests the claims of profiles whose innermost functions allocate or wait for others, and of few samples. */
import { describe, expect, it } from 'vitest';
import { claimMistakes } from '../../../../core/finding.ts';
import { render } from '../../../../core/text/parts.ts';
import { profileFinding } from '../../../../core/views/profile/profileFinding.ts';
import { decodeAny } from '../../foreign/decodeAny.ts';
import { profileFacts } from '../profileFacts.ts';
import { top } from '../top.ts';

async function told(...lines: string[]): Promise<string[]> {
  const read = await decodeAny(new TextEncoder().encode(lines.join('\n')));
  if (!read.ok) throw new Error(read.error.message);
  const facts = profileFacts(read.value.profile, 'x');
  const table = top(read.value.profile, { sampleType: facts.defaultSampleType });
  if (!table.ok) throw new Error(table.error.message);
  const { claim, evidence } = profileFinding(table.value, { info: facts });
  expect(claimMistakes(claim)).toEqual([]);
  return [claim, ...evidence].map((each) => render(each));
}

describe('what an allocator allocates', () => {
  it('is reported for its caller, in a tree of Instruments', async () => {
    const row = (bytes: string, depth: number, name: string): string =>
      ` ${bytes} MB     10.0%\t1000\t \t${' '.repeat(depth)}${name}`;
    expect(await told(
      'Bytes Used\tCount\t\tSymbol Name', row('100.00', 0, 'start'),
      row('100.00', 1, 'main'), row('60.00', 2, 'load()'), row('60.00', 3, 'fill()'), row('60.00', 4, 'malloc'),
      row('60.00', 5, 'malloc_zone_malloc'),
      row('40.00', 2, 'keep()'), row('40.00', 3, 'fill()'), row('40.00', 4, 'operator new(unsigned long)'),
    )).toEqual([
      'fill() has most, with the allocator that it calls (malloc): 100 % of memory, 100 MiB of 100 MiB.',
      'fill() is called by load() (60 % of it) and keep() (40 %).',
    ]);
  });

  it('is reported for its caller, in the text form of gperftools and of Rust', async () => {
    const facts = await told('heap profile: 3: 3000 [3: 3000] @ heapprofile', '2: 2000 [2: 2000] @ 0x1 0x2 0x3',
      '#\t0x1\ttc_malloc+0x1', '#\t0x2\t__rust_alloc+0x1', '#\t0x3\tshop::cart::fill+0x1',
      '1: 1000 [1: 1000] @ 0x4', '#\t0x4\tmain+0x1');
    expect(facts[0]).toBe('shop::cart::fill has most, with the allocator that it calls (__rust_alloc): 66.7 % of '
      + 'memory, 1.95 KiB of 2.93 KiB.');
  });

  it('is reported for its caller, in stacks without a unit that all end in an allocator', async () => {
    const facts = await told('main;serve;handle;je_malloc_default;imalloc_body 900', 'main;serve;cache;malloc 100');
    expect(facts[0]).toBe('handle has most, with the allocator that it calls (je_malloc_default): 90 % of samples, '
      + '900 of 1,000.');
  });

  it('is that of its caller in a profile of CPU time, too', async () => {
    expect((await told('main;work;malloc 90', 'main;work 20'))[0])
      .toBe('work has most, with the allocator that it calls (malloc): 100 % of samples, 110 of 110.');
    expect((await told('main;load;[libc.so.6];malloc 90', 'main;work 20'))[0])
      .toMatch(/^load has most, with the allocator that it calls \(malloc\): 81\.8 %/);
    expect((await told('[unknown];malloc 90', 'main;work 20'))[0])
      .toMatch(/^malloc has the highest self value: 81\.8 %/);
  });

  it('is that of the library function that the program calls, and of the program without one', async () => {
    const facts = await told(
      'main.main;shop.Load;encoding/json.Unmarshal;reflect.Value.Set;runtime.mallocgc;runtime.nextFreeFast 40',
      'main.main;shop.Load;runtime.growslice;runtime.memmove 20', 'main.main;shop.Sort;sort.Slice 25',
      'runtime.gcBgMarkWorker;runtime.scanobject 15',
    );
    expect(facts[0]).toBe('json.Unmarshal, called by shop.Load, has most: 40 % of samples with the library '
      + 'functions that it calls, 40 of 100.');
    expect(facts.slice(1)).toEqual([
      'shop.Load has 60 % with the library functions that it calls.',
      'shop.Sort (with sort.Slice) has 25 %, runtime.scanobject 15 %.',
    ]);
  });
});

describe('samples of threads that wait', () => {
  it('lead if they are nearly all, with the functions that wait', async () => {
    expect(await told(
      '    handle (shop/app.py:169);view (shop/app.py:56) 1', '    run (gevent/hub.py:582) 499',
      '    _worker (gevent/threadpool.py:270);get (gevent/_threading.py:166);wait (gevent/_threading.py:84) 500',
    )).toEqual([
      '999 of 1,000 samples are in functions that wait.',
      'Waiting: 500 in wait (gevent/_threading.py), called by get; 499 in run (gevent/hub.py).',
      'The rest, 1, is in view (shop/app.py).',
      'Waiting takes no CPU: for the cost of code, record under load, or on the CPU only; for a slow answer, look at '
        + 'what is waited for.',
    ]);
  });

  it('are not those of a profile of the CPU, whichever type is asked for', () => {
    const rows = [{ function: 'runtime.kevent', file: 'sys.go', flat: 95, cum: 95 }];
    const asked = { unit: 'count', sampleType: 'samples', total: 100, rows };
    const types = [{ type: 'samples', unit: 'count' }, { type: 'cpu', unit: 'nanoseconds' }];
    expect(profileFinding(asked, { info: { durationSeconds: 1, sampleTypes: types } }).code).toBe('profile-largest');
    expect(profileFinding(asked, {}).code).toBe('profile-waits');
  });

  it('do not hide the largest function that works', async () => {
    const facts = await told('main;loop;epoll_wait 600', 'main;loop;parse 300', 'main;loop;send 100');
    expect(facts[0]).toBe('parse has the highest self value of what does not wait: 30 % of samples, 300 of 1,000.');
    expect(facts).toContain('Waiting: 600 in epoll_wait, called by loop.');
  });

  it.each([
    ['java.lang.Thread.run;java.util.concurrent.locks.LockSupport.park;jdk.internal.misc.Unsafe.park'],
    ['start_thread;worker;pthread_cond_wait@@GLIBC_2.3.2'], ['main;run;runtime.gopark'],
    ['<module> (app.py:3);_wait_for_tstate_lock (threading.py:1117)'], ['main;__select'], ['main;clock_nanosleep'],
  ])('are known: %s', async (stack) => {
    expect((await told(`${stack} 500`, 'main;work 5'))[0]).toBe('500 of 505 samples are in functions that wait.');
  });

  it.each([['main;join (posixpath.py:71)'], ['main;select (store.js:3)'], ['main;app.waitlist'], ['main;read']])(
    'are others than %s', async (stack) => {
      expect((await told(`${stack} 500`, 'main;work 5'))[0]).toContain('has the highest self value: 99 % of samples');
    }
  );
});

it('a thread of V8 that is idle says so first', async () => {
  const node = (id: number, functionName: string, children: number[] = []): object =>
    ({ id, callFrame: { functionName, scriptId: '0', url: '', lineNumber: 1, columnNumber: 1 }, children });
  const facts = await told(JSON.stringify({
    nodes: [node(1, '(root)', [2, 3]), node(2, '(idle)'), node(3, 'tick')], startTime: 0, endTime: 1_000_000,
    samples: Array.from({ length: 100 }, (_, at) => (at < 95 ? 2 : 3)),
    timeDeltas: Array.from({ length: 100 }, () => 10_000),
  }));
  expect(facts.slice(0, 2)).toEqual([
    'The thread is idle for 96 % of wall time, 950 ms of 990 ms.',
    'Of the rest, 40 ms, most is in tick: 40 ms.',
  ]);
});

describe('few samples', () => {
  const once = (name: string, at: number): string => `main;${name};f${at} 1`;

  it('of which no function is clearly first have no shares', async () => {
    const facts = await told('main;a;lock 4', ...Array.from({ length: 11 }, (_, at) => once('b', at)));
    expect(facts[0]).toBe('Only 15 samples, too few for shares: 4 in lock, called by a.');
  });

  it('have an uncertain share', async () => {
    const facts = await told('main;alpha 8', 'main;delta;alpha 6', 'main;beta 11', 'main;gamma 4', 'main;delta 5');
    expect(facts).toEqual([
      'alpha has the highest self value: 41.2 % of samples, 14 of 34.',
      'With 34 samples, the share of alpha is uncertain by \u00b117 points (95 % confidence).',
      'alpha is called by main (57.1 % of it) and delta (42.9 %).',
      'delta has 32.4 % with what it calls.', 'beta has 32.4 %, delta 14.7 %: 88.2 % with alpha.',
    ]);
  });
});
