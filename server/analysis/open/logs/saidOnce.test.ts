import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const factsOf = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

describe('sentences that are true of what is in the text', () => {
  const old = (rest: string): string =>
    `time="2026-01-02T03:04:05Z" level=warning msg="${rest}" source="crashrecovery.go:40"`;

  it('a crash recovery that is complete within the same second', () => {
    const facts = factsOf(
      old('Starting prometheus (version=1.6.1, branch=master)'),
      old('Starting crash recovery. Prometheus is inoperational until complete.'),
      old('File scan complete. 43 series found.'), old('Crash recovery complete.'), old('1043 series loaded.'),
    );
    expect(facts).toContain('It was not shut down cleanly before; its crash recovery was complete after less than 1 s, '
      + 'and it has 1,043 series.');
    expect(facts).not.toContain('serves nothing');
  });

  it('versions of the programs beside Prometheus 1', () => {
    const line = (of: string, second: number, message: string): string =>
      `${of} | time="2026-01-02T03:04:0${second}Z" level=info msg="${message}" source="main.go:1"`;
    const { name } = recognize(new TextEncoder().encode([
      line('prometheus', 1, 'Starting prometheus (version=1.3.1, branch=master)'),
      line('alertmanager', 2, 'Starting alertmanager (version=0.5.0, branch=master)'),
    ].join('\n')));
    expect(name).toContain('Alertmanager 0.5.0');
  });

  it('one slow request or one slow write of etcd has no range', () => {
    const at = '2026-01-02 03:04:05.6 W |';
    expect(factsOf(`${at} etcdserver: read-only range request "key" took too long (490ms) to execute`))
      .toContain('1 request took 490 ms, which is too long.');
    expect(factsOf(`${at} wal: sync duration of 2.5s, expected less than 1s`))
      .toContain('Its disk is slow: 1 write of its WAL took 2.5 s.');
  });

  it('a heap of a GC trace, whose sizes are rounded down', () => {
    const gc = (number: number, heap: number): string => `gc ${number} @0.${number}10s 1%: 0.1+1+0.1 ms clock, `
      + `1+2/6/5+1 ms cpu, ${heap}->${heap}->${heap} MB, 4 MB goal, 4 P`;
    expect(factsOf(gc(1, 1), gc(2, 0))).toContain('The live heap is less than 2 MiB');
    expect(factsOf(gc(1, 0), gc(2, 5))).toContain('The live heap is less than 1 MiB to 5 MiB');
  });

  it('resident memory has files and shared memory', () => {
    expect(factsOf('Jan 02 03:04:05 h kernel: Out of memory: Killed process 77 (influxd) total-vm:9999999kB, '
      + 'anon-rss:2097152kB, file-rss:1048576kB, shmem-rss:1048576kB, UID:5'))
      .toContain('influxd (pid 77, 4.00 GiB resident)');
  });
});

describe('a stack overflow', () => {
  const overflow = (...frames: string[]): string[] => [
    'runtime: goroutine stack exceeds 1000000000-byte limit', 'fatal error: stack overflow', '', 'runtime stack:',
    'runtime.throw(0x1)', '\t/usr/local/go/src/runtime/panic.go:491 +0xad', 'goroutine 67 [stack growth]:', ...frames,
  ];
  const TOP = ['path/filepath.Clean(0xc2, 0x1)', '\t/usr/local/go/src/path/filepath/path.go:103 +0x1e4'];
  const walk = (line: number): string[] =>
    [`example.org/tree.(*Node).walk(0x${line})`, `\t/src/tree/node.go:${line} +0x50`];

  it('is that of the function that recurs, not of the innermost frame', () => {
    const facts = factsOf(...overflow(...TOP, ...walk(91), ...walk(91), ...walk(91)));
    expect(facts).toContain('tree.(*Node).walk (node.go:91) called itself until the stack was full.');
    expect(facts).not.toContain('path.go');
  });

  it('with its repetition cut, is that of the first function outside the standard library', () => {
    const facts = factsOf(...overflow(...TOP, ...walk(91)));
    expect(facts).toContain('A function called itself until the stack was full: tree.(*Node).walk (node.go:91) is the '
      + 'first in it that is not of the standard library.');
    expect(facts).not.toContain('The crash is at');
  });

  it('of functions of the standard library alone has no such place', () => {
    expect(factsOf(...overflow(...TOP, ...TOP))).not.toContain('called itself');
  });
});

it('a request of etcd whose line is broken before its duration counts', () => {
  const at = (second: number): string => `2026-01-02 11:22:0${second}.706081 W |`;
  expect(factsOf(
    `${at(1)} etcdserver: read-only range request "key" took too long (110ms) to execute`,
    `${at(2)} etcdserver: request "header:<ID:16 > txn:<compare:<target:MO`,
    '" value_size:166 >> failure:<>>" with result "size:16" took too long (516.492646ms) to execute',
  )).toContain('2 requests took too long, up to 516 ms.');
});
