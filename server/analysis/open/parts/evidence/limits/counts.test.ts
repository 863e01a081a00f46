import { describe, expect, it } from 'vitest';
import { countedLimits } from './counts.ts';

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

  it('is not reported without a fault, a count or a limit', () => {
    expect(countedLimits(null, '9 /proc/1/maps')).toBeNull();
    expect(countedLimits('maps', 'vm.max_map_count = 262144')).toBeNull();
    expect(countedLimits('files', '$ ls /proc/77/fd | wc -l\n1021\n')).toBeNull();
  });
});
