import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const of = (...lines: string[]) => recognize(new TextEncoder().encode(lines.join('\n')));

it('a session without a table names what it fetched and the saved file', () => {
  const { format, interest } = of('Fetching profile over HTTP from http://h:9/debug/pprof/heap',
    'Saved profile in /home/a/pprof/pprof.shopd.inuse_space.001.pb.gz', 'File: shopd', 'Type: inuse_space',
    'Entering interactive mode (type "help" for commands, "o" for options)', '(pprof) ');
  expect(format).toBe('pprof-session');
  expect(interest).toBe('It fetched a profile of inuse_space of shopd, and prints no table of it. Open the saved file: '
    + '/home/a/pprof/pprof.shopd.inuse_space.001.pb.gz.');
});

it('one that failed says why', () => {
  expect(of('Fetching profile over HTTP from http://h:9/debug/pprof/profile',
    'http://h:9/debug/pprof/profile: parsing profile: unrecognized profile format',
    'failed to fetch any source profiles').interest)
    .toMatch(/^pprof could not fetch the profile: "parsing profile: .*"\. The answer is no profile, but a /);
});

it('an empty profile of waits is one that is switched off, or in which nothing waited', () => {
  const { interest } = of('File: shopd', 'Type: delay', 'Showing nodes accounting for 0, 0% of 0 total',
    '      flat  flat%   sum%        cum   cum%');
  expect(interest).toMatch(/^The profile is empty: it has no sample of delay\. Go records waits only if the program /);
});

it('a table is no empty session', () => {
  expect(of('(pprof) top', 'Showing nodes accounting for 3s, 100% of 3s total', '      flat  flat%   sum%        cum   '
    + 'cum%', '        3s   100%   100%         3s   100%  main.run').format).toBe('pprof-text');
});
