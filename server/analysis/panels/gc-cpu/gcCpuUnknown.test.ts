import { elementAt } from '../../../../core/elementAt.ts';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../../core/contract/contract.ts';
import { claimMistakes } from '../../../../core/finding.ts';
import { seededRandom } from '../../../../core/statistics/random.ts';
import type { Role, RoleWindow } from '../../../data/metrics/roleNames.ts';
import type { PulseTrain } from '../../signals/trains/pulseTrain.ts';
import type { SpanMs } from '../../signals/windowFrame.ts';
import { collecting } from '../../../../testdata/built/collectingProcess.ts';
import { handMadeWindow, type HandMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { expectGolden, quantitiesOf } from '../../../../testdata/goldenFindings.ts';
import { analyseGcCpu } from './gcCpu.ts';

const options = { stepMs: null, facts: {}, seed: 1 };

describe('too little to say', () => {
  const unknown = (name: string, window: RoleWindow): Finding => {
    const panel = analyseGcCpu(window, [], options);
    expectGolden('gc-cpu', name, panel.finding);
    expect(panel.finding.severity).toBe('unknown');
    expect(panel.correlation).toMatchObject({ pearson: null, pValue: null });
    expect(panel.gcCpu).toBeNull();
    return panel.finding;
  };

  it('of an empty window', () => {
    expect(unknown('an empty window', handMadeWindow({ roles: {} })).code).toBe('nothing-scraped');
  });

  it('of a window in which nothing was answered, without naming a metric', () => {
    const found = unknown('a window without an answer', handMadeWindow({ roles: {}, ticks: ['refused', 'timeout'] }));
    expect([found.code, quantitiesOf(found)]).toEqual(['no-scrape-answered', [2]]);
    expect(JSON.stringify(found)).not.toContain('expected_');
  });

  it('of half a minute, with how long to wait', () => {
    const found = unknown(
      'half a minute', handMadeWindow(collecting({ seconds: 30, periodSeconds: 37, gcCpuSeconds: 1 }))
    );
    expect([found.code, found.confidence, found.actions.length]).toEqual(['too-little-data', 'too-early', 1]);
    expect(elementAt(found.actions, 0).step).toMatch(/^Wait about \d+m/);
  });

  it('of a target without CPU time, naming the metric', () => {
    const made = collecting({ seconds: 300, periodSeconds: 37, gcCpuSeconds: 1 });
    delete made.roles.cpuSeconds;
    const found = unknown('no CPU time', handMadeWindow(made));
    expect(found.code).toBe('cpu-not-exported');
    expect(JSON.stringify(found.evidence)).toContain('expected_cpuSeconds');
  });

  it('of a target without GC, naming the metric', () => {
    const made = collecting({ seconds: 300, periodSeconds: 37, gcCpuSeconds: 1 });
    delete made.roles.gcCycles;
    delete made.roles.lastGcSeconds;
    const found = unknown('no GC cycles', handMadeWindow(made));
    expect(found.code).toBe('gc-not-exported');
    expect(JSON.stringify(found.evidence)).toContain('expected_lastGcSeconds');
  });
});

describe('a rule group that makes the spikes', () => {
  const [startMs, seconds, everySeconds] = [1_800_000_000_000, 900, 30];
  const train: PulseTrain = {
    kind: 'rule-group', name: 'planted', file: '/etc/rules.yml', instance: null, periodMs: 1000 * everySeconds,
    phaseMs: startMs + 11_000, phaseErrorMs: 5, widthMs: 2000, sinceMs: 0, untilMs: null,
  };

  /** Returns a process of 0.1 cores with a rule group of 2.4 core-seconds every 30 s, and GC every `gcSeconds`. */
  function planted(gcSeconds: number): HandMadeWindow & { roles: NonNullable<HandMadeWindow['roles']> } {
    const random = seededRandom(9);
    const ticks = Array.from({ length: seconds }, (_, tick) => tick);
    let cpu = 5;
    return { startMs, roles: {
      cpuSeconds: ticks.map((tick) => {
        const since = (tick - 11 + everySeconds) % everySeconds;
        return (cpu += 0.1 * (0.9 + 0.2 * random()) + (since === 1 || since === 2 ? 1.2 : 0));
      }),
      gcCycles: ticks.map((tick) => 10 + Math.floor(tick / gcSeconds)),
      lastGcSeconds: ticks.map((tick) => startMs / 1000 + gcSeconds * Math.floor(tick / gcSeconds)),
      processStartSeconds: ticks.map(() => startMs / 1000 - 1000), allocBytes: ticks.map((tick) => 8e6 * tick),
      maxProcs: ticks.map(() => 4), heapGoalBytes: ticks.map(() => 4e8), heapAllocBytes: ticks.map(() => 2e8),
    } };
  }

  const findingOf = (window: HandMadeWindow, compactions: readonly SpanMs[] = []): Finding =>
    analyseGcCpu(handMadeWindow(window), compactions, { ...options, trains: [train] }).finding;

  it.each([7, 400, 5000])('is named in the claim with a cycle every %i s, whatever else is not known', (gcSeconds) => {
    const roles = Object.keys(planted(gcSeconds).roles) as Role[];
    const absent = [[], ...roles.map((role) => [role]), ['gcCycles', 'lastGcSeconds'] as Role[]];
    const claims = absent.filter((own) => !own.includes('cpuSeconds')).map((own) => {
      const window = planted(gcSeconds);
      for (const role of own) delete window.roles[role];
      const { code, severity, sentence, claim } = findingOf(window);
      expect(claimMistakes(claim)).toEqual([]);
      return { without: own.join(' and '), code, severity, sentence };
    });
    expect(claims.filter(({ sentence }) => !sentence.includes('rule group planted makes'))).toEqual([]);
    if (gcSeconds > 100) expect(claims.some(({ severity }) => severity === 'unknown')).toBe(true);
  });

  it('is named where compactions leave nothing to judge GC by', () => {
    const spans = Array.from({ length: 30 }, (_, k) => (
      { startMs: startMs + 30_000 * k + 15_000, endMs: startMs + 30_000 * k + 38_000 }
    ));
    const { sentence } = findingOf(planted(7), spans);
    expect(sentence).toContain('rule group planted makes');
  });
});
