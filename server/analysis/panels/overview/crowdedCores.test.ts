import { describe, expect, it } from 'vitest';
import type { PanelByName, RunnableGoroutines } from '../../../../core/contract/contract.ts';
import { claimMistakes, statements } from '../../../../core/finding.ts';
import { NO_INPUTS } from '../../../../core/panels.ts';
import { expectGolden } from '../../../../testdata/goldenFindings.ts';
import { handMadeWindow, type HandMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { analysePanels } from '../analyses.ts';
import { findFindings } from './findings.ts';

const [START, SECONDS] = [1_800_000_000, 1200];
const ticks = Array.from({ length: SECONDS }, (_, tick) => tick);
const SENTENCE = /more goroutines could run than GOMAXPROCS/;

type Runnable = (tick: number) => number;

/** Returns a steady server whose runtime reports the runnable goroutines at each tick. */
function answersOf(runnable: Runnable | null, maxProcs: number | null): PanelByName {
  const roles: HandMadeWindow['roles'] = {
    cpuSeconds: ticks.map((tick) => 0.2 * tick), residentBytes: ticks.map(() => 500e6),
    processStartSeconds: ticks.map(() => START - 10_000),
    ...(runnable === null ? {} : { goroutinesRunnable: ticks.map(runnable) }),
    ...(maxProcs === null ? {} : { maxProcs: ticks.map(() => maxProcs) }),
  };
  const answers = analysePanels(handMadeWindow({ roles }), {
    stepMs: null, facts: {}, nowMs: 1000 * (START + SECONDS + 3600), intervalSeconds: 1, timeoutSeconds: 1,
    inputs: NO_INPUTS,
  });
  // Its CPU is at GOMAXPROCS for a quarter of the time.
  const cpuCeiling = { cores: 2, basis: '', isPlateau: false, spans: [{ start: START + 100, end: START + 400 }] };
  return { ...answers, scrapes: { ...answers.scrapes, cpuCeiling } };
}

function saidOf(answers: PanelByName): string | undefined {
  const limited = findFindings(answers).find(({ code }) => code === 'cpu-limited');
  if (limited === undefined) throw new Error('It is not said that the target is CPU-limited.');
  expect(claimMistakes(limited.claim)).toEqual([]);
  return statements(limited).find((sentence) => SENTENCE.test(sentence));
}

/** Returns eight runnable goroutines at this many of ten scrapes, and none at the others. */
const crowdedAt = (ofTen: number): Runnable => (tick) => (tick % 10 < ofTen ? 8 : 0);

describe('goroutines that wait for a core, of a target that is CPU-limited', () => {
  it('are among the evidence: at how many scrapes, and how many wait', () => {
    const answers = answersOf(crowdedAt(4), 2);
    expect(answers['gc-cpu'].runnable)
      .toEqual({ mean: 3.2, max: 8, scrapes: SECONDS, crowdedRatio: 0.4 } satisfies RunnableGoroutines);
    expect(saidOf(answers)).toBe('At 40 % of the scrapes more goroutines could run than GOMAXPROCS (2) allows: on '
      + 'average 3.2 waited for a core.');
    const limited = findFindings(answers).find(({ code }) => code === 'cpu-limited');
    if (limited !== undefined) expectGolden('overview', 'CPU ceiling with goroutines that wait for a core', limited);
  });

  it.each([
    ['as many as there are cores could run', () => 2, 2],
    ['few scrapes show it', (tick) => (tick % 50 === 0 ? 8 : 0), 2],
    ['the runtime does not state them', null, 2], ['GOMAXPROCS is not known', crowdedAt(4), null],
  ] satisfies [string, Runnable | null, number | null][])('are not where %s', (_, runnable, procs) => {
    expect(saidOf(answersOf(runnable, procs))).toBeUndefined();
  });
});
