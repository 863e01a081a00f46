/** Tests that a crash in a mapped file and a full volume in the same text are reported as one finding. */
import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const said = (...lines: readonly string[]): string =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const crash = (name: string): string[] => [
  'ts=2023-02-03T05:00:00.1Z caller=main.go:4 level=info msg="Starting Prometheus" version="(version=2.31.0)"',
  'unexpected fault address 0x7f2c07000000', 'fatal error: fault',
  '[signal SIGBUS: bus error code=0x2 addr=0x7f2c07000000 pc=0x4698e2]', '', 'goroutine 1 [running]:',
  'runtime.throw({0x2bda7d6, 0x0})', '\t/usr/local/go/src/runtime/panic.go:1198 +0x71',
  `${name}({0x7ffe2a6e0f3c, 0x5}, 0x14)`, '\t/app/a/logger.go:12 +0x3b6', 'main.main()', '\t/app/main.go:5 +0x60a8',
];
const QUERIES = 'github.com/prometheus/prometheus/promql.NewActiveQueryTracker';
const full = (minute: number): string => `ts=2023-02-03T04:0${minute}:10.2Z caller=db.go:821 level=error `
  + 'component=tsdb msg="compaction failed" err="compact head: preallocate: no space left on device"';
const PODS = [
  'NAME      READY   STATUS             RESTARTS   AGE', 'prom-0    1/2     CrashLoopBackOff   4          9m',
];

it('a paste of an old log, a crash and a list of pods: the crash comes first, with the full volume', () => {
  const facts = said('==> old pod prom-0 (tail)', full(1), full(2), '==> kubectl logs prom-0', ...crash(QUERIES),
    '==> kubectl get pod', ...PODS);
  expect(facts).toMatch(/^It crashed with "fatal error: fault", in promql\.NewActiveQueryTracker\. It crashed while /);
  expect(facts).toContain('which it does at each start, as on a full volume: 2 lines of the text say "no space left on '
    + 'device", the first at 2023-02-03T04:01:10Z. Free space on that volume');
  expect(facts).toContain('It also has a list of pods of kubectl get: prom-0 is CrashLoopBackOff, with 4 restarts.');
  expect(facts).not.toContain('memory that is not there');
});

it('another write to a mapped file', () => {
  expect(said(full(1), ...crash('example.com/store.write'))).toContain('as when a volume is full: 1 line of the text '
    + 'says "no space left on device", at 2023-02-03T04:01:10Z.');
});

it('without such a line, the full disk is one of several causes', () => {
  expect(said(...crash('example.com/store.write'))).toContain('an error of the disk (see dmesg), a full disk');
  expect(said('ts=2023-02-03T04:01:10Z level=error msg="add watch" err="inotify: no space left on device"',
    ...crash('example.com/store.write'))).not.toContain('as when a volume is full');
});
