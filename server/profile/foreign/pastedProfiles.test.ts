import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Profile } from '../decode/profile.ts';
import { profileFacts } from '../query/profileFacts.ts';
import { top } from '../query/top.ts';
import { decodeAny } from './decodeAny.ts';
import { readForeign } from './foreign.ts';

async function read(...lines: string[]): Promise<Profile> {
  const result = await decodeAny(new TextEncoder().encode(lines.join('\n')));
  if (!result.ok) throw new Error(result.error.message);
  return result.value.profile;
}

/** Returns `name flat/cum` of the largest rows of a type. */
function rows(profile: Profile, sampleType = profileFacts(profile, '').defaultSampleType): string[] {
  const table = top(profile, { sampleType });
  if (!table.ok) throw new Error(table.error.message);
  return table.value.rows.map(({ function: name, flat, cum }) => `${name} ${flat}/${cum}`);
}

describe('a call tree of Instruments', () => {
  it('is read by its self weights, whatever shares it prints', async () => {
    const profile = await read(
      'Weight\tSelf Weight\tSymbol Names', '20.00 ms  100.0%\t0 s\t   start', '15.00 ms   0.0%\t5.00 ms\t    main',
      '10.00 ms   0.0%\t10.00 ms\t     alpha()', '5.00 ms   0.0%\t5.00 ms\t    beta()',
    );
    expect(profile.sampleTypes).toEqual([{ type: 'cpu', unit: 'nanoseconds' }]);
    expect(rows(profile)).toEqual(
      ['alpha() 10000000/10000000', 'beta() 5000000/5000000', 'main 5000000/15000000', 'start 0/20000000']
    );
  });

  it('has what was left out as a row of its own', async () => {
    expect(rows(await read('Weight\tSelf Weight\t\tSymbol Name', '1.00 s  100.0%\t0 s\t \tstart',
      '600.00 ms   60.0%\t600.00 ms\t \t work'))).toEqual([
      'work 600000000/600000000', '(rows left out) 400000000/400000000', 'start 0/1000000000',
    ]);
  });

  it('computes self weights of older versions without them, in bytes', async () => {
    const profile = await read('Bytes Used\tCount\t\tSymbol Name', '3.00 MB 100.0%\t7\t \tmain',
      '1.00 MB  33.3%\t2\t \t fill');
    expect(profile.sampleTypes).toEqual([{ type: 'space', unit: 'bytes' }]);
    expect(rows(profile)).toEqual(['main 2097152/3145728', 'fill 1048576/1048576']);
  });
});

