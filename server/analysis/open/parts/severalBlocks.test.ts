/** Tests pastes of several blocks: each is read on its own, and the gravest comes first. */
import { describe, expect, it } from 'vitest';
import { recognize, type Recognized } from '../recognize.ts';
import { blocksOf } from './blocks.ts';
import { gravityOf } from './gravity.ts';

const of = (...lines: string[]): Recognized => recognize(new TextEncoder().encode(lines.join('\n')));

const PS = ['CONTAINER ID        IMAGE               COMMAND             CREATED             STATUS',
  '55d8e7e00878        prom/prometheus     "/bin/prometheus"   20 hours ago        Exited (137) 3 minutes ago'];
const STATE = ['    Last State:         Terminated', '      Reason:           Error', '      Exit Code:        137',
  '      Started:          Mon, 01 Jan 0001 00:00:00 +0000', '      Finished:         Fri, 02 Jan 2026 03:04:05 +0000'];
const KILL = ['[Fri Jan  2 03:04:03 2026] Out of memory: Kill process 8 (prometheus) score 1041 or sacrifice child',
  '[Fri Jan  2 03:04:03 2026] Killed process 8 (prometheus) total-vm:9kB, anon-rss:2097152kB, file-rss:0kB'];
const ETCD = ['{', '  "level": "warn",', '  "ts": "2026-01-02T05:04:05.2Z",', '  "caller": "etcdserver/util.go:166",',
  '  "msg": "apply request took too long",', '  "took": "490.4ms",', '  "expected-duration": "100ms"', '}'];
const failed = (err: string): string =>
  `ts=2026-01-02T03:04:05.1Z caller=db.go:816 level=error component=tsdb msg="compaction failed" err="${err}"`;

