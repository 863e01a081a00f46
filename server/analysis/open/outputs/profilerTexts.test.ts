import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const told = (text: string): { format: string; name: string; interest: string | null; remedy: string | null } => {
  const { format, name, interest, remedy } = recognize(new TextEncoder().encode(text));
  return { format, name, interest, remedy };
};

describe('texts of other profilers are named', () => {
  it.each([
    ['Analysis of sampling rg (pid 7) every 1 millisecond\nProcess: rg', 'macos-sample'],
    ['\tTime and Allocation Profiling Report  (Final)\n\n\ttotal time  =        0.02 secs', 'ghc-profile'],
    ['{\n"program": "x",\n"cost_centres": []}', 'ghc-profile'],
    ['Weight\tSelf Weight\tSymbol Names\n4.93 s  100.0%\t0 s\t   start', 'instruments'],
    [' Performance counter stats for \'sleep 1\':\n\n   1.0 seconds time elapsed', 'perf-stat'],
    ['% time     seconds  usecs/call     calls    errors syscall\n 50.00    0.1  1  9    read', 'strace-summary'],
    ['==12== Memcheck, a memory error detector', 'valgrind'],
    ['   ncalls  tottime  percall  cumtime  percall filename:lineno(function)\n  1  0.1', 'python-profile'],
    ['  %   cumulative   self              self     total\n time   seconds', 'gprof'],
    ['#0  0x00007f in poll () from /lib/libc.so\n#1  0x0000 in main ()', 'gdb'],
    [' num     #instances         #bytes  class name\n   1:  7  90  [B', 'java-histogram'],
    ['v8-version,10,2,154\nshared-library,/usr/bin/node', 'v8-log'],
    ['\n  test`baz\n  test`main\n  1\n', 'dtrace'],
    ['Maximum resident set size (kbytes): 1896', 'time-part'],
    [
      '2022-11-06T18:49:43.2Z a_total = 12\n2022-11-06T18:49:43.2Z prometheus_build_info{version="2.26.0"} = 1',
      'fluent-metrics',
    ],
    ['VmRSS:\t  1024 kB\nRssAnon:\t 512 kB', 'proc-status'], ['memory.failcnt:0\nmemory.stat:rss 7', 'cgroup-memory'],
    ['anon 7\nfile 9\nsock 0', 'cgroup-memory'], ['usage: prometheus [<flags>]\n\n  -h, --help  Help.', 'program-help'],
    ['scvg1: inuse: 1, idle: 2, sys: 3, released: 0, consumed: 3 (MB)', 'scavenger-trace'],
    ['{"status":"success","data":{"startTime":"2019-11-02T17:23:59Z","storageRetention":"15d"}}', 'server-state'],
    ['up_total{a="b"} | 539\n-- | --\nup_total{a="c"} | 540', 'query-result'],
    ['{"topN": "20", "topByCount": [{"query": "up", "timeRangeSeconds": 1, "count": 21}]}', 'top-queries'],
  ])('%s', (text, format) => {
    expect(told(text)).toMatchObject({ format, remedy: expect.stringMatching(/\S/) as string });
  });
});

it('metrics of several moments are no one scrape', () => {
  const moment = (used: number, chunks: number): string => `Mem used ${used} KiB\nprometheus_memory_chunks ${chunks}\n`;
  expect(told(moment(1, 2) + moment(3, 4))).toMatchObject({
    format: 'metric-lines', interest: 'It is of 2 moments: prometheus_memory_chunks is 2, 4.',
  });
});

it.each([
  ['{"a": {"b": 1}, "c": [{"d": 2}]}', 'JSON with the keys a, c'],
  ['[{"a": 1, "b": {"x": 1}}, {"a": 2}]', 'JSON with the keys a, b'],
  ['{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1}', 'JSON with the keys a, b, c, d and 2 more'],
  ['id,name,count\n1,x,2\n2,y,3', 'a table with the columns id, name, count'],
  ['Name: updates\n  total time: 313.2ms\n  operations: 990\n  per operation: 313223 ns', 'lines of names and values'],
  ['package main\n\nfunc main() {}\n', 'source code'],
  ['The quick brown fox.', 'text'], ['{ not JSON', 'text'],
])('what is unknown is named by its shape: %s', (text, shape) => {
  expect(told(text)).toMatchObject({ format: 'unknown', name: `${shape} of no form that is known here` });
});
