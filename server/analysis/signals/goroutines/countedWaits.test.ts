import { describe, expect, it } from 'vitest';
import type { GoroutineEvidence } from '../../../../core/contract/terms/goroutines.ts';
import { render } from '../../../../core/text/parts.ts';
import { knownIssueFindings } from '../../knownIssues/knownIssueFindings.ts';
import { goroutineFindings } from '../../panels/overview/goroutineFindings.ts';
import { withCountedWaits } from './countedWaits.ts';

const DUMP_MS = 1_800_000_000_000;
const FUNCTION = 'github.com/prometheus/prometheus/tsdb.(*Head).WaitForPendingReadersInTimeRange';
const goroutines: GoroutineEvidence = {
  timeMs: DUMP_MS, total: 60, growth: null,
  situations: [
    { name: 'head-compaction-waits', count: 1, waitMinutes: 0, seenSinceMs: DUMP_MS, where: FUNCTION },
    { name: 'remote-write-full', count: 1, waitMinutes: 0, seenSinceMs: DUMP_MS, where: 'x' },
  ],
};
const stacks = [{ functions: ['time.Sleep', FUNCTION], share: 0.02, waitMinutes: 0 }];
const wait = (fromSeconds: number, toSeconds: number, isOpen: boolean): Parameters<typeof withCountedWaits>[1] => [
  {
    sinceMs: DUMP_MS + 1000 * fromSeconds, untilMs: DUMP_MS + 1000 * toSeconds,
    overByMs: DUMP_MS + 1000 * (isOpen ? toSeconds : toSeconds + 5), isOpen,
  },
];
type Waits = Parameters<typeof withCountedWaits>[1];

/** Returns the claims of goroutines and of known issues, for a server that accepts out-of-order samples. */
function claims(waits: Waits, version = '3.13.2', flags: Record<string, string> = {}): string[] {
  const shown = withCountedWaits({ goroutines, stacks }, waits);
  const found = goroutineFindings(shown.goroutines, []);
  const { stacks: own } = shown;
  const issues = knownIssueFindings({ kind: 'prometheus', version, outOfOrder: true, stacks: own, flags }, found);
  return [...issues, ...found.slice(0, 1)].map(({ severity, claim }) => `${severity}: ${render(claim)}`);
}

describe('a head compaction whose block was counted', () => {
  const waited = (age: string): string => `info: Head compaction has waited ${age} for queries to end.`;
  const issue = (how: string): string => (
    `${how}prometheus 19013 (queries block out-of-order compaction); fixed in 3.13.3, you run 3.13.2.`);

  it('has waited since then, and is probably the known issue while it waits', () => {
    expect(claims(wait(-21, 4, true))).toEqual([issue('warning: This is probably '), waited('25 s')]);
  });

  it('is the known issue once it has waited longer than a query may take', () => {
    const flags = { 'query.timeout': '2m' };
    expect(claims(wait(-100, 10, true), '3.13.2', flags))
      .toEqual([issue('warning: This is probably '), waited('110 s')]);
    expect(claims(wait(-100, 35, true), '3.13.2', flags)).toEqual([issue('critical: This is '), waited('2m 15s')]);
    expect(claims(wait(-100, 35, false), '3.13.2', flags)[0]).toBe(issue('critical: This is '));
  });

  it('is not where it was over soon, the version has the fix, or no out-of-order samples are taken', () => {
    expect(claims(wait(-21, 30, false))).toEqual(['info: Head compaction waited 51 s for queries to end.']);
    expect(claims(wait(-21, 200, true), '3.13.3', { 'query.timeout': '2m' })).toEqual([waited('3m 41s')]);
  });

  it('has waited as long if the profile was taken between the last scrape of the wait and the next one', () => {
    expect(claims(wait(-21, -2, false))).toEqual(['info: Head compaction waited 21 s for queries to end.']);
  });

  it('has the age of the profile where the wait that was counted is another', () => {
    for (const waits of [[], wait(-90, -40, false), wait(10, 40, true)])
      expect(claims(waits)).toEqual(['info: Head compaction waits for queries to end.']);
  });

  it('changes nothing else that polls', () => {
    expect(withCountedWaits({ goroutines, stacks }, wait(-21, 4, true)).goroutines?.situations[1])
      .toEqual(goroutines.situations[1]);
  });
});
