import { expect, it } from 'vitest';
import { expectGolden } from '../../testdata/goldenFindings.ts';
import { handMadeWindow } from '../../testdata/handMadeWindow.ts';
import { analyseCompaction } from './compaction.ts';

it.each<[string, number, number, string, string]>([
  ['keeps up', 0.3, 0, 'series-maintenance', 'ok'],
  ['is rushed', 0.85, 1, 'rushed-mode', 'warning'],
  ['is behind', 1, 1, 'ingestion-throttled', 'critical'],
])('Prometheus 1.x whose series maintenance %s: no compactions, no block range', (what, urgency, rushed, code, bad) => {
  const each = (value: (i: number) => number): number[] => Array.from({ length: 60 }, (_, i) => value(i));
  const window = handMadeWindow({
    roles: {
      cpuSeconds: each((i) => i), persistenceUrgency: each(() => urgency), rushedMode: each(() => rushed),
      compactions: each((i) => Math.floor(i / 20)), compactionSeconds: each((i) => 2 * Math.floor(i / 20)),
    },
  });
  const { finding } = analyseCompaction(
    { ...window, kind: 'prometheus', version: '1.8.2' }, { facts: {}, stepMs: null, nowMs: 0 }
  );
  expect(finding).toMatchObject({ code, severity: bad });
  expect(finding.sentence).not.toMatch(/compaction|block/i);
  expectGolden('compaction', `1.x, series maintenance ${what}`, finding);
});
