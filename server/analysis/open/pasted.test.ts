import { describe, expect, it } from 'vitest';
import { recognize } from './recognize.ts';

const told = (...lines: string[]): { format: string; pasted: string | null } => {
  const { format, pasted } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { format, pasted };
};

const DUMP = ['goroutine 7 [select, 3 minutes]:', 'main.run(0x1)', '    /src/main.go:12 +0x1d', 'created by main.main'];
const HEAP = ['heap profile: 1: 2 [3: 4] @ heap/1048576', '1: 2 [3: 4] @ 0x1'];
const METRICS = ['go_goroutines{job="a"} 7', 'go_threads{job="a"} 9'];

describe('a paste is recognized behind what is put around it', () => {
  it.each([
    ['a command', ['$ curl -s localhost:9090/debug/pprof/goroutine?debug=2', ...DUMP], 'goroutine-dump', DUMP],
    ['a command of root', ['root@host:/# cat heap.txt', ...HEAP], 'text-heap', HEAP],
    ['a prompt with a time', ['[16:10 root@host:~] # cat x', ...HEAP], 'text-heap', HEAP],
    ['a sentence', ['This is what I get:', '', ...HEAP], 'text-heap', HEAP],
    ['dots', ['[...]', ...DUMP], 'goroutine-dump', DUMP],
    ['a fence', ['```', ...METRICS, '```'], 'metrics', METRICS],
    [
      'a fence with a language, and words around it', ['It grows.', '', '```text', ...METRICS, '```', '', 'Why?'],
      'metrics', METRICS,
    ],
    ['a quotation', METRICS.map((line) => `> ${line}`), 'metrics', METRICS],
  ])('%s', (_, lines, format, part) => {
    expect(told(...lines)).toEqual({ format, pasted: part.join('\n') });
  });

  it('a line of JSON between single marks', () => {
    expect(told(
      'I asked and got:', '', '`{"status":"success","data":{"resultType":"vector","result":[]}}`', '', 'Why?'
    ).format).toBe('query-answer');
  });

  describe('several outputs', () => {
    const DISK = ['$ df -h', 'Filesystem  Size  Used Avail Use% Mounted on', '/dev/sdb1  100G  99G   1G  99% /data'];
    const FLAGS = ['$ ps auxwww | grep prometheus', '/bin/prometheus --storage.tsdb.retention.size=40GB'];
    const VERSION = ['```', '$ prometheus --version', 'prometheus, version 2.19.1 (branch: HEAD, revision: x)', '```'];
    const of = (...lines: string[]): { name: string; interest: string | null; door: string | null } => {
      const { name, interest, door } = recognize(new TextEncoder().encode(lines.join('\n')));
      return { name, interest, door };
    };

    it('each says what it has', () => {
      expect(of(...FLAGS, '', 'It grows.', '', ...DISK)).toEqual({
        name: 'the output of df', door: null,
        interest: '/data is the fullest: 99 %. It has 100 GiB, of which 1 GiB is free. It also has the '
          + 'command line of a server: it sets storage.tsdb.retention.size 40GB. For a size of retention only blocks '
          + 'are deleted: leave room for the WAL, the head and a compaction.',
      });
    });

    it('how the server was started comes after what it did', () => {
      const { name, interest } = of(...VERSION, '', '$ du -hs *', '1.7G    /prometheus/01F7RMM2DPXB3B9P1TQZS68HPB');
      expect(name).toBe('the output of du');
      expect(interest).toBe('It lists 1 block, the largest 01F7RMM2DPXB3B9P1TQZS68HPB with 1.7G. It also has the '
        + 'version that a program printed: it is prometheus 2.19.1.');
    });

    it('two of one command are one', () => {
      expect(of(...DISK, '$ du a', '1G\ta/2026_01', '$ du b', '2G\tb/2026_01').interest)
        .toContain('It also has the output of du: it lists 2 monthly folders, the largest 2026_01 with 2G.');
    });

    it('one that is read is opened', () => {
      const dump = ['```', 'goroutine 7 [select, 3 minutes]:', 'main.run(0x1)', '\t/src/main.go:12 +0x1d', '```'];
      expect(of(...VERSION, '', ...dump)).toMatchObject({ name: 'a dump of goroutines (Go)', door: 'profile' });
    });
  });

  it('a quote between sentences', () => {
    const heap = ['heap profile: 1: 8 [1: 8] @ heap/1048576', '1: 8 [1: 8] @ 0x1', '#\t0x1\tmain.run+0x5\t/a.go:7'];
    const text = ['It shows:', '', ...heap.map((line) => `> ${line}`), '', 'What is that?'].join('\n');
    expect(recognize(new TextEncoder().encode(text))).toMatchObject({ format: 'text-heap', pasted: heap.join('\n') });
  });

  it.each([
    ['$ kubectl gadget profile cpu -K\n\n```\n[ 0] cat;read;copy 4\n[ 0] cat;read;lock 9\n', 'Inspektor Gadget'],
    ['$ py-spy record -p 12 -f raw\nmain;run;a 1\nmain;run;b 2\nmain;run;c 3\n', 'py-spy'],
    ['main;perf record;a 1\nmain;run;b 2\nmain;run;c 3\n', null],
  ])('the profiler of the command above stacks: %s', (text, program) => {
    expect(recognize(new TextEncoder().encode(text))).toMatchObject({ format: 'collapsed', program });
  });

  it('goroutines that were not pasted are counted', () => {
    const text = ['`goroutine profile: total 27', '4 @ 0x1 0x2', '#\t0x1\tmain.run+0x5\t/a.go:7', '', '2 @ 0x3', '`'];
    expect(recognize(new TextEncoder().encode(text.join('\n'))).caveat)
      .toBe('The stacks of 21 goroutines are not in the text.');
    const long = recognize(new TextEncoder().encode(
      `Stuck:\n\ngoroutine profile: total 4000\n${'1 @ 0x1 0x2\n#\t0x1\tmain.run+0x5\t/a.go:7\n\n'.repeat(4000)}`
    ));
    expect(long).toMatchObject({ format: 'text-goroutine', caveat: null });
    const whole = recognize(new TextEncoder().encode('goroutine profile: total 4\n4 @ 0x1 0x2\n'));
    expect(whole).toMatchObject({ format: 'text-goroutine', caveat: null });
  });

  it('a few lines of metrics between words', () => {
    expect(told(
      'It takes 26 GiB.', 'It was less.', '', '```', 'a_series = 5', 'rate(a_total[5m]) = 6', 'b_chunks = 9', '```',
      'Why?', 'What can I do?',
    ).format).toBe('metric-lines');
  });

  it('what begins with its form is left as it is', () => {
    expect(told(...HEAP)).toEqual({ format: 'text-heap', pasted: null });
  });

  it('prose stays unknown, whatever its lines end with', () => {
    expect(told('One.', '', 'Two:', '', 'three', '```', 'four', '```').format).toBe('unknown');
  });

  it('a log of an unknown program with a dump in it stays a log', () => {
    const log = [5, 6, 7].map((second) => `2026-01-02 03:04:0${second} INFO up`);
    expect(told(...log, '', ...DUMP).format).toBe('log');
  });
});
