import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const open = (...lines: string[]): { name: string; interest: string | null; door: string | null } =>
  recognize(new TextEncoder().encode(lines.join('\n')));
const told = (...lines: string[]): string => open(...lines).interest ?? '';

const WAITS = [
  'sync.runtime_SemacquireMutex(0xc0008e43e4, 0xc0306ec100)', '\t/usr/local/go/src/runtime/sema.go:71 +0x3d',
  'sync.(*Mutex).Lock(0xc0008e43e0)', '\t/usr/local/go/src/sync/mutex.go:134 +0x109',
];
const WRITES = [
  'github.com/go-kit/kit/log.(*fdSyncWriter).Write(0xc0008e43e0, 0xc0c86a8000, 0x589)', '\t/app/log/sync.go:89 +0x31',
  'github.com/go-kit/kit/log/level.(*logger).Log(0xc00035c580, 0x4)', '\t/app/log/level/level.go:63 +0xaf',
  'github.com/prometheus/prometheus/scrape.(*scrapeLoop).run(0xc039d0dcb0, 0x6fc23ac00)',
  '\t/app/scrape/scrape.go:923 +0x11b1', 'created by github.com/prometheus/prometheus/scrape.(*scrapePool).sync',
  '\t/app/scrape/scrape.go:407 +0x501', '',
];
const SELECTS = [
  'goroutine 856 [select]:', 'github.com/prometheus/prometheus/scrape.(*scrapeLoop).run(0xc04313b170, 0x6fc23ac00)',
  '\t/app/scrape/scrape.go:952 +0x852', 'created by github.com/prometheus/prometheus/scrape.(*scrapePool).sync',
  '\t/app/scrape/scrape.go:407 +0x501', '',
];
const OF_LOG = 'It has 2 goroutines: 1 in "semacquire", 1 in "select". 1 of them waits for a lock in '
  + 'log.(*fdSyncWriter).Write, called by scrape.(*scrapeLoop).run (scrape.go:923). It wants to write a log line, '
  + 'while another goroutine holds the lock of the log, which is not in the text. If that lasts, what the log is '
  + 'written to takes nothing more: a stderr that nothing reads (log driver, pipe), or a full disk.';

describe('a small dump with goroutines that wait for a lock', () => {
  it('begins within a stack: its state is that of its innermost function, its program that of the frames', () => {
    const opened = open(...WAITS, ...WRITES, ...SELECTS);
    expect(opened).toMatchObject({ name: 'a dump of goroutines (Prometheus)', door: 'profile' });
    expect(opened.interest).toBe(`${OF_LOG} The header of the first one is not in the text: its state is taken from `
      + 'its innermost function.');
  });

  it('is indented as code, or one stack alone', () => {
    const lines = [...WAITS, ...WRITES, ...SELECTS];
    expect(told(...lines.map((line) => `    ${line}`))).toContain(OF_LOG);
    expect(told(...lines.map((line) => `\t${line}`))).toContain(OF_LOG);
    expect(told(...WAITS, ...WRITES))
      .toMatch(/^It has 1 goroutine: 1 in "semacquire"\. 1 of them waits for a lock in /);
  });

  it('has its headers', () => {
    expect(told('goroutine 7 [semacquire]:', ...WAITS, ...WRITES, ...SELECTS)).toBe(OF_LOG);
  });

  it('is cut within its last header', () => {
    expect(told(...WAITS, ...WRITES, ...SELECTS, 'goroutine 238 [semacquire, 1434'))
      .toMatch(/The last header is cut: that goroutine has been in "semacquire" for at least 23h 54m\.$/);
  });

  it.each([
    ['a fence below a sentence', ['It hangs:', '', '```', ...WAITS, ...WRITES, ...SELECTS, '```']],
  ])('in %s', (_, lines) => {
    expect(told(...lines)).toContain('The header of the first one is not in the text');
  });

  it('begins with a place, whose function was cut off', () => {
    expect(told(...WAITS.slice(1), ...WRITES, ...SELECTS))
      .toBe('It has 2 goroutines: 1 whose state is not in the text, 1 in "select".');
  });

  it('a long wait is told once, with what it means', () => {
    const facts = told('goroutine 7 [semacquire, 90 minutes]:', ...WAITS, ...WRITES, ...SELECTS);
    expect(facts).toContain('The longest wait for a lock is 1h 30m, in "semacquire", called by log.(*fdSyncWriter)'
      + '.Write. It wants to write a log line');
    expect(facts).not.toContain('of them waits');
  });

  it('the holder of the lock of the log is in the text', () => {
    const held = ['goroutine 9 [syscall]:', 'syscall.Syscall(0x1, 0x2)', '\t/go/syscall.go:1 +0x1', ...WRITES];
    expect(told(...WAITS, ...WRITES, ...held))
      .toContain('while another goroutine holds the lock of the log. If that lasts');
  });

  it('another lock has no meaning', () => {
    const stack = [...WAITS, 'example.com/a/store.(*Store).Put(0xc0, 0x1)', '\t/a/store.go:7 +0x1', ''];
    const facts = told('goroutine 3 [sync.Mutex.Lock]:', ...stack, ...SELECTS);
    expect(facts).toContain('1 of them waits for a lock in store.(*Store).Put.');
    expect(facts).not.toContain('log line');
  });

  it('the stacks of a crash are no dump, and a wait group is no lock', () => {
    const crash = ['panic(0x1, 0x2)', '\t/go/panic.go:1 +0x1', 'main.run(0x1)', '\t/a/main.go:1 +0x1', ''];
    expect(told(...crash, ...SELECTS)).not.toContain('The header of the first one');
    expect(told('goroutine 3 [semacquire]:', 'sync.runtime_Semacquire(0xc0)', '\t/go/sema.go:1 +0x1',
      'sync.(*WaitGroup).Wait(0xc0)', '\t/go/wg.go:1 +0x1', 'main.main()', '\t/a/main.go:1 +0x1', '', ...SELECTS))
      .not.toContain('for a lock');
  });
});
