import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const interestOf = (...lines: string[]): string | null =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest;
const DEAD = 'fatal error: all goroutines are asleep - deadlock!';
const CRASHED = `It crashed with "${DEAD}".`;
const LEFT = 'No goroutine is left that could end the wait.';

describe('a deadlock of Go', () => {
  it('names the wait and the first line of the program, in the text of a report', () => {
    const stack = [
      DEAD, '', 'goroutine 1 [semacquire]:', 'sync.runtime_Semacquire(0xc000014138)',
      '        /usr/lib/go/src/runtime/sema.go:56 +0x45', 'sync.(*WaitGroup).Wait(0xc000014130)',
      '        /usr/lib/go/src/sync/waitgroup.go:130 +0x65', 'main.main()', '        /src/app/7.go:21 +0xbb',
      'exit status 2',
    ];
    const said = `${CRASHED} Goroutine 1 waits in WaitGroup.Wait at 7.go:21 (main.main). ${LEFT}`;
    expect(interestOf(...stack)).toBe(said);
    expect(interestOf('package a', '', 'func main() {}', '/*', '3', ...stack, '', '*/')).toContain(said);
    for (const mark of ['>', '//']) expect(interestOf('It says:', '', ...stack.map((line) => `${mark} ${line}`)))
      .toContain('waits in WaitGroup.Wait at 7.go:21 (main.main)');
  });

  it.each([
    ['a lock since Go 1.24', 'sync.Mutex.Lock', 'Mutex.Lock', [
      'internal/sync.runtime_SemacquireMutex(0x1, 0x2, 0x3)', '\t/usr/local/go/src/runtime/sema.go:95 +0x1',
      'internal/sync.(*Mutex).lockSlow(0xc0)', '\t/usr/local/go/src/internal/sync/mutex.go:149 +0x1',
      'internal/sync.(*Mutex).Lock(...)', '\t/usr/local/go/src/internal/sync/mutex.go:70',
      'sync.(*Mutex).Lock(...)', '\t/usr/local/go/src/sync/mutex.go:46',
    ]],
    ['a lock for reading', 'sync.RWMutex.RLock', 'RWMutex.RLock', [
      'sync.runtime_SemacquireRWMutexR(0x1, 0x0, 0x0)', '\t/usr/local/go/src/runtime/sema.go:82 +0x1',
      'sync.(*RWMutex).RLock(...)', '\t/usr/local/go/src/sync/rwmutex.go:71',
    ]],
    ['a channel', 'chan receive, 2 minutes', 'chan receive', []],
    ['a channel that is nil', 'chan send (nil chan)', 'chan send (nil chan)', []],
    ['a select', 'select (no cases)', 'select (no cases)', []],
  ])('%s', (_, state, call, frames) => {
    expect(interestOf(DEAD, '', `goroutine 1 [${state}]:`, ...frames, 'shop/cart.(*Cart).Add(0x1)',
      '\t/app/cart/cart.go:12 +0x1', 'main.main()', '\t/app/main.go:9 +0x1'))
      .toBe(`${CRASHED} Goroutine 1 waits in ${call} at cart.go:12 (cart.(*Cart).Add). ${LEFT}`);
  });

  it('counts the others by their waits, and does not take a library for the program', () => {
    const worker = (id: number): string[] => ['', `goroutine ${id} [chan send]:`, 'main.work(0xc0, 0x1)',
      '\t/app/main.go:30 +0x1', 'created by main.main in goroutine 1', '\t/app/main.go:20 +0x1'];
    expect(interestOf(
      DEAD, '', 'goroutine 1 [sync.WaitGroup.Wait]:', 'sync.runtime_SemacquireWaitGroup(0xc0)',
      '\t/usr/local/go/src/runtime/sema.go:114 +0x1', 'sync.(*WaitGroup).Wait(0x1)',
      '\t/usr/local/go/src/sync/waitgroup.go:206 +0x1', 'golang.org/x/sync/errgroup.(*Group).Wait(0xc0)',
      '\t/go/pkg/mod/golang.org/x/sync@v0.7.0/errgroup/errgroup.go:53 +0x1', 'main.main()', '\t/app/main.go:25 +0x1',
      ...worker(18), ...worker(19), ...worker(20),
    )).toBe(`${CRASHED} Goroutine 1 waits in WaitGroup.Wait at main.go:25 (main.main); of the others, 3 in chan send `
      + `at main.go:30 (main.work). ${LEFT}`);
  });

  it('says the message alone without a stack', () => {
    expect(recognize(new TextEncoder().encode(`${DEAD}\nexit status 2`)).interest).toContain(DEAD);
  });
});

