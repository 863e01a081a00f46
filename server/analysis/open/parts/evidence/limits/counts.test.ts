import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { countedLimits, isReached } from './counts.ts';

describe('what a process has of a limit', () => {
  it('is as many mappings as the default allows', () => {
    expect(countedLimits('maps', '$ cat /proc/1/maps | wc -l\n65528\n'))
      .toMatch(/65,528 mappings .* is 65530 by default: that is the limit which is reached/);
  });

  it('is fewer mappings than the setting allows', () => {
    expect(countedLimits('maps', 'vm.max_map_count = 262144\n70001 /proc/1/maps\n'))
      .toMatch(/70,001 mappings .* is 262144, so that limit was not reached/);
  });

  it('is as many files as may be open', () => {
    expect(countedLimits('files', '$ ls /proc/77/fd | wc -l\n1021\nMax open files        1024     4096     files'))
      .toMatch(/1,021 files open by the text, and the limit of open files is 1024: that is the limit/);
  });

  it('is read from several numbers of one command, with the folder that has so many entries', () => {
    const said = countedLimits('maps', '$ sh -c "free -g | head -1; cat /proc/sys/vm/max_map_count; ls /var/db/data/ | '
      + 'wc -l"\nMem: 9 1\n65530\n2100\n$ wc -l < /proc/$(pidof db)/maps\n65531\n');
    expect(said).toBe('The process has 65,531 mappings by the text, and vm.max_map_count is 65530: that is the limit '
      + 'which is reached, so raise it on the host, also of a container (sysctl -w vm.max_map_count=262144), and find '
      + 'why there are so many (/var/db/data has 2,100 entries).');
    expect(isReached(said)).toBe(true);
  });

  it('is not reported without a fault, a count or a limit', () => {
    expect(countedLimits(null, '9 /proc/1/maps')).toBeNull();
    expect(countedLimits('maps', 'vm.max_map_count = 262144')).toBeNull();
    expect(countedLimits('files', '$ ls /proc/77/fd | wc -l\n1021\n')).toBeNull();
  });
});

it('the limit of mappings comes before what else memory may lack, and says whether memory is short', () => {
  const said = recognize(new TextEncoder().encode([
    'fatal error: runtime: cannot allocate memory', '', 'runtime stack:', 'runtime.throw(0x1f)',
    '\t/usr/local/go/src/runtime/panic.go:1116 +0x72', '', '$ sysctl -n vm.max_map_count', '65530',
    '$ wc -l < /proc/$(pidof db)/maps', '65530', '$ free -g',
    '              total        used        free      shared  buff/cache   available',
    'Mem:            125          21          61           0          43         100',
  ].join('\n'))).interest ?? '';
  expect(said).toMatch(/^It crashed with "[^"]{1,80}"\. The process has 65,530 mappings by the text, and vm\.max_map/);
  expect(said).toContain('Memory is not the cause: 80 % of it was available.');
  expect(said).not.toContain('look at free memory');
});
