import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const told = (...lines: string[]): [format: string, interest: string | null] => {
  const { format, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return [format, interest];
};

describe('other tools for benchmarks', () => {
  const RUN = 'Benchmark 1: a\n  Time (mean ± σ):     410.3 ms ±  19.9 ms    [User: 173.7 ms, System: 1314.5 ms]';

  it.each([
    ['a difference that its band hides', '    1.02 ± 0.06 times faster than b',
      'a is not distinguishable from b (1.02 ± 0.06 times).'],
    ['a difference', '    2.10 ± 0.10 times faster than b', 'a is 2.10 ± 0.10 times faster than b.'],
  ])('hyperfine: %s', (_, line, said) => {
    expect(told(RUN, '', 'Summary', '  a ran', line)).toEqual(['hyperfine', said]);
  });

  it('hyperfine of one command', () => {
    expect(told(RUN)).toEqual(['hyperfine', 'It has one command, which takes 410.3 ms ± 19.9 ms.']);
  });

  it('hyperfine in several blocks: by the comment above a command, within a heading', () => {
    const block = (comment: string | null, command: string, time: string): string =>
      ['```', ...comment === null ? [] : [`# ${comment}`], `Benchmark 1: ${command}`,
        `  Time (mean ± σ):     ${time}    [User: 1.0 s, System: 1.0 s]`, '```'].join('\n');
    expect(told(
      '### `-n 8`', '', block('new', './x test', '4.000 s ±  0.010 s'),
      block('old', './x test', '52.000 s ±  2.000 s'),
      block('old', 'OPT=1 ./x test', '3.000 s ±  0.010 s'), '', '### `-n 4`', '',
      block('new', './x test -n 4', '2.000 s ±  0.100 s'),
      block(null, 'LIB=/a.so ./x test -n 4', '2.100 s ±  0.100 s'),
    )[1]).toBe('-n 8: new takes 4 s; old 52 s (13 times), old, OPT=1 3 s (−25 %), each against the first. The '
      + 'fastest is old, OPT=1, the slowest old. -n 4: new takes 2 s; LIB=/a.so 2.1 s (not distinguishable), each '
      + 'against the first.');
  });

  it('Criterion', () => {
    expect(told(
      'group/long_name', '                        time:   [61.2 µs 61.4 µs 61.7 µs]',
      '                        change: [+4.33% +5.81% +7.33%] (p = 0.00 < 0.05)',
      '                        Performance has regressed.', 'short  time:   [1.0 ms 1.1 ms 1.2 ms]',
      '                        change: [−2.1% −1.8% −1.5%] (p = 0.00 < 0.05)',
      '                        Performance has improved.',
    )).toEqual(['criterion', '1 regressed, 1 improved. The largest: group/long_name, +5.81 % (3.37 µs of 58 µs).']);
  });

  it('JMH', () => {
    expect(told(
      'Benchmark      Mode  Cnt    Score    Error  Units', 'A.get          avgt   10  123.456 ±  4.567  ns/op',
    )).toEqual(['jmh', 'It has 1 result (lower is better): A.get: 123.456 ± 4.567 ns/op.']);
  });

  it('pytest-benchmark', () => {
    expect(told(
      '---- benchmark: 2 tests ----',
      'Name (time in ms)    Min                Max               Mean            StdDev     Outliers     OPS',
      'test_a               1.3795 (1.0)       5.6846 (3.35)     2.2636 (1.34)   1.9 (inf)       1;1  0.4418 (0.75)',
      'test_b               1.6946 (1.23)      1.6946 (1.0)      1.6946 (1.0)    0.0 (1.0)       0;0  0.5901 (1.0)',
    )).toEqual([
      'pytest-benchmark', 'In the mean test_b is the fastest (1.69 ms), test_a the slowest (2.26 ms), of 2.',
    ]);
  });
});

describe('outputs about a host', () => {
  it('top, whose server comes before a process that uses more', () => {
    expect(told(
      'top - 08:18:47 up 14 days, 23:52,  3 users,  load average: 1.00, 0.97, 1.22',
      'Cpu(s): 40.2%us,  0.1%sy,  0.0%ni, 59.8%id', '  PID USER  PR  NI  VIRT  RES  SHR S %CPU %MEM  TIME+  COMMAND',
      '   77 root  20   0  4004  484  392 S  900  0.0  76:25.49 other',
      '12444 prom  20   0 37.4g 2.6g 194m S  643  8.3  61:03.76 prometheus',
    )).toEqual([
      'top', 'prometheus uses 643 % of a core and 2.6 GiB of resident memory. Its 37.4 GiB of address space are mostly '
        + 'mapped files, not memory. other uses most CPU: 900 % of a core. The CPUs are 59.8 % idle.',
    ]);
  });

  it('ps without its header', () => {
    expect(told('prometh+ 20030  0.1  4.4 149516 82800 ?  Ssl  Feb21   2:40 /usr/local/bin/prometheus --x')).toEqual([
      'ps', 'prometheus uses 0.1 % of a core and 80.9 MiB of resident memory. Its 146 MiB of address space are mostly '
        + 'mapped files, not memory.',
    ]);
  });

  it.each([
    [
      'kubectl top', ['NAME    CPU(cores)  MEMORY(bytes)', 'a-0     5m          700Mi', 'prom-0  250m        3Gi'],
      'kubectl-top', 'prom-0 uses most memory: 3Gi, with 250m of CPU.',
    ],
    [
      'free', ['$ free -m', '       total   used   free   shared  buff/cache   available',
        'Mem:    8000    500   1000       10        6500        6000'],
      'free', '75 % of the memory is available (6000 of 8000), with the page cache. '
        + 'Memory was not short at that moment.',
    ],
    [
      'vmstat', [' r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st',
        ' 1  0      0   1000     10   100    0    0     1     2    3    4  5  6 80  9  0',
        ' 7  2      0   1000     10   100    0    0     1     2    3    4  5  6 40 49  0'],
      'vmstat', 'CPU waits for the disk up to 49 % of the time and is idle at least 40 %; up to 7 processes run or '
        + 'wait for a CPU.',
    ],
    [
      'iostat', ['Device:  r/s  w/s  await r_await w_await  svctm  %util',
        'sda  4.77 82.98 33.32 22.12 33.96  8.34  73.21', 'sda  0.00 120.00 8.70  0.00 8.70  8.17  98.00',
        'dm-1  1.00 1.00 500.00 0.00 800.00  0.63  2.74'],
      'iostat', 'sda is the busiest device: up to 98 % of the time, with waits of up to 34 ms.',
    ],
    [
      'df', ['Filesystem      Size  Used Avail Use% Mounted on', '/dev/sda1        50G   10G   40G  20% /',
        '/dev/sdb1       100G  100G     0 100% /data'],
      'df', '/data is the fullest: 100 %. It has 100 GiB, of which nothing is free.',
    ],
    [
      'a version', ['prometheus, version 2.26.0 (branch: HEAD, revision: x)', '  go version:       go1.16.2'],
      'program-version', 'It is prometheus 2.26.0, built with go1.16.2.',
    ],
    [
      'the scheduler', ['SCHED 5033ms: gomaxprocs=2 idleprocs=2 threads=7 idlethreads=3 runqueue=0 [0 0]',
        'SCHED 6036ms: gomaxprocs=2 idleprocs=0 threads=38 idlethreads=21 runqueue=1520 [4 1]'],
      'schedtrace', 'All 2 processors were busy in 1 of 2 lines; up to 1,525 goroutines waited for one, at 6,036 ms. '
        + 'It had up to 38 threads.',
    ],
    [
      'bpftrace', ['Attaching 1 probe...', '', '@[', '    a+58', '    b+37', ']: 1', '@[', '    c+1', ']: 3'],
      'bpftrace', 'It has 2 stacks with a count of 4 in all.',
    ],
    [
      'pmcstat', ['@ inst_retired.any [35705 samples]', '', '20.86%  [7447]     compress @ /boot/kernel/zfs.ko'],
      'pmcstat', 'It has 35,705 samples of inst_retired.any; compress has 20.86% of them.',
    ],
    [
      'a result of a query', ['{instance="a", job="b"}      15.37'],
      'query-result', 'It has one series, with the value 15.37.',
    ],
  ])('%s', (_, lines, format, said) => { expect(told(...lines)).toEqual([format, said]); });
});

it('a GC trace that was cut is judged from its first line on', () => {
  const line = (number: number, at: string, percent: number): string => `gc ${number} @${at}s ${percent}%: `
    + '0.3+1200+0.1 ms clock, 10+1000/2000/1.2+5 ms cpu, 21003->24107->12870 MB, 21500 MB goal, 48 P';
  expect(told(line(812, '660.0', 12), line(813, '670.0', 12))[1]).toContain(
    'GC takes 0.301 cores, 0.628 % of 48 P. There are 2 GC cycles, from number 812 on; those before '
      + 'the last took 3.02 s of CPU without idle workers in 10 s'
  );
  expect(told(line(812, '660.0', 12))[1]).toContain(
    'GC took 12 % of the CPU since the start, as the line says. There is one GC cycle in 1.2 s, from number 812 on'
  );
});

describe('answers of the API', () => {
  const answer = (data: object): string => JSON.stringify({ status: 'success', data }, null, 2);

  it.each([
    ['a vector of one', { resultType: 'vector', result: [{ metric: { __name__: 'up' }, value: [1521026325.6, '7'] }] },
      'It has 1 series of up with the value 7, at 2018-03-14 11:18:45 UTC.'],
    ['a matrix', { resultType: 'matrix', result: [{ metric: { __name__: 'up' }, values: [[1435781430, '1'],
      [1435781460, '1']] }] }, 'It has 1 series of up over 30 s, to 2015-07-01 20:11:00 UTC.'],
    ['nothing', { resultType: 'vector', result: [] },
      'Its result is empty: no series matches, or none has a sample then.'],
  ])('%s', (_, data, said) => { expect(told(answer(data))).toEqual(['query-answer', said]); });

  it('an error, in the marks of Markdown', () => {
    expect(told('`{"status":"error","errorType":"execution","error":"query timed out."}`'))
      .toEqual(['query-answer', 'It failed: query timed out. The query took longer than it may: shorten its range, '
        + 'or select fewer series.']);
  });

  it('an error that is known, and a warning', () => {
    const error = 'expanding series: the query exceeded the maximum number of chunks (limit: 2 chunks) '
      + `(err-mimir-max-chunks-per-query). ${'Consider reducing the time range. '.repeat(20)}`;
    const [, failed] = told(JSON.stringify({ status: 'error', errorType: 'execution', error }));
    expect(failed).toMatch(/^It failed: expanding series: the query .* needs more chunks than max_fetched_chunks_per/);
    const [, warned] = told(JSON.stringify({
      status: 'success', data: { resultType: 'vector', result: [] }, warnings: ['No StoreAPIs matched for this query'],
    }));
    expect(warned).toMatch(/^It has the warning "No StoreAPIs matched .* query"\. No store .* Its result is empty\.$/);
  });

  it('the chunks per series of a full head', () => {
    const head = (chunkCount: number, maxTime: number): string | null => told(answer({
      headStats: { numSeries: 200_000, chunkCount, minTime: 1_717_228_800_000, maxTime },
      seriesCountByMetricName: [{ name: 'up', value: 700 }],
    }))[1] ?? null;
    expect(head(600_000, 1_717_238_700_000)).toContain('Its head spans 2h 45m. It has 3 chunks per series.');
    expect(head(204_000, 1_717_238_700_000)).toContain('It has only 1.02 chunks per series: most series are new, ');
    expect(head(204_000, 1_717_232_400_000)).toContain('It has 1.02 chunks per series.');
    expect(head(9, 1_717_238_700_000)).not.toContain('chunks per series');
  });

  it('the status of a TSDB', () => {
    expect(told(answer({
      headStats: { numSeries: 2946 }, seriesCountByMetricName: [{ name: 'up', value: 700 }],
      labelValueCountByLabelName: [{ name: 'pod', value: 1200 }],
    }))).toEqual([
      'tsdb-status', 'It has 2,946 series; the metric up has most: 700 (23.8 %); the label with most values is pod '
        + '(1,200).',
    ]);
  });
});

/** What reports a failure says what that means and the next step. */
const failed = (errorType: string, error: string): string => JSON.stringify({ status: 'error', errorType, error });

it.each([
  ['execution', 'query processing would load too many samples into memory in query execution', '--query.max-samples'],
  ['execution', 'found duplicate series for the match group {a="1"} on the right hand-side of the operation: [{}];'
    + 'many-to-many matching not allowed: matching labels must be unique on one side', 'as in max by (a) (…)'],
  ['timeout', 'query timed out in query execution', '--query.timeout'],
  ['422', 'the number of matching timeseries exceeds 30000; either narrow down the search or increase '
    + '-search.maxUniqueTimeseries', 'narrow its selectors'],
])('an answer of a query API: %s, %s', (type, error, words) => {
  const [format, interest] = told(failed(type, error));
  expect(format).toBe('query-answer');
  expect(interest).toMatch(/^It failed: /);
  expect(interest).toContain(words);
});

it('an answer whose keys are sorted, and one whose error is long', () => {
  expect(told('{"error":"query timed out in query execution","errorType":"timeout","status":"error"}')[0])
    .toBe('query-answer');
  const error = `invalid parameter "query": ${'x'.repeat(900)}: unexpected end of input`;
  const [, interest] = told(failed('bad_data', error));
  expect(interest).toMatch(/^It failed: invalid parameter "query": x/);
  expect(interest?.length).toBeLessThan(500);
});

it('an error of InfluxDB 2 says what failed, and a write is no query', () => {
  expect(told('{"code":"invalid","message":"unable to parse \'a b\': missing fields"}'))
    .toEqual(['influx-answer', expect.stringMatching(/^It failed: unable to parse 'a b': missing fields\. .+/)]);
  expect(told('{"code":"internal error","message":"unexpected error writing points to database: timeout"}')[1])
    .not.toContain('query');
});

it('an answer that succeeded is no failure, whatever its labels are', () => {
  expect(told('{"status":"success","data":{"resultType":"vector","result":[{"metric":{"status":"error","error":"no"},'
    + '"value":[1521026325,"7"]}]}}')[1]).toContain('It has 1 series');
});

it.each([
  [['Checking r.yml', '  FAILED:', 'r.yml: 5:9: group "a", rule 1, "b": could not parse expression: 1:5: parse error: '
    + 'unexpected <by>'], 'line and column in the expression'],
  [['Checking p.yml', '  FAILED: parsing YAML file p.yml: scrape timeout greater than scrape interval for scrape '
    + 'config with job name "a"'], 'lower scrape_timeout'],
  [['Checking r.yml', '  FAILED:', 'r.yml: yaml: unmarshal errors:',
    '  line 2: field expresion not found in type rulefmt.RuleNode'], 'look at its spelling and indentation'],
])('promtool check: %s', (lines, words) => {
  const [format, interest] = told(...lines);
  expect(format).toBe('promtool-check');
  expect(interest).toContain(words);
  expect(interest).not.toContain('checked with promtool check config');
});

it('promtool check whose reason was cut does not claim that all is well', () => {
  expect(told('Checking r.yml', '  FAILED:')[1]).toBe('It failed; the reason is not in the text.');
});

it('an answer that was cut before its first series claims no number; a scalar has its value', () => {
  expect(told('{"type":"matrix","value":[')[1]).toBeNull();
  expect(told('{"status":"success","data":{"resultType":"scalar","result":[1521026325,"7"]}}')[1])
    .toBe('Its value is 7.');
});

it('promtool check of several files counts those with faults', () => {
  expect(told('Checking a.yml', '  FAILED:', 'a.yml: bad', '', 'Checking b.yml', '  FAILED:', 'b.yml: bad')[1])
    .toMatch(/2 files have faults\.$/);
});
