import { describe, expect, it } from 'vitest';
import type { PanelByName } from '../../../../core/contract/contract.ts';
import { statements } from '../../../../core/finding.ts';
import { NO_INPUTS } from '../../../../core/panels.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { analysePanels } from '../analyses.ts';
import { findFindings } from './findings.ts';

const [START, SECONDS] = [1_800_000_000, 120];
const ticks = Array.from({ length: SECONDS }, (_, tick) => tick);
type Ceiling = NonNullable<PanelByName['scrapes']['cpuCeiling']>;

/** Returns what is said of a server whose scrapes take so long at its ceiling, and 4 ms elsewhere. */
function said(cores: number, isPlateau: boolean, stretches: readonly (readonly [number, number])[], atSeconds: number) {
  const isAt = (tick: number): boolean => stretches.some(([from, to]) => tick >= from && tick <= to);
  const answers = analysePanels(handMadeWindow({
    durationSeconds: ticks.map((tick) => (isAt(tick) ? atSeconds : 0.004)),
    roles: {
      cpuSeconds: ticks.map((tick) => 0.02 * tick), residentBytes: ticks.map(() => 500e6),
      processStartSeconds: ticks.map(() => START - 10_000),
    },
  }), {
    stepMs: null, facts: {}, nowMs: 1000 * (START + SECONDS + 3600), intervalSeconds: 1, timeoutSeconds: 1,
    inputs: NO_INPUTS,
  });
  const cpuCeiling: Ceiling = {
    cores, basis: '', isPlateau, spans: stretches.map(([from, to]) => ({ start: START + from, end: START + to })),
  };
  // No test of coincidence finds anything in so few stretches.
  const scrapes = { ...answers.scrapes, cpuCeiling, causes: [], overlapTests: [], gaps: [] };
  return findFindings({ ...answers, scrapes }).find(({ code }) => code === 'cpu-limited');
}

const TWO = [[30, 40], [70, 80]] as const;

describe('a target at a ceiling of its CPU', () => {
  it('is limited where less than a core makes scrapes take ten times as long in each stretch', () => {
    const limited = said(0.12, true, TWO, 0.4);
    expect(limited?.sentence).toBe('The target is CPU-limited: at its ceiling of 0.12 cores for 17 % of the time.');
    expect(limited === undefined ? [] : statements(limited))
      .toContain('A scrape takes 400 ms at it; elsewhere the median is 4 ms.');
  });

  it.each([
    ['scrapes take little longer', 0.12, 0.03, TWO], ['it is one stretch only', 0.12, 0.4, [[30, 50]]],
    ['a busy thread or two would look the same', 1.8, 0.4, TWO],
  ] as const)('is not where %s', (_, cores, atSeconds, stretches) => {
    expect(said(cores, true, stretches, atSeconds)).toBeUndefined();
  });

  it('with a known limit and nothing slow, is limited from a fifth of the time on', () => {
    expect(said(2, false, [[30, 40]], 0.004)).toBeUndefined();
    expect(said(2, false, [[30, 60]], 0.004)?.sentence).toMatch(/ceiling of 2 cores for 25 % of the time/);
  });
});
