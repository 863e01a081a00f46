import { expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const told = (...lines: string[]): { program: string | null; interest: string | null } =>
  recognize(new TextEncoder().encode(lines.join('\n')));
const main = (line: number): string[] => ['goroutine 1 [chan receive, 3 minutes]:',
  'github.com/oklog/run.(*Group).Run(0xc000c53bf8, 0xc0002e0390, 0x8)', `\t/app/vendor/github.com/oklog/run/group.go:${
    line} +0x188`, 'main.main()', '\t/app/cmd/thanos/main.go:26 +0x6c42', ''];
const signals = ['goroutine 17 [syscall, 3 minutes]:', 'os/signal.signal_recv(0x2c832c0)',
  '\t/usr/local/go/src/runtime/sigqueue.go:147 +0x9c', 'os/signal.loop()',
  '\t/usr/local/go/src/os/signal/signal_unix.go:23 +0x22', ''];
const part = ['goroutine 90 [select, 3 minutes]:', 'example.com/shop/web.(*Server).Run(0xc000)', '\t/app/web.go:9 +0x1',
  'main.main.func2()', '\t/app/cmd/thanos/main.go:200 +0x1', 'github.com/oklog/run.(*Group).Run.func1(0xc000)',
  '\t/app/vendor/github.com/oklog/run/group.go:38 +0x27', 'created by github.com/oklog/run.(*Group).Run',
  '\t/app/vendor/github.com/oklog/run/group.go:37 +0xbb', ''];

it('a program that waits for its parts to end is shutting down, and is named by its command', () => {
  const { program, interest } = told('SIGQUIT: quit', 'PC=0x461011 m=0 sigcode=0', '', ...main(52), ...signals);
  expect(program).toBe('Thanos');
  expect(interest).toBe('Somebody asked for its stacks with SIGQUIT: it is no crash. It is shutting down: one of its '
    + 'parts has ended, and run.(*Group).Run waits until the others return. Which one does not return is not in the '
    + 'text: look in the whole dump for the goroutines that run.(*Group).Run started. None of the 2 goroutines in the '
    + 'text was at work. The longest wait is 3m, in "chan receive": goroutine 1 in run.(*Group).Run, called by '
    + 'main.main. The registers, with which a dump ends, are not in the text: it is cut, and goroutines may be '
    + 'missing.');
});

it('the parts that have not returned are named', () => {
  expect(told('SIGQUIT: quit', '', ...main(52), ...signals, ...part, 'rax    0x0').interest)
    .toMatch(/others return\. Still there: main\.main\.func2; see what it waits for\. None of the 3 .*main\.main\.$/);
  expect(told(...main(52), ...part).interest).toContain('Still there: main.main.func2; see what it waits for.');
});

it('stacks below the log of a known program are reported, too', () => {
  const sync = ['goroutine 44 [syscall, 2 minutes]:', 'os.(*File).Sync(0xc000)',
    '\t/usr/local/go/src/os/file.go:9 +0x4', 'example.com/shop/wal.(*WAL).fsync(0xc0)', '\t/app/wal.go:700 +0x1', ''];
  const { interest } = told(
    'ts=2026-01-02T03:04:05.000Z caller=main.go:1 level=info msg="Starting Prometheus" version="(version=2.53.0)"',
    'ts=2026-01-02T03:06:05.000Z caller=main.go:9 level=warn msg="Received SIGTERM, exiting gracefully..."',
    'SIGQUIT: quit', '', ...main(52), ...signals, ...sync, 'rax    0x0');
  expect(interest).toContain('Somebody asked for its stacks with SIGQUIT: it is no crash. It is shutting down: one of');
  expect(interest).toContain('In a system call for 2m: goroutine 44 in os.(*File).Sync, called by wal.(*WAL).fsync.');
});

it('one that waits for the first part to end runs as usual', () => {
  expect(told('SIGQUIT: quit', '', ...main(43), ...signals).interest).not.toContain('shutting down');
});
