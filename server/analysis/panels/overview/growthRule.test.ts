import { describe, expect, it } from 'vitest';
import type { PanelByName, PanelFinding } from '../../../../core/contract/contract.ts';
import { finding } from '../../../../core/finding.ts';
import { NO_INPUTS } from '../../../../core/panels.ts';
import { expectGolden } from '../../../../testdata/goldenFindings.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { analysePanels } from '../analyses.ts';
import { findFindings } from './findings.ts';

const window = handMadeWindow({ roles: {} });
const quiet = analysePanels(window, {
  stepMs: null, facts: {}, nowMs: window.endMs, intervalSeconds: 1, timeoutSeconds: 1, inputs: NO_INPUTS,
});

describe('series that grow', () => {
  const growth: PanelByName['memory']['growth'] = {
    time: 1_700_000_900, before: 1_700_000_000, spanSeconds: 900, reset: null,
    series: { name: '', count: 220_000, before: 208_000, growth: 12_000, perHour: 48_000 },
    largest: { name: 'http_requests_total', growth: 10_000, shareRatio: 10 / 12, isAtLeast: false },
  };
  const found = (more: Partial<PanelByName['memory']>): PanelFinding | undefined =>
    findFindings({ ...quiet, memory: { ...quiet.memory, growth, ...more } })
      .find(({ code }) => code === 'series-growth');

  it('mostly by one metric name it, a warning where they double within hours', () => {
    expect(found({})).toMatchObject({ severity: 'warning', panel: 'memory', figures: { seriesGrowthCount: 12_000 } });
    expectGolden('overview', 'one metric grows', found({}) ?? finding({ code: 'none', severity: 'ok', claim: [] }));
    expect(found({ restarts: [{ time: 1_700_000_000 }] })).toMatchObject({ severity: 'info' });
    const hours = { ...growth, spanSeconds: 9000, series: { ...growth.series, perHour: 4800 } };
    expect(found({ growth: hours })).toMatchObject({ severity: 'info' });
    const atLeast = { ...growth, largest: { name: 'x'.repeat(300), growth: 9000, shareRatio: 0.75, isAtLeast: true } };
    expect(found({ growth: atLeast })?.sentence).toBe(
      `${'x'.repeat(80)}… makes at least 75 % of the series growth: 9,000 in 15m.`
    );
  });

  it.each([
    ['nobody looked twice', null], ['no metric has half of it', { ...growth, largest: null }],
    ['little grew', { ...growth, series: { ...growth.series, growth: 2000 } }],
    ['a restart came between', { ...growth, reset: 'restart' as const, spanSeconds: null, largest: null }],
  ])('are no finding where %s', (_, none) => {
    expect(found({ growth: none })).toBeUndefined();
  });
});
