import { expect, it } from 'vitest';
import { scrapePhase } from './scrapePhase.ts';

it('spreads targets over their interval, each at its own place for good', () => {
  const phases = Array.from({ length: 2000 }, (_, i) => scrapePhase(`prometheus-${i}:9090`));
  for (let tenth = 0; tenth < 10; tenth++) {
    const here = phases.filter((phase) => Math.floor(phase * 10) === tenth).length;
    expect(here).toBeGreaterThan(150);
    expect(here).toBeLessThan(250);
  }
  // The same in every version: a target that is scraped elsewhere from now on keeps its moment.
  expect(scrapePhase('prometheus-0:9090')).toBeCloseTo(0.12838, 5);
});
