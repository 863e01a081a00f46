import { expect, it } from 'vitest';
import { namelessFacts } from './namelessRows.ts';

const HEADER = '      flat  flat%   sum%        cum   cum%';

it('a table without names says so first, with the cores of the seconds that were asked for', () => {
  expect(namelessFacts(['Fetching profile from http://h:9/debug/pprof/profile', 'Please wait... (30s)',
    '1.50mins of 1.50mins total (  100%)', HEADER, '  1.50mins   100%   100%   1.50mins   100%  '].join('\n')))
    .toBe('Its functions have no names: the code of its 1.50mins is unknown. The profile was printed without its '
      + 'program, or the program has no symbols. 1.50mins in the 30s that were asked for are about 3 cores. Give pprof '
      + 'the program that ran, of the same build: go tool pprof PROGRAM PROFILE. The saved profile alone has no more '
      + 'names than this table, unless a program built with Go 1.9 or later wrote it.');
});

it('the head of the session says why, and which build is needed', () => {
  const said = namelessFacts(['Main binary filename not available.', 'File: shopd', 'Build ID: 0a1b2c3d4e5f',
    'Type: cpu', 'Duration: 30s, Total samples = 8s (26.7%)', 'Showing nodes accounting for 8s, 100% of 8s total',
    HEADER, '        6s 75.00% 75.00%         6s 75.00%  <unknown>', '        2s 25.00%   100%         2s 25.00%  '
    + 'main.serve'].join('\n'));
  expect(said).toMatch(/^75 % of its 8s are in functions without a name, .*; of the named, main\.serve has the most: /);
  expect(said).toContain('pprof says why: "Main binary filename not available".');
  expect(said).toContain('(Build ID 0a1b2c3d4e5f): go tool pprof shopd PROFILE.');
  expect(said).not.toContain('cores');
});

it('not a table with names', () => {
  expect(namelessFacts([HEADER, '        6s 75.00% 75.00%         6s 75.00%  main.a', '        2s 25.00%   100%'
    + '         2s 25.00%  0x4711'].join('\n'))).toBeNull();
});
