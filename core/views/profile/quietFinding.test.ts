import { describe, expect, it } from 'vitest';
import type { DiffTopRow, Finding } from '../../contract/contract.ts';
import { claimMistakes, finding } from '../../finding.ts';
import { parts } from '../../text/parts.ts';
import { isTelling, quietFinding, type QuietDiff } from './quietFinding.ts';

const row = (name: string, delta: number, cumSure: DiffTopRow['cumSure'] = 'different'): DiffTopRow => ({
  function: name, file: '', flat: { before: 0, after: 0, delta: 0 }, cum: { before: 0, after: delta, delta },
  pValue: null, qValue: null, sure: 'noise', cumPValue: null, cumQValue: null, cumSure,
});
const DIFF = finding({ code: 'diff-total', severity: 'warning', claim: parts`CPU ×6.` });

function of(rows: DiffTopRow[], change: { diff?: Finding; after?: number; unit?: string } = {}): QuietDiff {
  return {
    what: 'Compaction', quietSeconds: 10, quietTime: 1_700_000_000,
    table: {
      unit: change.unit ?? 'nanoseconds', totals: { before: 1.2e9, after: change.after ?? 7.4e9 }, rows,
      finding: change.diff ?? DIFF,
    },
  };
}

describe('what a capture has more than quiet times', () => {
  it('is named by the function nearest to the leaves that has a large part of it', () => {
    const found = quietFinding(of([
      row('main.run', 6.2e9), row('runtime.goexit', 6.1e9), row('github.com/p/tsdb.(*LeveledCompactor).Write', 4e9),
      row('github.com/p/tsdb.(*blockBaseQuerier).Select', 2.54e9), row('runtime.mallocgc', 2e9), row('x.small', 1e9),
      row('x.noise', 2.2e9, 'noise'),
    ]));
    expect(found?.sentence)
      .toBe('Compaction: +0.62 cores against quiet, 41 % of it in tsdb.(*blockBaseQuerier).Select.');
    expect(claimMistakes(found?.claim ?? [])).toEqual([]);
    expect(found?.evidence).toHaveLength(2);
  });

  it('is of the runtime only where nothing else has so much', () => {
    expect(quietFinding(of([row('runtime.scanobject', 3e9), row('x.small', 1e9)]))?.sentence)
      .toBe('Compaction: +0.62 cores against quiet, 48 % of it in runtime.scanobject.');
    expect(quietFinding(of([]))?.sentence).toBe('Compaction: +0.62 cores against quiet.');
  });

  it('is nothing within noise, and where CPU fell', () => {
    const within = finding({ code: 'diff-within-noise', severity: 'ok', claim: parts`No difference.` });
    expect(quietFinding(of([], { diff: within, after: 1.3e9 })))
      .toMatchObject({
        code: 'quiet-diff-none', sentence: 'Compaction: CPU is not above quiet beyond noise (0.13 cores).',
      });
    expect(quietFinding(of([], { after: 0.2e9 }))?.code).toBe('quiet-diff-none');
  });

  it('is named where functions rose beyond noise and the total did not', () => {
    const functions = finding({ code: 'diff-functions', severity: 'info', claim: parts`3 functions changed.` });
    const rows = [
      row('main.run', 0.9e9, 'noise'), row('tsdb.(*LeveledCompactor).Write', 0.5e9), row('runtime.mallocgc', 0.4e9),
      row('tsdb.(*LeveledCompactor).populateBlock', 0.42e9), row('tsdb.small', 0.1e9), row('tsdb.cheaper', -2e9),
    ];
    const found = quietFinding(of(rows, { diff: functions, after: 1.5e9 }));
    expect(found).toMatchObject({
      code: 'quiet-diff', sentence: 'Compaction: +0.042 cores in tsdb.(*LeveledCompactor).populateBlock against quiet; '
        + 'CPU as a whole is within noise.',
    });
    expect(claimMistakes(found?.claim ?? [])).toEqual([]);
    const fell = quietFinding(of([row('tsdb.cheaper', -2e9)], { diff: functions, after: 1.5e9 }));
    expect(fell?.code).toBe('quiet-diff-none');
  });

  it.each([
    ['bytes', 'Memory growth: +5.77 GiB in use against quiet, 65 % of it in tsdb.(*Head).Append.'],
    ['count', 'Memory growth: +6,200,000,000 goroutines against quiet, 65 % of it in tsdb.(*Head).Append.'],
  ])('is likely of snapshots in %s, one on each side', (unit, sentence) => {
    const diff = finding({ code: 'diff-momentary', severity: 'info', claim: parts`One snapshot.` });
    const rows = [row('github.com/p/tsdb.(*Head).Append', 4e9, 'unknown'), row('x.noise', 3e9, 'noise')];
    const found = quietFinding({ ...of(rows, { unit, diff }), what: 'Memory growth', quietSeconds: null });
    expect(found).toMatchObject({ code: 'quiet-diff', confidence: 'likely', sentence });
    expect(claimMistakes(found?.claim ?? [])).toEqual([]);
    const same = finding({ code: 'diff-within-noise', severity: 'ok', claim: parts`No difference.` });
    expect(quietFinding({ ...of(rows, { unit, diff: same }), quietSeconds: null })?.code).toBe('quiet-diff-none');
  });

  it('explains resident memory that grew outside the live heap', () => {
    const same = finding({ code: 'diff-within-noise', severity: 'ok', claim: parts`No difference.` });
    const asked = { ...of([], { unit: 'bytes', diff: same, after: 199 * 2 ** 20 }), what: 'Memory growth' };
    const found = quietFinding({ ...asked, quietSeconds: null, isOfResident: true });
    expect(found).toMatchObject({
      code: 'quiet-diff-outside-heap', sentence: 'Memory growth: not in the live heap (199 MiB, as in quiet times), '
        + 'but in garbage, stacks or mapped files.',
    });
    expect(claimMistakes(found?.claim ?? [])).toEqual([]);
    const silent = quietFinding({ ...asked, quietSeconds: null });
    expect([found, silent].map((one) => one !== null && isTelling(one))).toEqual([true, false]);
  });

  it('says nothing of other units', () => { expect(quietFinding(of([], { unit: 'objects' }))).toBeNull(); });
});
