import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const open = (...lines: string[]): { format: string; interest: string | null } =>
  recognize(new TextEncoder().encode(lines.join('\n')));
const told = (...lines: string[]): string => open(...lines).interest ?? '';

describe('results of dbench', () => {
  it('compares two sides, one run each, and names the side that time measured', () => {
    expect(told('It helps.', '', 'before:', 'Throughput 50.0 MB/sec 64 procs',
      'dbench 64  60.00s user 540.00s system 500% cpu 2:00.00 total', '', 'after:', 'Throughput 80.5 MB/sec 64 procs',
      '(did not do time)')).toBe(
      'Its throughput is 50 MB/s before, 80.5 MB/s after (+61 %) with 64 processes. One run each: how much of the '
        + 'difference is noise is unknown. The run before took 2m, with 5 cores busy.'
    );
  });

  it.each([
    ['one run', ['$ dbench 12', 'Throughput 1234.5 MB/sec  12 clients  12 procs  max_latency=12.345 ms'],
      'Its throughput is 1,235 MB/s (at most 12.3 ms) with 12 processes.'],
    ['an older form', ['Throughput 61.5 MB/sec (NB=76.9 MB/sec  615.3 MBit/sec)  64 procs'],
      'Its throughput is 61.5 MB/s with 64 processes.'],
    ['several numbers of clients', ['Throughput 10 MB/sec 1 procs', 'Throughput 30 MB/sec 4 procs'],
      'Its throughput is 10 MB/s with 1 process, 30 MB/s with 4 processes.'],
    ['quoted in a mail', ['> Throughput 10 MB/sec 4 procs'], 'Its throughput is 10 MB/s with 4 processes.'],
  ])('%s', (_, lines, facts) => {
    expect(told(...lines)).toBe(facts);
    expect(open(...lines).format).toBe('dbench');
  });

  it('tells the tables beside it by their sides', () => {
    const vmstat = (wa: number): string[] => [
      'procs -----------memory---------- -----io---- --system-- ----cpu----',
      ' r  b     free    buff    cache     bi   bo    in   cs    us sy id wa',
      `12  5   38747168 484672  9049088    20  4032  1171 13148   1 22 ${77 - wa} ${wa}`,
    ];
    const profile = (share: string): string[] => [
      'vma      samples    %-age       symbol name', 'c0106ff4 160824916  45.1855     default_idle',
      `c0108140  13603867   ${share}     .text.lock.semaphore`,
    ];
    const facts = told('throughput:', '-----------', 'before:', 'Throughput 50 MB/sec 64 procs', '', 'after:',
      'Throughput 80 MB/sec 64 procs', '', 'profile:', '--------', 'before:', ...profile('3.82'), '', 'after:',
      ...profile('1.42'), '', 'vmstat (short):', '------', 'before:', ...vmstat(12), '', 'after:', ...vmstat(41));
    expect(facts).toMatch(/^Its throughput is 50 MB\/s before, 80 MB\/s after \(\+60 %\)/);
    expect(facts).toContain('Shares of the samples, before and after: .text.lock.semaphore 3.82 % and 1.42 %.');
    expect(facts).toContain('the output of vmstat (before): CPU waits for the disk up to 12 %');
    expect(facts).toContain('the output of vmstat (after): CPU waits for the disk up to 41 %');
  });
});
