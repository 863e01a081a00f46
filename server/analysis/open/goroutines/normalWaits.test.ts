import { expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const told = (...stacks: string[][]): string =>
  recognize(new TextEncoder().encode(stacks.flat().join('\n'))).interest ?? '';
const stack = (id: number, state: string, ...names: string[]): string[] => [
  `goroutine ${id} [${state}]:`, ...names.flatMap((name) => [`${name}(0xc42, 0x1)`, '\t/go/src/x.go:12 +0x2a']), '',
];
const WRITER = stack(9000, 'running', 'runtime/pprof.writeGoroutineStacks', 'net/http/pprof.Index');
const IDLE = [
  stack(1, 'select, 6786 minutes', 'main.Main', 'main.main'),
  stack(17, 'syscall, 6786 minutes, locked to thread', 'runtime.goexit'),
  stack(36, 'syscall, 6785 minutes', 'os/signal.signal_recv', 'os/signal.loop'),
  stack(40, 'semacquire, 6786 minutes', 'sync.runtime_Semacquire', 'sync.(*WaitGroup).Wait', 'shop/queue.(*All).Run'),
  ...Array.from({ length: 7 }, (_, i) => stack(100 + i, 'select', `shop/scrape.loop${i}`)),
];

it('an idle server has nothing wrong, and its longest wait is the age of the process', () => {
  const said = told(WRITER, ...IDLE);
  expect(said).toMatch(/^Nothing wrong shows: none of these goroutines waits for a lock or to send, and none pile up/);
  expect(said).toContain('Who waits in sync.WaitGroup.Wait ("semacquire") waits for other goroutines to end, ');
  expect(said).toContain('It has 12 goroutines: 8 in "select"');
  expect(said).toContain('The longest waits are equal, 4d 17h in 4 goroutines with the main one among them: that is '
    + 'about the age of the process, not a hang.');
  expect(said).not.toContain('The longest wait is');
});

it('not with one that waits for a lock or to send, or where most stand at one place', () => {
  expect(told(WRITER, ...IDLE, stack(300, 'semacquire, 3 minutes', 'sync.(*Mutex).Lock', 'shop/a.(*B).Put')))
    .not.toContain('Nothing wrong');
  expect(told(WRITER, ...IDLE, stack(301, 'chan send', 'shop/a.(*B).Feed'))).not.toContain('Nothing wrong');
  expect(told(WRITER, ...IDLE, ...Array.from({ length: 60 }, (_, i) => stack(400 + i, 'select', 'shop/a.(*B).wait'))))
    .not.toContain('Nothing wrong');
});

it('a wait longer than that of the main goroutine is not the age of the process', () => {
  const said = told(WRITER, stack(1, 'select, 5 minutes', 'main.main'),
    stack(2, 'select, 90 minutes', 'shop/a.(*B).wait'), stack(3, 'select, 90 minutes', 'shop/a.(*C).wait'));
  expect(said).not.toContain('the age of the process');
});
