/** Tests that the goroutine which holds a lock is named by the address of the object. */
import { expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const waits = (id: number, minutes: number, at = '0xc0001234a0'): string => [
  `goroutine ${id} [semacquire, ${minutes} minutes]:`,
  `sync.runtime_SemacquireMutex(0xc0001234a4, 0x1)\n\t/go/src/runtime/sema.go:71 +0x3d`,
  `sync.(*Mutex).Lock(${at})\n\t/go/src/sync/mutex.go:134 +0x109`,
  `example.com/shop/out.(*Writer).Write(${at}, 0xc009aa7000, 0x700)\n\t/app/out/out.go:89 +0x31`,
  `example.com/shop/jobs.(*Worker).run(0xc041c07ef${id % 10}, 0x6fc23ac00)\n\t/app/jobs/jobs.go:9 +0x11b1`,
  'created by example.com/shop/jobs.Start\n\t/app/jobs/jobs.go:4 +0x501', '',
].join('\n');
const holder = [
  'goroutine 7 [syscall, 300 minutes]:',
  'syscall.Syscall(0x1, 0x2, 0xc0b2f5a000, 0x5c1)\n\t/go/src/syscall/asm_linux_amd64.s:18 +0x5',
  'syscall.write(0x2, 0xc0b2f5a000, 0x5c1, 0x9cb)\n\t/go/src/syscall/zsyscall_linux_amd64.go:1005 +0x5a',
  'os.(*File).Write(0xc00000c020, 0xc0b2f5a000, 0x5c1)\n\t/go/src/os/file.go:145 +0x87',
  'example.com/shop/out.(*Writer).Write(0xc0001234a0, 0xc0b2f5a000, 0x5c1)\n\t/app/out/out.go:91 +0x9a',
  'example.com/shop/jobs.(*Worker).run(0xc041c07ef8, 0x6fc23ac00)\n\t/app/jobs/jobs.go:9 +0x11b1',
  'created by example.com/shop/jobs.Start\n\t/app/jobs/jobs.go:4 +0x501', '',
].join('\n');
const said = (...stacks: string[]): string => recognize(new TextEncoder().encode(stacks.join('\n'))).interest ?? '';

it('names the holder, that it writes to stderr, and who stands still', () => {
  const facts = said(waits(21, 120), holder, waits(22, 300), waits(23, 5));
  expect(facts).toMatch(/^3 goroutines wait for one lock, in out\.\(\*Writer\) \(0xc0001234a0\), the longest for 5h\./);
  expect(facts).toContain('Goroutine 7 has been in "syscall" in ');
  expect(facts).toContain('it may hold that lock. It writes to stderr (file descriptor 2): ');
  expect(facts).toContain('Those that wait stand still: 3 of jobs.(*Worker).run.');
});

it('names no holder that is in another object', () => {
  const facts = said(waits(21, 120, '0xc0009999a0'), holder, waits(22, 300, '0xc0009999a0'));
  expect(facts).not.toContain('may hold that lock');
});

it('says of a holder that sends to a channel when that is a deadlock', () => {
  const sender = ['goroutine 8 [chan send, 400 minutes]:',
    'example.com/shop/out.(*Writer).Write(0xc0001234a0, 0xc0b2f5a000, 0x5c1)\n\t/app/out/out.go:91 +0x9a',
    'created by example.com/shop/jobs.Start\n\t/app/jobs/jobs.go:4 +0x501', ''].join('\n');
  const facts = said(waits(21, 120), sender, waits(22, 300), waits(23, 5));
  expect(facts).toContain('it may hold that lock. It waits for one that receives from its channel: if that is one of '
    + 'those that wait for the lock, this is a deadlock. Only a restart ends it: ');
});

it('names the likely other end of the channel, if one waiter is of another kind than all others', () => {
  const sender = ['goroutine 8 [chan send, 300 minutes]:',
    'example.com/shop/out.(*Writer).Put(0xc0001234a0, 0xc0b2f5a000)\n\t/app/out/out.go:91 +0x9a',
    'example.com/shop/api.(*Server).serve(0xc0b2f5a000)\n\t/app/api/api.go:9 +0x9a',
    'created by example.com/shop/api.Start\n\t/app/api/api.go:4 +0x501', ''].join('\n');
  const loop = waits(30, 300).replaceAll('jobs.(*Worker).run', 'jobs.(*Dispatcher).Run');
  const facts = said(waits(21, 120), sender, waits(22, 300), loop);
  expect(facts).toContain('It waits for one that receives from its channel, probably goroutine 30 '
    + '(jobs.(*Dispatcher).Run), the only one of its kind that waits for the lock: then goroutine 8 waits for '
    + 'goroutine 30, and goroutine 30 for the lock of goroutine 8, a deadlock. Only a restart ends it: ');
  expect(said(waits(21, 120), sender, waits(22, 300), loop.replace('300 minutes', '5 minutes')))
    .not.toContain('probably goroutine 30');
});
