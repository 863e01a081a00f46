/** Tests the order of what blocks tell, and the headings that name their sides. */
import { describe, expect, it } from 'vitest';
import { labelsOf, shortHeading, sideLabel, sideOf } from './headings.ts';
import { weigh, weightOf, WEIGHTS } from './weights.ts';

const of = (interest: string | null, format = 'top'): { format: string; interest: string | null } =>
  ({ format, interest });

it('an incident that another tool passes on is a notice', () => {
  expect(weightOf({ format: 'pagerduty-alert', interest: 'The alert A of a was firing.' })).toBe('warning');
});

describe('weights', () => {
  it('each kind of fact outweighs the next one', () => {
    const heaviestFirst = [
      of('The target a was down: connection refused.'), of('The kernel killed a (pid 8) because memory ran out.'),
      of('It crashed with "panic: x".'), of('Loki rejects its configuration /a.yaml: line 3: field x not found.'),
      of('The storage at /data became read-only: 9 bytes are free.'), of('The health check failed (attempt 3: x).'),
      of('It logged the error "x".'), of('The CPUs wait 73 % for the disk and are 3 % idle.'),
      of('The warning "x" occurs 2 times.'),
      of('Its two runs took: before 9 s, after 3 s, 3 times as fast; of CPU 1 s and 1 s.', 'time-output'),
      of('2,160 requests per second.', 'wrk'), of('It lists 2 blocks over 4h.', 'tsdb-list'),
      of('None of its 9 lines names an error.', 'prometheus-log'), of('It is prometheus 2.19.1.', 'program-version'),
    ];
    const found = heaviestFirst.map(weightOf);
    expect(found).toEqual([...WEIGHTS].reverse());
    expect(heaviestFirst.map(weigh)).toEqual(heaviestFirst.map(weigh).toSorted((a, b) => b - a));
  });

  it.each([
    ['The alert Down was firing (warning) since 2026-01-01T00:00:00Z.', 'down'],
    ['up was 0 for a (b:9): its scrape failed.', 'down'], ['It has 3 targets, none of them down.', 'measure'],
    ['It lists 2 targets, 1 of them down.', 'down'],
    ['It ended with "no space left on device".', 'refusal'], ['It failed: query timed out.', 'failed work'],
    ['It is a part of a start: 2 blocks were checked.', 'healthy'], [null, 'healthy'],
  ])('%s is %s', (facts, weight) => { expect(weightOf(of(facts))).toBe(weight); });
});

describe('headings', () => {
  it.each([
    ['### ❌ 4. Grafana - it fails, because of others', 'Grafana'], ['## Results (M1 Mac)', 'Results'],
    ['**On the second host:**', 'On the second host'], ['3.1 go-wrk output', 'go-wrk output'],
    ['# A heading that says in many words what the reader will find below it', null], ['#', null],
  ])('%s', (line, label) => { expect(shortHeading(line)).toBe(label); });

  it.each([
    ['without patch (7 % in flush, even with one thread)', 'without patch'], ['With patch', 'With patch'],
    ['Goroutines (Fixed)', 'Goroutines (Fixed)'], ['Running the Leaky Version', 'Running the Leaky Version'],
    ['修复后 Heap Profile', '修复后 Heap Profile'],
    ['После оптимизации', 'После оптимизации'],
    ['Results', null], ['Before and after', null],
  ])('the side of %s', (line, label) => { expect(sideLabel(line)).toBe(label); });

  it('words of other pairs are no sides of one comparison', () => {
    expect(sideOf('Before the fix')).toEqual({ pair: 0, side: 0 });
    const places = (...sides: string[]): { heading: string | null; side: string | null }[] =>
      sides.map((side, i) => ({ heading: `Run ${i}`, side }));
    expect(labelsOf(places('Before the fix', 'After the fix'))).toEqual(['Before the fix', 'After the fix']);
    expect(labelsOf(places('Before the fix', 'The new one'))).toEqual(['Run 0', 'Run 1']);
    expect(labelsOf([{ heading: 'Run', side: null }, { heading: 'Run', side: null }])).toEqual([null, null]);
  });
});