describe('a crash in C code', () => {
  const FRAMES = [
    'goroutine 7 [syscall]:', 'runtime.cgocall(0xb04b30, 0xc420, 0x29)', '    /opt/go/src/runtime/cgocall.go:128 +0x64',
    'net._C2func_getaddrinfo(0xc42, 0x0)', '    _cgo_gotypes.go:92 +0x55', 'net.cgoLookupIPCNAME.func1(0xc42)',
    '    /opt/go/src/net/cgo_unix.go:149 +0x13b', 'net.cgoLookupIPCNAME(0xc42)',
    '    /opt/go/src/net/cgo_unix.go:149 +0x174', 'runtime.goexit()', '    /opt/go/src/runtime/asm_amd64.s:2361 +0x1',
  ];
  const PLACE = 'The crash is in C code, in getaddrinfo, called by net.cgoLookupIPCNAME.func1 (cgo_unix.go:149).';

  it('names the signal and the C function, and gives no advice on what followed from it', () => {
    const said = interestOf(
      'fatal error: unexpected signal during runtime execution',
      '[signal SIGSEGV: segmentation violation code=0x1 addr=0x63 pc=0x7f77]', '', 'runtime stack:',
      'runtime.throw(0xe183a7, 0x2a)', '    /opt/go/src/runtime/panic.go:616 +0x81', 'runtime.sigpanic()',
      '    /opt/go/src/runtime/signal_unix.go:372 +0x28e', '', ...FRAMES, '', 'After 10 attempts:', '',
      '    Error: error getting client: failed to create new connection: context deadline exceeded',
    );
    expect(said).toContain('The signal is SIGSEGV: an invalid memory access at 0x63.');
    expect(said).toContain(PLACE);
    expect(said).not.toContain('It waited longer than its timeout');
  });

  it('is known by its signal alone', () => {
    expect(interestOf('SIGSEGV: segmentation violation', 'PC=0x7f77 m=5 sigcode=1 addr=0x63',
      'signal arrived during cgo execution', '', ...FRAMES))
      .toBe(`It crashed with "SIGSEGV: segmentation violation". ${PLACE}`);
  });
});

describe('a Go program out of memory', () => {
  const STACK = ['runtime stack:', 'runtime.throw(0xbc70be, 0xd)', '\t/usr/local/go/src/runtime/panic.go:608 +0x5c',
    'runtime.mstart()', '\t/usr/local/go/src/runtime/proc.go:1229', 'goroutine 27 [running]:',
    'runtime.systemstack_switch()'];
  it('states the one allocation that failed, and a 32-bit build', () => {
    expect(interestOf('runtime: out of memory: cannot allocate 2121015296-byte block (16056320 in use)',
      'fatal error: out of memory', ...STACK, '\t/usr/local/go/src/runtime/asm_arm.s:354 +0x84')).toContain(
      'One allocation of 1.98 GiB failed, with 15.3 MiB in use: memory did not fill up slowly, this one block was '
        + 'asked for at once. It is a 32-bit build (arm), whose whole address space is at most 4 GiB.'
    );
  });

  it('says nothing of a block that is small against what was in use', () => {
    const said = interestOf('runtime: out of memory: cannot allocate 4194304-byte block (3221225472 in use)',
      'fatal error: out of memory', ...STACK);
    expect(said).toContain('One allocation of 4 MiB failed, with 3 GiB in use.');
    expect(said).not.toContain('slowly');
  });
});

describe('a deadlock whose stacks stand before the message', () => {
  it('is told with the waits of the stacks, the most frequent ones first', () => {
    const waits = (id: number, at: string): string[] => [`goroutine ${id} [chan send]:`, `main.${at}(0xc0, 0x1)`,
      '\t/app/main.go:30 +0x1', ''];
    const stacks = ['goroutine 1 [chan receive]:', 'main.main()', '\t/app/main.go:25 +0x1', '', ...waits(5, 'read'),
      ...waits(6, 'work'), ...waits(7, 'work')];
    expect(interestOf(...stacks, DEAD)).toBe('It has 4 goroutines: 3 in "chan send", 1 in "chan receive". None of them '
      + 'runs: 2 (50 %) in main.work. Go ended it for that, as a deadlock.');
    const said = interestOf('the job is running', ...stacks, DEAD);
    expect(said).toContain('Goroutine 1 waits in chan receive at main.go:25 (main.main); of the others, 2 in chan send '
      + `at main.go:30 (main.work), 1 in chan send at main.go:30 (main.read). ${LEFT}`);
  });
});
