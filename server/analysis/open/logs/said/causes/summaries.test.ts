/** Tests that an error which only says that something ended is not told as the reason where another line has one. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { isSummary, namesNoReason } from './summaries.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const logged = (second: number, rest: string): string =>
  `ts=2026-01-02T03:04:${String(second).padStart(2, '0')}Z caller=a.go:1 ${rest}`;

describe('summaries', () => {
  it.each([
    'context canceled', 'exit status 1', 'error exit status 1', 'the hook: exit status 2', 'Probe failed',
    'shutting down',
    'Failed to start a.service - A database.', 'the server is shutting down', 'the child exited with code 137',
    "the command 'a b' returned a non-zero code: 1", 'make: *** [build] Error 2', 'Halting.',
  ])('%s', (text) => { expect(isSummary(text)).toBe(true); });

  it.each([
    'open /data: permission denied', 'Failed to start: open /data: permission denied',
    'critical error detected; halting',
    'exit status 1: no such table', 'the server failed to listen', 'stopping compaction: no space left on device',
  ])('none: %s', (text) => { expect(isSummary(text)).toBe(false); });

  it('an error of which only a cancellation is given names no reason', () => {
    expect(namesNoReason('query failed', ['rpc error: code = Canceled desc = context canceled'])).toBe(true);
    expect(namesNoReason('query failed', ['context canceled', 'no such store'])).toBe(false);
    expect(namesNoReason('query failed', [])).toBe(false);
  });
});

describe('an error that names a reason', () => {
  it('comes before those that follow from it, though they are more and graver', () => {
    const interest = of(
      logged(1, 'level=error msg="cannot read the index" err="unexpected block type 9"'),
      logged(2, 'level=error msg="fetch failed" err="context canceled"'),
      logged(3, 'level=error msg="fetch failed" err="context canceled"'), logged(4, 'level=fatal msg="shutting down"'),
    );
    expect(interest).toMatch(/^It logged the error "cannot read the index" .* The cause given is "unexpected block/);
  });

  it('is a warning beside an error that names none', () => {
    expect(of(
      logged(1, 'level=warn msg="cannot read the index" err="unexpected block type 9"'),
      logged(2, 'level=error msg="exit status 1"'),
    )).toContain('It logged the warning "cannot read the index" at 2026-01-02T03:04:01Z. The cause given is "unexp');
  });

  it('is the line of a message alone that is told', () => {
    expect(of('Error: exit status 1', 'Error: open /etc/a.yml: permission denied'))
      .toContain('It says "Error: open /etc/a.yml: permission denied".');
  });
});
