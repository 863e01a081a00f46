/** Tests the memory of processes in the top of BusyBox, by its header, and the heap profile beside it. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const told = (...lines: string[]): { format: string; interest: string | null } => {
  const { format, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { format, interest };
};

const HEADER = '  PID   VSZ^VSZRW^  RSS (SHR) DIRTY (SHR) STACK COMMAND';
const SERVER = '    1 12.5g 5120m 4096m    16 3072m     0   132 /bin/thanos store --data-dir=/var/thanos';
const SHELL = '   27  1420   216   640   412    88     0   132 sh';
const OF_SERVER = 'thanos has 4096 MiB of resident memory (3072 MiB of it dirty: pages that it wrote, not files that '
  + 'it only reads). Its 12.5 GiB of address space are mostly mapped files, not memory.';
const PPROF = (total: string): string => `Showing nodes accounting for 800MB, 78.12% of ${total} total`;

describe('the memory columns of top', () => {
  it('are read by the header, in which one word names two columns', () => {
    expect(told(HEADER, SERVER, SHELL)).toEqual({ format: 'top', interest: OF_SERVER });
  });

  it('the largest is reported, also when sizes have units', () => {
    expect(told(HEADER, SHELL, '   31 2100m 1500m  900m     4  850m     0   132 /opt/worker').interest)
      .toContain('worker has 900 MiB of resident memory (850 MiB of it dirty');
  });

  it('the total of a heap profile is compared', () => {
    expect(told('It grows.', '', PPROF('1024MB'), '', '```', HEADER, SERVER, SHELL, '```').interest)
      .toContain('The profile in the text has 1024MB in all, so 4 times as much is resident');
  });

  it.each([
    ['of hardly less', [PPROF('3900MB')]], ['of CPU', ['Showing nodes accounting for 8s, 78.12% of 10s total']],
    ['of allocations', ['Type: alloc_space', PPROF('1024MB')]], ['of two totals', [PPROF('1GB'), PPROF('900MB')]],
  ])('a profile %s is not', (_, lines) => {
    expect(told('It grows.', '', ...lines, '', '```', HEADER, SERVER, SHELL, '```').interest ?? '')
      .not.toContain('times as much is resident');
  });
});
