import { elementAt } from '../../../../core/elementAt.ts';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../../core/contract/contract.ts';
import type { RoleWindow } from '../../../data/metrics/roleNames.ts';
import { collecting } from '../../../../testdata/built/collectingProcess.ts';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
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
