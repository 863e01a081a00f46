import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { statements } from '../../../core/finding.ts';
import { profileFinding } from '../../../core/views/profile/profileFinding.ts';
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

const RULE = `${'-'.repeat(11)}+${'-'.repeat(55)}`;

describe('the output of go tool pprof -traces', () => {
  it('is a heap profile by its values, with labels, files and lines', async () => {
    const profile = await read(
      'File: engine', 'Type: inuse_space', 'Time: Feb 4, 2020 at 4:19pm (CET)', RULE,
      '     bytes:  48kB', '    1.50MB   main.fill /src/main.go:12 (inline)',
      '             main.main /src/main.go:30', RULE,
      '     512kB   main.cache', '             main.main /src/main.go:30', RULE,
      '         0   main.empty', RULE
    );
    expect(profile.sampleTypes).toEqual([{ type: 'inuse_space', unit: 'bytes' }]);
    expect(rows(profile)).toEqual(['main.fill 1572864/1572864', 'main.cache 524288/524288', 'main.main 0/2097152']);
    expect(profile.functions.map(({ file }) => file)).toEqual(['/src/main.go', '/src/main.go', '']);
    expect(profileFacts(profile, '').kind).toBe('heap');
  });

  it('is of CPU time in any of its units, with the duration that was recorded', async () => {
    const profile = await read(
      'Type: cpu', 'Duration: 30.14s, Total samples = 2.12s', RULE, '     120ms   a.b', '             a.c', RULE,
      '        2s   a.c', RULE, '', '(pprof) quit'
    );
    expect(rows(profile)).toEqual(['a.c 2000000000/2120000000', 'a.b 120000000/120000000']);
    expect(profileFacts(profile, '').durationSeconds).toBeCloseTo(30.14);
  });

  it('is read without its header, and where blanks were lost', async () => {
    expect(rows(await read('main.lost', RULE, '3   a.b', 'a.c', RULE, '-1   a.d'))).toEqual([
      'a.b 3/3', 'a.d -1/-1', 'a.c 0/3',
    ]);
  });

  it('is refused where the units of its values do not fit', async () => {
    await expect(read(RULE, '     120ms   a.b', RULE, '     12MB   a.c', RULE)).rejects.toThrow('different units');
  });
});

describe('the output of bpftrace', () => {
  it('joins the stacks of kernel and user in either order, and keeps the command', async () => {
    const kernel = ['    tcp_sendmsg+64', '    entry_SYSCALL_64_after_hwframe+110'];
    const user = ['    main.send+0x1d', '    0x7f3a5c'];
    const profile = await read(
      'Attaching 1 probe...', '^C', '', '@[', ...kernel, ', ', ...user, ', engine]: 5',
      '@[', ...user, ',', ...kernel, ', engine]: 2', '@[comm, 12,', '    main.work+12', ']: 1', '@hist:', '[1] 3 |@@ |'
    );
    expect(rows(profile).sort()).toEqual([
      '<unknown> 0/7', 'entry_SYSCALL_64_after_hwframe 0/7', 'main.send 0/7', 'main.work 1/1', 'tcp_sendmsg 7/7',
    ]);
    expect(profile.labels.strings).toEqual(expect.arrayContaining(['command', 'engine', 'id', '12']));
    expect(profile.sampleTypes).toEqual([{ type: 'samples', unit: 'count' }]);
  });

  it('has a sample type for each map, and totals of stats()', async () => {
    const profile = await read('@bytes[', '    a+1', ']: count 2, average 5, total 10', '@calls[', '    a+1', ']: 2');
    expect(rows(profile, 'bytes')).toEqual(['a 10/10']);
    expect(rows(profile, 'calls')).toEqual(['a 2/2']);
  });
});