describe('the blocks of a paste', () => {
  it('the kernel’s kill leads, whatever comes first', () => {
    const { name, interest, door } = of('$ docker ps -a', ...PS, '```', '', 'I looked at the pod:', '', '```', ...STATE,
      '```', '', 'And dmesg:', '', '```', '$ dmesg -T | grep prometheus', ...KILL);
    expect({ name, door }).toEqual({ name: 'a log of the kernel', door: 'log' });
    expect(interest).toBe('The kernel killed prometheus (pid 8, 2.00 GiB resident) because memory ran out. It also has '
      + 'the output of docker ps: prom/prometheus: Exited (137) 3 minutes ago. It also has the output of kubectl '
      + 'describe: the container was killed (exit code 137, SIGKILL).');
  });

  it('two programs: each by its own block, whatever the order', () => {
    const prometheus = ['```', failed('x: bad block'), '```'];
    const etcd = ['```json', ...ETCD, '```'];
    for (const blocks of [[prometheus, etcd], [etcd, prometheus]]) {
      const { name, program, interest } = of(...blocks[0] ?? [], '', 'Some other lines:', '', ...blocks[1] ?? []);
      expect(name).toBe('a log of Prometheus, with lines of etcd');
      expect(program).toBe('Prometheus');
      expect(interest).toMatch(/^It logged the error "compaction failed".* The program etcd.*490 ms/);
    }
  });

  it('a receiver whose disk is full ends, and a Prometheus that sends to it', () => {
    const line = (rest: string): string => `ts=2026-01-02T03:04:05.1Z caller=receive.go:6 ${rest}`;
    const { name, interest } = of(
      '# When the disk is full', '- The receiver logs:', '  ```shell',
      `  ${line('level=error component=receive err="compact head: no space left on device" msg="failed to flush "')}`,
      `  ${line('level=info component=receive msg="internal server is shutting down" err="opening storage: open '
        + '/d/wal/8: no space left on device"')}`,
      '  ```', '- The sender logs:', '  ```shell',
      '  time=2026-01-06T03:04:05.1Z level=WARN source=queue_manager.go:2 msg="Failed to send batch, retrying" '
        + 'component=remote remote_name=6c1ca9 err="server returned HTTP status 503"',
      '  ```',
    );
    expect(name).toBe('a log of Thanos, with lines of Prometheus');
    expect(interest).toMatch(/^It ended with "opening storage: open \/d\/wal\/8: no space left on device"\. /);
    expect(interest).toContain('Prometheus logged the warning "Failed to send batch, retrying" at 2026-01-06T03:04:05');
  });

  it('two blocks of one program: what one says and the whole does not', () => {
    const rushed = (minute: number): string => `time="2026-10-24T10:0${minute}:30+08:00" level=warning `
      + 'msg="Storage has entered rushed mode." source="storage.go:1660" urgencyScore=1';
    const { name, version, interest } = of(
      '- slow', '  ```LOG', `  ${rushed(5)}`, '', `  ${rushed(8)}`, '  ```', '', '- no start', '', '  ```LOG',
      '  time="2026-08-08T15:38:30+08:00" level=info msg="Starting prometheus (version=1.5.2, branch=m)" source="a.go"',
      '  time="2026-08-08T15:38:30+08:00" level=error msg="Error opening memory series storage: found existing files" '
        + 'source="main.go:182"', '  ```',
    );
    expect({ name, version }).toEqual({ name: 'a log of Prometheus 1.5.2', version: '1.5.2' });
    expect(interest).toContain('Another part of the text: the warning "Storage has entered rushed mode." occurs 2 '
      + 'times from 2026-10-24T02:05:30Z to 2026-10-24T02:08:30Z. Prometheus 1 holds more chunks');
  });

  it('perf stat beside time, of two runs', () => {
    const run = (seconds: string, ipc: string): string[] => ['```', '$ perf stat ./a', '',
      " Performance counter stats for './a':", '', `  153455923      instructions    #    ${ipc}  insn per cycle`, '',
      `       ${seconds} seconds time elapsed`, '```', '```', '$ time ./a', `real\t0m${seconds}s`, 'user\t0m0.1s',
      'sys\t0m0.1s', '```'];
    const { format, interest } = of('# C', '', ...run('0.115', '0.87'), '', '# Python', '', ...run('0.864', '0.70'));
    expect(format).toBe('time-output');
    expect(interest).toBe('It also has the output of perf stat: its 2 runs, in the order of the text: 0.115 and 0.864 '
      + 's elapsed; 0.87 and 0.70 instructions per cycle.');
  });

  it('lines of the TSDB beside those of the program that contains it are of that program', () => {
    expect(of('```', 'ts=2026-01-02T03:04:05Z caller=receive.go:6 level=error component=receive msg="x" err="y"', '```',
      'and', '', '```', failed('z'), '```').name).toBe('a log of Thanos');
  });
});

describe('where a text is cut', () => {
  it('a crash stays with its log, a sentence belongs to no block, and a quotation is unquoted', () => {
    expect(blocksOf('a=1 b=2\n\npanic: x\n\ngoroutine 1 [running]:\n\nIs that known?\n\nc=3')).toEqual([
      'a=1 b=2\n\npanic: x\n\ngoroutine 1 [running]:', 'c=3',
    ]);
    expect(blocksOf('> a=1\n>\n> Some words here.\n>\n> b=2')).toEqual(['a=1', 'b=2']);
  });

  it('prompts and fences, also one whose beginning was not copied', () => {
    expect(blocksOf('$ a -b\na=1\n```\n\nThen I ran it:\n\n```\n$ c -d\nb=2\n```')).toEqual(['a=1', 'b=2']);
  });
});

it.each([
  ['The kernel killed a (pid 8) because memory ran out.', 5], ['It crashed with "panic: x".', 4],
  ['It ended with "x".', 3], ['a: Exited (137) 3 minutes ago.', 2], ['It logged the error "x".', 2],
  ['The warning "x" occurs 2 times.', 1], ['Its 3 containers run.', 0], [null, 0],
])('%s is of rank %s', (facts, rank) => { expect(gravityOf(facts)).toBe(rank); });
