import { describe, expect, it } from 'vitest';
import type { TopTable } from '../../contract/contract.ts';
import { claimMistakes } from '../../finding.ts';
import { render } from '../../text/parts.ts';
import { profileFinding, totalsFinding } from './profileFinding.ts';

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
