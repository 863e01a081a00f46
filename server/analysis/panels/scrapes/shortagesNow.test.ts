/** Tests that host CPU exhausted by the target's own work is not a state, as the headline would change with bursts. */
import { expect, it } from 'vitest';
import type { ScrapeCause } from '../../../../core/contract/contract.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import type { Suspect } from './scrapeSuspects.ts';
import { shortagesNow } from './shortagesNow.ts';

const SECONDS = 600;
const window = handMadeWindow({ roles: { cpuSeconds: Array.from({ length: SECONDS }, (_, i) => i) } });
const options = { nowMs: window.endMs, intervalSeconds: 1, flags: {} };

function suspect(cause: Suspect['cause'], from: number, to: number): Suspect {
  const mask = new Uint8Array(SECONDS).fill(1, from, to);
  return {
    cause, noun: '', mask, describe: () => [], detail: () => [],
    spans: [{ startMs: window.startMs + 1000 * from, endMs: window.startMs + 1000 * to }],
  };
}

const named = (cause: ScrapeCause['cause'], explainedRatio = 0.9): ScrapeCause => ({
  cause, overlapping: 20, coverageRatio: 0.9, windowRatio: 0.2, pValue: 0.005, isStanding: false, explainedRatio,
  parts: [], sentence: '', detail: [],
});
const full = suspect('host-cpu', 570, 600);

it.each<[string, Suspect[], ScrapeCause[], string[]]>([
  ['without a cause', [full], [], ['host-cpu']],
  ['in queries that are known to slow scrapes', [full, suspect('queries', 569, 600)], [named('queries')], []],
  ['in such queries, the last not counted yet', [full, suspect('queries', 569, 593)], [named('queries')], []],
  ['long after such queries', [full, suspect('queries', 569, 585)], [named('queries')], ['host-cpu']],
  ['in queries that slow nothing', [full, suspect('queries', 569, 600)], [], ['host-cpu']],
  ['in queries named by their level alone', [full, suspect('queries', 569, 600)], [named('queries', 0)], ['host-cpu']],
  ['where it is named before', [full, suspect('gc', 569, 600)], [named('host-cpu'), named('gc')], ['host-cpu']],
  ['in a compaction that took half of its time', [full, suspect('compaction', 585, 600)], [named('compaction')],
    ['host-cpu']],
  ['in a slow disk, which is no work of the target', [full, suspect('disk', 569, 600)], [named('disk')], ['host-cpu']],
  ['memory that is short in queries is', [suspect('swap', 570, 600), suspect('queries', 569, 600)], [named('queries')],
    ['swap']],
])('a host out of CPU %s', (_where, suspects, causes, expected) => {
  expect(shortagesNow(window, suspects, causes, options).map(({ cause }) => cause)).toEqual(expected);
});
