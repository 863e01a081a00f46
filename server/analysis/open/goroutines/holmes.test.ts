/** Tests that the counts of Holmes are reported with those before. */
import { expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const said = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

it('the count that Holmes took a profile for is reported beside the profile', () => {
  const interest = said('[2026-01-02 03:04:05.100][Holmes] pprof thread, config_min : 9, config_diff : 20, '
    + 'config_abs : 90,  previous : [7 7 7 640], current : 640',
  '[2026-01-02 03:04:05.101]threadcreate profile: total 640', '640 @',
  '#\t0x0', '', 'goroutine profile: total 650', '640 @ 0x4 0x5', '#\t0x4\tmain._Cfunc_wait+0x40\t_cgo_gotypes.go:70',
  '#\t0x5\tmain.run+0x48\t/srv/main.go:45', '', '10 @ 0x6', '#\t0x6\ttime.Sleep+0x1\t/go/time.go:3');
  expect(interest).toMatch(/^It has 650 goroutines: /);
  expect(interest).toContain('640 (98.5 %) in main._Cfunc_wait, called by main.run (main.go:45).');
  expect(interest).toContain('640 OS threads, 7 in the 3 counts before.');
});

it('goroutines alone are counted so, too', () => {
  expect(said('[2026-01-02 03:04:05][Holmes] pprof goroutine, config_min : 9, previous : [40 44 90], current : 800'))
    .toBe('800 goroutines, 40 to 90 in the 3 counts before.');
});
