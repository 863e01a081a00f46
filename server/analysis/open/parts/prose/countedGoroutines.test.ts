import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const STACK = [
  'goroutine 81 [sync.Mutex.Lock]:', 'sync.runtime_SemacquireMutex(0x4?, 0x37?, 0x41?)', '\t/go/sema.go:77 +0x25',
  'sync.(*Mutex).Lock(...)', '\t/go/mutex.go:90',
  'github.com/prometheus/prometheus/tsdb/wlog.(*WL).Log(0xc0, {0xc1, 0x1, 0x2})', '\t/v/tsdb/wlog/wlog.go:624 +0x54',
  'github.com/grafana/mimir/pkg/ingester.(*walOf).Log(0xc0, 0xc1)', '\t/src/pkg/ingester/wal.go:130 +0x24a',
];
const of = (...before: string[]): string =>
  recognize(new TextEncoder().encode([...before, '', '```', ...STACK, '```', ''].join('\n'))).interest ?? '';

describe('a stack of a dump whose goroutines the text counts', () => {
  it('by grep', () => {
    const said = of('Many wait:', '', '```', '$ grep Mutex.Lock all.txt | wc -l', '77', '```', '', 'A typical one:');
    expect(said).toMatch(/^The text counts 77 goroutines in "sync\.Mutex\.Lock"\. The stack of 1 of them is here\. /);
    expect(said).toContain('Only one goroutine at a time writes to the WAL');
    expect(said).not.toContain('It has 1 goroutine');
  });

  it('in a sentence', () => {
    expect(of('We see 1,204 goroutines blocked like this.')).toContain('The text says: "1,204 goroutines blocked".');
  });

  it('in words without a number', () => {
    expect(of('Then it runs out of memory, and stacks like these, the same stacks are repeated many times:'))
      .toMatch(/^It has 1 goroutine: 1 in "sync\.Mutex\.Lock" \(of many, by the text\)\. /);
  });

  it.each([
    ['of stacks that are not repeated', ['The stacks are listed in the file.']],
    ['of other words', ['```', 'grep select all.txt | wc -l', '77', '```']],
    ['of no more than are listed', ['```', 'grep Mutex.Lock all.txt | wc -l', '1', '```']],
    ['of nothing that is counted', ['```', 'grep Mutex.Lock all.txt', '77', '```']],
  ])('not %s', (_, before) => { expect(of('It hangs:', '', ...before, '')).not.toContain('The text '); });
});
