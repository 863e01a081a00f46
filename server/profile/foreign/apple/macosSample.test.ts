import { describe, expect, it } from 'vitest';
import { profileFinding } from '../../../../core/views/profile/profileFinding.ts';
import { statements } from '../../../../core/finding.ts';
import type { Profile } from '../../decode/profile.ts';
import { profileFacts } from '../../query/profileFacts.ts';
import { top } from '../../query/top.ts';
import { decodeAny } from '../decodeAny.ts';

async function read(...lines: string[]): Promise<Profile> {
  const result = await decodeAny(new TextEncoder().encode(lines.join('\n')));
  if (!result.ok) throw new Error(result.error.message);
  return result.value.profile;
}

function rows(profile: Profile): string[] {
  const table = top(profile, {});
  if (!table.ok) throw new Error(table.error.message);
  return table.value.rows.map(({ function: name, flat, cum }) => `${name} ${flat}/${cum}`);
}

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
