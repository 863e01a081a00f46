import { expect, it } from 'vitest';
import { claimMistakes } from '../../../../core/finding.ts';
import { worstOfTarget, type Judged } from './worstOfTarget.ts';

const RANGE = { start: 1_000_000, end: 1_003_600, step: 900 };
const NOW = 1_003_600;

function judged(more: Partial<Judged> = {}, nowSeconds: number | null = NOW): string[] {
  const { series, ...rest } = more;
  const found = worstOfTarget({
    state: 'up', stateSince: RANGE.start, memoryLimitBytes: 1000, gaps: [], restarts: [], maxProcs: 4, ...rest,
    series: {
      cpuCores: [1, 1, null, 1], gcShareRatio: [0.1, 0.1, null, 0.1], rssBytes: [100, 200, null, 100], ...series,
    },
  }, RANGE, nowSeconds);
  expect(claimMistakes(found.claim)).toEqual([]);
  return [found.severity, found.code, found.sentence];
}

const series = (more: Partial<Judged['series']>): Partial<Judged> =>
  ({ series: { cpuCores: [1], gcShareRatio: [null], rssBytes: [1], ...more } });

it.each<[Partial<Judged>, string[]]>([
  [{}, ['ok', 'fleet-quiet', 'Nothing stands out.']],
  [{ state: 'down', stateSince: NOW - 10 }, ['warning', 'fleet-down', 'Has not answered for 10 s.']],
  [{ state: 'down', stateSince: NOW - 90 }, ['critical', 'fleet-down', 'Has not answered for 90 s.']],
  [{ state: 'replaying', stateSince: NOW - 65 },
    ['warning', 'fleet-replaying', 'Has been replaying its WAL for 65 s.']],
  [{ restarts: [RANGE.end - 3000] }, ['info', 'fleet-restart', 'Restarted at 13:56:40 UTC.']],
  [{ restarts: [NOW - 500, NOW - 300, NOW - 60] },
    ['critical', 'fleet-restart-loop', 'Restarts in a loop: 3 starts within 8m 20s.']],
  [series({ rssBytes: [500, 910, 400, 1] }),
    ['warning', 'fleet-memory', 'Memory reached 91 % of its limit at 14:01:40 UTC.']],
  [series({ rssBytes: [980, 910, 400, 1] }),
    ['critical', 'fleet-memory', 'Memory reached 98 % of its limit at 13:46:40 UTC.']],
  [series({ cpuCores: [3.7, 1, 1, 1] }),
    ['warning', 'fleet-cpu', 'CPU reached 93 % of GOMAXPROCS at 13:46:40 UTC.']],
  [series({ gcShareRatio: [0.4, null, 0.2, 0.3] }), ['warning', 'fleet-gc', 'GC takes 30 % of CPU.']],
  [{ gaps: [{ start: RANGE.start + 100, end: RANGE.start + 110 }] },
    ['info', 'fleet-gaps', 'No samples for 10 s of the window, longest at 13:48:20 UTC.']],
  [{ gaps: [{ start: RANGE.start - 100, end: RANGE.start + 60 }] },
    ['warning', 'fleet-gaps', 'No samples for 60 s of the window, longest at 13:45:00 UTC.']],
  [{ series: { cpuCores: [null], gcShareRatio: [null], rssBytes: [null] } },
    ['unknown', 'fleet-unknown', 'Nothing is known of this window.']],
])('%# is judged', (more, expected) => {
  expect(judged(more)).toEqual(expected);
});

it('a state of now is not that of a window that ended before', () => {
  expect(judged({ state: 'down', stateSince: NOW - 90 }, null)).toEqual(['ok', 'fleet-quiet', 'Nothing stands out.']);
});