describe('the text of a heap profile', () => {
  const lines = [
    'heap profile: 1: 24 [1000: 24000] @ heap/1048576', '1: 24 [1000: 24000] @ 0x4a1 0x4b2',
    '#       0x4a0        os.Setenv+0x24          /go/src/os/env.go:120',
    '#       0x4b1        main.isSquare+0x69      /src/main.go:18', '', '# runtime.MemStats', '# Alloc = 7',
  ];
  // 21845 = 1 / (1 - exp(-24 / 524288)), the allocations that one sampled object stands for.
  it.each([['indented', '    '], ['quoted', '> '], ['behind a tab', '\t']])('is read %s', async (_, before) => {
    const profile = await read(...lines.map((line) => `${before}${line}`));
    expect(rows(profile)).toEqual(['os.Setenv 524300000/524300000', 'main.isSquare 0/524300000']);
  });

  it('is of allocations where nearly nothing is in use', async () => {
    const profile = await read(...lines);
    expect(profileFacts(profile, '')).toMatchObject({ kind: 'allocs', defaultSampleType: 'alloc_space' });
  });

  it('has frames that lost their mark', async () => {
    expect(rows(await read(...lines.map((line) => line.replace(/^# +0x/, '0x')))))
      .toEqual(['os.Setenv 524300000/524300000', 'main.isSquare 0/524300000']);
  });
});

describe('stacks of async-profiler', () => {
  const stacks = ['--- 30 ns (60.00%), 2 samples', '  [ 0] a.b.Table', '  [ 1] a.b.Table.get', '',
    '--- 20 ns (40.00%), 1 sample', '  [ 0] a.b.Pool', '  [ 1] a.b.Pool.take'];
  it.each([
    ['lock', 'lock'], ['cpu', 'cpu'], ['itimer', 'cpu'], ['wall', 'wall'],
  ])('are of the event %s that the command started', async (event, type) => {
    const profile = await read(`Started [${event}] profiling`, '--- Execution profile ---', '', ...stacks);
    expect(profile.sampleTypes[1]).toEqual({ type, unit: 'nanoseconds' });
  });

  it.each([
    ['alloc', 'alloc_space'], ['live', 'inuse_space'], ['other', 'total'],
  ])('are bytes of %s', async (event, type) => {
    const lines = stacks.map((line) => line.replace(' ns ', ' bytes '));
    expect((await read(`Started [${event}] profiling`, ...lines)).sampleTypes[1]).toEqual({ type, unit: 'bytes' });
  });

  it('are of locks where each ends in a class', async () => {
    expect((await read(...stacks)).sampleTypes[1]).toEqual({ type: 'lock', unit: 'nanoseconds' });
    expect((await read(...stacks, '', '--- 5 ns (10.00%), 1 sample', '  [ 0] a.b.Pool.take')).sampleTypes[1])
      .toEqual({ type: 'total', unit: 'nanoseconds' });
  });
});

describe('stacks with their counts', () => {
  it('of DTrace have binaries', async () => {
    const profile = await read('', '           libc.so.1`write+0xa', '           app`main', '            12', '',
      '           app`main', '             3', '');
    expect(rows(profile)).toEqual(['write 12/12', 'main 3/15']);
    expect(profile.mappings.map(({ file }) => file)).toEqual(['libc.so.1', 'app']);
  });

  it('of BCC have processes, and off-CPU time in nanoseconds', async () => {
    const stacks = ['    finish_task_switch', '    schedule', '    --', '    poll',
      '    -                sshd (1234)', '        286', '', '    -                idle (9)', '        14', ''];
    const profile = await read('Sampling at 49 Hertz of all threads by user + kernel stack... Hit Ctrl-C to end.', '^C',
      ...stacks);
    expect(rows(profile)).toEqual(['finish_task_switch 286/286', 'poll 0/286', 'schedule 0/286']);
    expect(profile.labels.strings).toEqual(expect.arrayContaining(['command', 'sshd']));
    const off = await read('Tracing off-CPU time (us) of all threads by user + kernel stack... Hit Ctrl-C to end.', '',
      ...stacks);
    expect(off.sampleTypes).toEqual([{ type: 'offcpu-time', unit: 'nanoseconds' }]);
    expect(rows(off)[0]).toBe('finish_task_switch 286000/286000');
  });
});

it('demangles names of C++ and Rust, and keeps the mangled ones', async () => {
  const profile = await read('_Z3runv;_ZN3foo4workEi 3', '_Z3runv;_ZN4core3fmt5write17h0123456789abcdefE 2');
  expect(rows(profile)).toEqual(['foo::work(int) 3/3', 'core::fmt::write 2/2', 'run() 0/5']);
  expect(profile.functions.map(({ systemName }) => systemName)).toContain('_Z3runv');
});

it('never throws on what is cut or mixed up', () => {
  const line = fc.constantFrom(
    'Weight\tSelf Weight\tSymbol Names', '1.00 ms  0.1%\t1,5 ms\t   a', '9.9 GB\t0 s\t  ', '-\t-\t-',
    'heap profile: 1: 2 [3: 4] @ heap/8', '> 1: 2 [900: 4] @ 0x1', '    #\t0x1\ta+0x1\t/a.go:1',
    '2 Kc\t1 Kc\t b', 'Started [lock] profiling',
    '--- 7 ns (1.00%), 2 samples', '  [ 0] a.B', '  a`b+0x1', '  12', '   -     sh (9)', '  --', '',
    'a 1 [001] 18446744069.414584: 5 cycles:P: ', '\t4005ab _ZN1a1bEv', '\t  a.c:1', '[ 0] a;b 3', '_ZN1aE;_Zfoo 2'
  );
  fc.assert(fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
    expect(() => readForeign(new TextEncoder().encode(lines.join('\n')))).not.toThrow();
  }), { numRuns: 500 });
});
