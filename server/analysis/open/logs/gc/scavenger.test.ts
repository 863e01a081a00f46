/** Tests lines of the scavenger among those of gctrace. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { scavengerFacts } from './scavenger.ts';

const state = (number: number | '', released: number, consumed: number): string =>
  `scvg${number}: inuse: 0, idle: 1087, sys: 1087, released: ${released}, consumed: ${consumed} (MB)`;
const RETURNED = 'In the last line of the scavenger 1,087 MB of 1,087 MB are returned to the system, from 63 MB in the '
  + 'first; 0 MB are in use, 0 MB consumed.';

it('says what was returned, and that resident memory may stay', () => {
  const gc = 'gc 1 @147.085s 0%: 0.015+3.4+0.008 ms clock, 0.030+0/1.2/4.7+0.016 ms cpu, 1024->1024->0 MB, 2048 MB '
    + 'goal, 2 P';
  const { format, interest } = recognize(new TextEncoder().encode(['GC forced', gc, state(0, 63, 1024), 'GC forced',
    'scvg1: 1024 MB released', state(1, 1087, 0)].join('\n')));
  expect(format).toBe('gctrace');
  expect(interest).toContain(`${RETURNED} Go 1.12 to 1.15 return it`);
  expect(interest).toContain('"GC forced" is in 2 lines: the runtime starts such a cycle after 2 minutes without one.');
});

it('says no more of one line, without a number, that shows little returned', () => {
  expect(scavengerFacts(state('', 63, 1024))).toBe('In the last line of the scavenger 63 MB of 1,087 MB are returned '
    + 'to the system; 0 MB are in use, 1,024 MB consumed.');
  expect(scavengerFacts('gc 1 @1.0s')).toBeNull();
});
