import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';
import { stuckCall } from './stuckCall.ts';

const frame = (name: string): string[] => [`${name}(0xc000123456, 0x20)`, `\t/go/${name.length}.go:7 +0x2a`];
/** A goroutine as present Go prints it on a signal, with the addresses of its frames. */
const stack = (id: number, state: string, ...names: string[]): string => [
  `goroutine ${id} gp=0xc000${id} m=nil [${state}]:`, ...names.flatMap(frame).map((line) =>
    (line.startsWith('\t') ? `${line} fp=0x7ffd sp=0x7ffc pc=0x49` : line)), '',
].join('\n');
const WRITES = ['syscall.Syscall', 'syscall.fsync', 'internal/poll.(*FD).Fsync', 'os.(*File).Sync',
  'shop.example/journal.(*Log).flush', 'shop.example/journal.(*Log).run'];
const MAIN = stack(1, 'chan receive, 4000 minutes', 'shop.example/app.WaitForSignal', 'main.main');
const ADDS = (id: number, minutes: number): string =>
  stack(id, `sync.Mutex.Lock, ${minutes} minutes`, 'internal/sync.(*Mutex).Lock', 'shop.example/journal.(*Log).Add');

describe('a call on a file that has not returned', () => {
  it('is reported with those that wait since', () => {
    const said = stuckCall([MAIN, stack(40, 'syscall, 90 minutes', ...WRITES), ADDS(41, 88), ADDS(42, 3),
      stack(50, 'select, 70 minutes', 'shop.example/http.(*Server).loop')]);
    expect(said).toBe('Goroutine 40 has been in the system call fsync for 1h 30m, called by journal.(*Log).flush, '
      + 'journal.(*Log).run: a call on a file that does not return is held up by the kernel, the disk or a network '
      + 'file system (NFS), not by Go. 2 wait in journal.(*Log).Add ("sync.Mutex.Lock", 3m to 1h 28m): all began to '
      + 'wait after that call, in the same packages, so they probably wait for it. Look at the file system that it '
      + 'uses: dmesg, the mounts and their latency (nfsstat, iostat), and /proc/PID/task/*/stack.');
  });

  it('not a call that has just begun, one of the network, or one in C', () => {
    expect(stuckCall([stack(40, 'syscall', ...WRITES), ADDS(41, 3)])).toBeNull();
    expect(stuckCall([stack(9, 'syscall, 300 minutes', 'runtime.cgocall', 'shop.example/cgo._Cfunc_wait')])).toBeNull();
    expect(stuckCall([stack(9, 'IO wait, 300 minutes', 'internal/poll.runtime_pollWait', 'net.(*conn).Read')]))
      .toBeNull();
  });

  it('leads a dump that was asked for with SIGQUIT, which is no crash', () => {
    const { format, interest } = recognize(new TextEncoder().encode(['SIGQUIT: quit', 'PC=0x49 m=0 sigcode=0', '',
      'goroutine 0 gp=0x3 m=0 mp=0x4 [idle]:', ...frame('runtime.futex'), '', MAIN,
      stack(40, 'syscall, 90 minutes', ...WRITES), ADDS(41, 88), 'rax    0xca'].join('\n')));
    expect(format).toBe('go-quit');
    expect(interest).toMatch(/^Somebody asked for its stacks with SIGQUIT: it is no crash\. 3 goroutines are in /);
    expect(interest).toMatch(/Goroutine 40 has been in the system call fsync for 1h 30m.* The main goroutine waits /);
  });
});
