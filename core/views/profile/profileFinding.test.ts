import { describe, expect, it } from 'vitest';
import type { SubsystemTable, TopTable } from '../../contract/contract.ts';
import { claimMistakes } from '../../finding.ts';
import { render } from '../../text/parts.ts';
import { needsSubsystems, profileFinding, totalsFinding } from './profileFinding.ts';

const top: TopTable = {
  unit: 'nanoseconds', sampleType: 'cpu', total: 75_160_000_000, rowsLeftOut: 0,
  rows: [{ function: 'runtime.scanobject', file: 'mgcmark.go', flat: 8_990_000_000, cum: 17_890_000_000 }],
};

describe('the finding of a profile', () => {
  it('names the function with the highest self value, its share and the total; the rest is evidence', () => {
    const { code, claim, evidence, severity } =
      profileFinding(top, { info: { durationSeconds: 78.81 }, gcRatio: 0.262 });
    expect([code, severity, claimMistakes(claim)]).toEqual(['profile-largest', 'info', []]);
    expect(claim.filter((part) => 'quantity' in part)).toEqual([
      { quantity: expect.closeTo(0.1196, 4) as number, unit: 'ratio' }, { quantity: 8.99, unit: 'seconds' },
      { quantity: 75.16, unit: 'seconds' },
    ]);
    expect(render(claim)).toContain('runtime.scanobject');
    expect(evidence.map((parts) => parts.filter((part) => 'quantity' in part).at(-1))).toEqual([
      { quantity: expect.closeTo(0.9537, 4) as number, unit: 'cores' }, { quantity: 0.262, unit: 'ratio' },
    ]);
  });
  it.each([
    'runtime.asyncPreempt', 'runtime.morestack_noctxt', 'runtime.gcWriteBarrier', 'runtime.gcWriteBarrierCX',
    'runtime.goexit', 'runtime.systemstack', 'runtime.asyncPreempt2', 'runtime.goexit.abi0',
  ])('passes over %s, which interrupts the code of others', (name) => {
    const rows = [{ function: name, file: 'asm.s', flat: 9_770_800_000, cum: 9_770_800_000 }, ...top.rows];
    expect(render(profileFinding({ ...top, rows }).claim)).toMatch(/^runtime\.scanobject has the highest self value/);
    expect(render(profileFinding({ ...top, rows: rows.slice(0, 1) }).claim)).toContain(`${name} has`);
  });
  const table: SubsystemTable = {
    unit: 'nanoseconds', sampleType: 'cpu', total: 75_160_000_000, sum: 75_160_000_000,
    rows: [
      { id: 'runtime', name: 'Runtime, other', flat: 30e9, share: 0.4, functions: [] },
      {
        id: 'query', name: 'Queries', flat: 22.548e9, share: 0.3,
        functions: [
          { function: 'runtime.memmove', flat: 5e9 },
          { function: 'github.com/prometheus/prometheus/promql.(*evaluator).eval', flat: 3.758e9 },
        ],
      },
    ],
  };
  it.each([
    'runtime.memmove', 'runtime.asyncPreempt', 'internal/runtime/syscall.Syscall6', 'runtime.futex', 'memeqbody',
  ])(
    'names the leading subsystem and its function where %s is the largest', (name) => {
      const rows = [{ function: name, file: 'asm.s', flat: 9_770_800_000, cum: 9_770_800_000 }, ...top.rows];
      expect(needsSubsystems({ ...top, rows })).toBe(true);
      const { claim, evidence } = profileFinding({ ...top, rows }, { subsystems: table });
      expect(render(claim)).toBe('Largest subsystem: Queries, 30 % of CPU; its highest self value is in '
        + 'promql.(*evaluator).eval, 5 %.');
      expect(evidence.some((parts) => render(parts).includes('has the highest self value'))).toBe(true);
    }
  );
  it('keeps a function that says something, and one that is larger than any subsystem', () => {
    expect(needsSubsystems(top)).toBe(false);
    expect(render(profileFinding(top, { subsystems: table }).claim)).toContain('runtime.scanobject has');
    const rows = [{ function: 'runtime.memmove', file: 'asm.s', flat: 40e9, cum: 40e9 }];
    expect(render(profileFinding({ ...top, rows }, { subsystems: table }).claim)).toContain('runtime.memmove has');
    const heap = { ...top, rows, sampleType: 'inuse_space' };
    expect(needsSubsystems(heap)).toBe(false);
  });
  it('counts leaked goroutines, whose self value is that of the runtime', () => {
    const rows = [{ function: 'runtime.gopark', file: 'proc.go', flat: 3, cum: 3 }];
    const leaked = { unit: 'count', sampleType: 'goroutineleak', total: 3, rows, rowsLeftOut: 0 };
    const { code, severity, claim } = profileFinding(leaked);
    expect([code, severity, render(claim), claimMistakes(claim)])
      .toEqual(['profile-leaks', 'warning', '3 goroutines leaked.', []]);
    const none = profileFinding({ ...leaked, total: 0, rows: [] });
    expect([none.severity, render(none.claim)]).toEqual(['ok', 'No goroutine has leaked.']);
    expect(render(profileFinding({ ...leaked, total: 0, rows: [] }, { isFiltered: true }).claim)).toContain('passes');
  });
  it('says of a diff how much changed, before its functions are added up', () => {
    const totals = { before: 9300e9, after: 8880e9 };
    expect(render(totalsFinding({ totals, unit: 'nanoseconds', sampleType: 'cpu' }).claim))
      .toBe('CPU −5 % (2h 35m to 2h 28m).');
    expect(render(totalsFinding({ totals: { before: 1e9, after: 1e9 }, unit: 'nanoseconds', sampleType: 'cpu' }).claim))
      .toBe('CPU is 1 s on both sides.');
  });
  it.each([null, 0.02])('claims nothing of a garbage collector whose share is %s', (gcRatio) => {
    expect(profileFinding(top, { info: { durationSeconds: null }, gcRatio }).evidence).toEqual([]);
  });
  it.each(
    [[true, 'profile-filtered-empty'], [false, 'profile-empty']]
  )('nothing to show, filtered %s', (isFiltered, code) => {
    expect(profileFinding({ ...top, total: 0, rows: [] }, { isFiltered }))
      .toMatchObject({ severity: 'unknown', confidence: 'too-early', code });
  });
});
