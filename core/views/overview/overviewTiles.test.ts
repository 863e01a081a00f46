import { expect, test } from 'vitest';
import type { PanelFinding, PanelName, Severity } from '../../contract/contract.ts';
import { finding } from '../../finding.ts';
import { isSilent, tiles } from './overviewTiles.ts';

const of = (
  panel: PanelName, code: string, figures: PanelFinding['figures'] = {}, severity: Severity = 'ok'
): PanelFinding => ({ ...finding({ code, severity, claim: [{ text: code }] }), panel, figures });

test('one of each panel that has a finding, in the order of the pages, in a few words', () => {
  const shown = tiles([
    of('scrapes', 'scrapes-failed', { failedCount: 3, skippedCount: 1 }, 'warning'),
    of('gc-cpu', 'gc-share', { gcShareOfProcessCpuRatio: 0.09 }),
    { ...of('gc-cpu', 'cpu-spikes'), restsOn: ['gc-cpu'] },
    of('memory', 'memory-use', { latestResidentMemoryBytes: 832_569_344, memoryLimitBytes: 2 ** 31 }),
    of('compaction', 'compaction-on-clock'),
  ]);
  expect(shown.map(({ panel, words }) => `${panel}: ${words.replaceAll(/\s/g, ' ')}`)).toEqual([
    'gc-cpu: 9 % of CPU', 'compaction: on the clock, keeps up', 'memory: 794 MiB of 2 GiB', 'scrapes: 4 lost',
  ]);
  for (const { words } of shown) expect(words.split(/\s/).length).toBeLessThanOrEqual(5);
});

test('a figure that is not known is not a zero', () => {
  const [tile] = tiles([of('scrapes', 'too-little-data', { failedCount: null, skippedCount: null }, 'unknown')]);
  expect(tile?.words).toBe('not enough data');
  const [memory] = tiles([of('memory', 'memory-no-limit', { latestResidentMemoryBytes: 2 ** 30 }, 'unknown')]);
  expect(memory?.words).toBe('1 GiB, no limit known');
  expect(tiles([of('scrapes', 'x', { failedCount: null, skippedCount: null })])[0]?.words).toBe('OK');
});

test('a target that does not answer has no figures of now', () => {
  const figures = { gcShareOfProcessCpuRatio: 0.09, latestResidentMemoryBytes: 2 ** 30, memoryLimitBytes: 2 ** 31 };
  const found = [
    of('scrapes', 'target-hanging', {}, 'critical'), of('memory', 'memory-near-limit', figures, 'critical'),
    of('gc-cpu', 'gc-share', figures, 'warning'), of('wal-replay', 'restart-cost', { restartSeconds: 4 }),
  ];
  expect(isSilent(found)).toBe(true);
  expect(tiles(found).map(({ panel, severity, words }) => `${panel} ${severity}: ${words}`)).toEqual([
    'gc-cpu warning: no answer', 'wal-replay ok: restart 4 s', 'memory critical: no answer',
    'scrapes critical: no answer',
  ]);
  expect(isSilent(found.map((one) => ({ ...one, code: 'scrapes-answered' })))).toBe(false);
});
