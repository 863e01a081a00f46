import { describe, expect, it } from 'vitest';
import { longWaits } from './longWaits.ts';

const stack = (state: string, at: string, id = 7, by = 'shop/feed.Start'): string => [
  `goroutine ${id} [${state}]:`, 'runtime.gopark(0x1)', '\t/go/src/runtime/proc.go:1 +0x1',
  `shop/feed.${at}(0xc0, {0x1})`,
  '\t/src/feed/feed.go:31 +0x2a', `created by ${by} in goroutine 5`, '\t/src/feed/feed.go:12 +0x51',
].join('\n');

describe('goroutines that send for long', () => {
  it('are stuck, by function, with the times of which they are', () => {
    expect(longWaits([
      stack('chan send, 300 minutes', '(*Feed).push'), stack('chan send, 300 minutes', '(*Feed).push'),
      stack('chan send, 4 minutes', '(*Feed).close'), stack('running', '(*Feed).run'),
    ])).toBe('3 goroutines are stuck in "chan send", the longest for 5h: nothing receives what they send, so they have '
      + 'probably leaked. 2 in feed.(*Feed).push (feed.go:31), started by feed.Start (feed.go:12); 1 in feed.(*Feed)'
      + '.close (feed.go:31), started by feed.Start (feed.go:12). They have waited for 5h and 4m: it happened 2 times. '
      + 'See what should receive from that channel and why it stopped, such as reloads or restarts at those times.');
  });

  it('are not judged within the first half hour', () => {
    expect(longWaits([stack('chan send, 4 minutes', '(*Feed).push'), stack('chan send', '(*Feed).push')])).toBeNull();
  });
});

describe('goroutines that one statement started at several times', () => {
  const waits = (apart: number): string[] => ['1190 minutes', '610 minutes', '3 minutes']
    .map((age, i) => stack(`chan receive, ${age}`, '(*W).wait', 7 + apart * i));

  it('pile up if they should end', () => {
    expect(longWaits(waits(5000))).toBe('3 goroutines wait in "chan receive" in feed.(*W).wait (feed.go:31), all '
      + 'started by feed.Start (feed.go:12), for 19h 50m, 10h 10m and 3m: those of 3 different times are still '
      + 'there. If each should end with its work, they leak: see what should end them.');
  });

  it('a pool that was started at once does not', () => {
    expect(longWaits(waits(1))).toBeNull();
    const others = waits(5000).toReversed().map((text, i) => text.replace(/^goroutine \d+/, `goroutine ${5000 * i}`));
    expect(longWaits(others)).toBeNull();
    expect(longWaits(Array.from({ length: 4 }, () => stack('select, 1190 minutes', '(*W).wait')))).toBeNull();
  });
});
