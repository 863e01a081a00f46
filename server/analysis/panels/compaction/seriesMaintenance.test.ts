import { expect, it } from 'vitest';
import { expectGolden } from '../../../../testdata/goldenFindings.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { analyseCompaction } from './compaction.ts';
import { maintenanceFinding } from './seriesMaintenance.ts';

it.each<[string, number, number, string, string]>([
  ['keeps up', 0.3, 0, 'series-maintenance', 'ok'],
  ['is urgent, and rushed mode was over at each scrape', 0.85, 0, 'rushed-mode', 'warning'],
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

it.each<[string, Record<string, number>, string, string]>([
  ['says how many chunks wait, where no score is exported', { chunksToPersist: 227_787 }, 'chunks-waiting', 'info'],
  ['is not judged without any reading', {}, 'series-maintenance-unknown', 'unknown'],
])('Prometheus 0.x %s', (what, levels, code, severity) => {
  const roles = Object.fromEntries(Object.entries({ cpuSeconds: 1, ...levels }).map(
    ([role, value]) => [role, Array.from({ length: 10 }, () => value)]
  ));
  const { finding: found } = analyseCompaction(
    { ...handMadeWindow({ roles }), kind: 'prometheus', version: '0.18.0' }, { facts: {}, stepMs: null, nowMs: 0 }
  );
  expect(found).toMatchObject({ code, severity });
  expectGolden('compaction', `0.x ${what}`, found);
});

it('of a week at a scrape a second is judged too', () => {
  const length = 200_000;
  const persistenceUrgency = Array.from({ length }, (_, i) => (i === 70_000 ? 0.9 : 0.2));
  const made = handMadeWindow({ roles: { persistenceUrgency } });
  const { code, sentence } = maintenanceFinding({ ...made, version: '1.8.2' }, 3);
  expect(code).toBe('rushed-mode');
  expect(sentence).toBe('Series maintenance is behind: the urgency score reached 0.9.');
});