describe('the output of async-profiler as text', () => {
  it('has samples and their time, and the table below is skipped', async () => {
    const profile = await read('--- Execution profile ---', 'Total samples       : 3', '',
      '--- 30 ns (60.00%), 2 samples',
      '  [ 0] a.B.run_[j]', '  [ 1] a.B.main', '', '--- 20 ns (40.00%), 1 sample', '  [ 0] read', '  [ 1] a.B.main', '',
      '          ns  percent  samples  top', '          30   60.00%        2  a.B.run');
    expect(rows(profile)).toEqual(['a.B.run 30/30', 'read 20/20', 'a.B.main 0/50']);
    expect(rows(profile, 'samples')).toEqual(['a.B.run 2/2', 'read 1/1', 'a.B.main 0/3']);
  });

  it('has no unit where none was printed, as of locks', async () => {
    const profile = await read('Total: 47839 (56.23%)  samples: 3', '  [ 0] a.B$Node', '  [ 1] a.B.get');
    expect(profile.sampleTypes.map(({ type, unit }) => `${type} ${unit}`)).toEqual(['samples count', 'printed count']);
    expect(rows(profile)).toEqual(['a.B$Node 3/3', 'a.B.get 0/3']);
  });

  it('has its values named as printed where the stacks are a part of what was measured', async () => {
    const profile = await read('Started [cpu] profiling', '--- Execution profile ---', 'Total samples       : 9', '',
      '--- 30 ns (33.33%), 3 samples', '  [ 0] a.B.run', '', '--- 20 ns (22.22%), 2 samples', '  [ 0] a.B.wait');
    expect(profile.sampleTypes[1]).toEqual({ type: 'printed', unit: 'nanoseconds' });
  });
});

it('never throws on what is cut or mixed up', () => {
  const line = fc.constantFrom(
    RULE, '     1MB   a.b', '   x:  y', '     a', '', '@[', '@a[c,', '  , k', ']: 3', ', e]: 4',
    '--- 7 ns (1.00%), 2 samples', '--- 7 bytes (1.00%), 2 samples', '  [ 0] a'
  );
  fc.assert(fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
    expect(() => readForeign(new TextEncoder().encode(lines.join('\n')))).not.toThrow();
  }), { numRuns: 500 });
});

const HEAD = [
  'Analysis of sampling app (pid 7) every 1 millisecond', 'Process:         app [7]', '',
  'Date/Time:       2026-11-20 10:00:00.500 +0000', '----', '', 'Call graph:',
];
const TAIL = ['', 'Total number in stack (recursive counted multiple, when >=5):', '        9       work  (in app) + 1',
  '', 'Binary Images:', '       0x1000 -        0x2fff +app (0) <A> /app'];

describe('the call graph of sample', () => {
  it('is read by the columns of its counts, each thread on its own', async () => {
    const profile = await read(
      ...HEAD, '    100 Thread_11   DispatchQueue_1: com.apple.main-thread  (serial)',
      '    + 100 start  (in libdyld.dylib) + 1  [0x7fff737cf3d5]',
      '    +   100 main  (in app) + 41,10  [0x1001,0x1002]',
      '    +     ! 70 work  (in app) + 3  [0x1010]  work.c:12', '    +     ! : 20 deep  (in app) + 9  [0x1020]',
      '    +     30 ???  (in libz.dylib)  load address 0x5000 + 0x10  [0x5010]',
      '    9 Thread_12: pool', '    + 9 work  (in app) + 3  [0x1010]  work.c:12', ...TAIL,
    );
    expect(rows(profile)).toEqual(['work 59/79', '[libz.dylib] 30/30', 'deep 20/20', 'main 0/100', 'start 0/100']);
    expect(profile.labels.strings).toEqual(expect.arrayContaining(['thread', 'Thread_11 (com.apple.main-thread)']));
    expect(profileFacts(profile, '')).toMatchObject({ time: Date.UTC(2026, 10, 20, 10) / 1000 + 0.5 });
  });

  it('that only waits says so first', async () => {
    const profile = await read(
      ...HEAD, '    825 Thread_1   DispatchQueue_1: com.apple.main-thread  (serial)',
      '    +  825 start  (in libdyld.dylib) + 1  [0x1]',
      '    +   825 _$LT$std..thread..JoinHandle$LT$T$GT$$GT$::join::hca6aa63e512626da  (in rg) + 72  [0x2]',
      '    +     825 _pthread_join  (in libsystem_pthread.dylib) + 358  [0x3]',
      '    +       825 __ulock_wait  (in libsystem_kernel.dylib) + 10  [0x4]',
    );
    const table = top(profile, {});
    if (!table.ok) throw new Error(table.error.message);
    expect(statements(profileFinding(table.value)).slice(0, 2)).toEqual([
      'All 825 samples are in functions that wait.', 'Waiting: 825 in __ulock_wait, called by _pthread_join.',
    ]);
    expect(rows(profile)).toContain('<std::thread::JoinHandle<T>>::join 0/825');
  });

  it('without rows is refused', async () => {
    const result = await decodeAny(new TextEncoder().encode([...HEAD, '    0 Thread_1', ...TAIL].join('\n')));
    expect(result.ok ? '' : result.error.message).toContain('has no samples');
  });
});
