import { describe, expect, it } from 'vitest';
import { foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { loadProfile, unwrap } from '../../../testdata/profiles/oracles.ts';
import { signedProfile } from '../query/difference.ts';
import { pairOf } from '../query/pair.ts';
import { textReport } from '../reports/textReports.ts';
import { diffTraces, traces } from './traces.ts';
import { percentage } from '../reports/valueLabel.ts';

describe('traces', () => {
  it('are the stacks, largest first, samples of one stack added up, and say how many are omitted', () => {
    const table = unwrap(
      traces(foldedProfile('main;run;work 6\nmain;run 2\nmain;run;work 3'), { limit: 1, sampleType: 'samples' })
    );
    expect(table.rows).toEqual(
      [{ value: 9, labels: [], frames: ['work', 'run', 'main'].map((name) => ({ function: name, inline: false })) }]
    );
    expect(table.rowsLeftOut).toBe(1);
  });

  it('add up to the sum of all samples that have frames', async () => {
    const table = unwrap(traces(await loadProfile('goprofiles/before/labels.cpu.pb.gz'), { sampleType: 'cpu' }));
    expect(table.rows.reduce((sum, row) => sum + row.value, 0)).toBe(4_650_000_000);
    const tenants = table.rows.flatMap(({ labels }) => labels).filter(({ key }) => key === 'tenant');
    expect(tenants.flatMap(({ values }) => values)).toContain('日本');
  });

  it('of a diff have both sides, largest delta first', () => {
    const pair = unwrap(
      pairOf(
        [{ profile: foldedProfile('main;a 5\nmain;b 1') }], [{ profile: foldedProfile('main;a 5\nmain;c 7') }],
        'samples', 'none'
      )
    );
    expect(
      unwrap(diffTraces(pair, {})).rows.map(({ value, frames }) => [frames[0]?.function, value.before, value.after])
    ).toEqual([['c', 0, 7], ['b', 1, 0], ['a', 5, 5]]);
  });
});

describe('a text report', () => {
  it('says how many samples were omitted', () => {
    const text = unwrap(textReport('traces', foldedProfile('a 1\nb 2\nc 3'), { limit: 1 }));
    expect(text)
      .toMatch(/2 more samples are omitted; narrow the question with a filter, or ask with a larger limit\n$/);
  });

  it('keeps a name with line breaks and control characters on its line', () => {
    const profile = foldedProfile('evil 1');
    const functions = profile.functions.map((row) => ({ ...row, name: 'evil\n  99s 100%\u001b[2J' }));
    expect(unwrap(textReport('top', { ...profile, functions }, {}))).toContain('  evil?  99s 100%?[2J\n');
  });

  it('takes shares of what differs with base, of the before side with diff_base', () => {
    const pair = unwrap(
      pairOf(
        [{ profile: foldedProfile('main;a 8\nmain;b 2') }], [{ profile: foldedProfile('main;a 9\nmain;b 2') }],
        undefined, 'none'
      )
    );
    const rowOf = (base: 'base' | 'diff_base'): string =>
      unwrap(textReport('top', signedProfile(pair, base), {})).split('\n').find((line) => line.endsWith('  a')) ?? '';
    expect(rowOf('base')).toContain('100%');
    expect(rowOf('diff_base')).toContain('10.00%');
  });

  it.each([
    [0, 5, '    0%'], [1, 3, '33.33%'], [1, 1000, '  0.1%'], [99.96, 100, '  100%'], [1, 3e7, '3.3e-06%'],
    [-5, 10, '50.00%'], [1, 7654, '0.013%'], [5, 0, '    0%'],
  ])('prints %d of %d as %s', (value, total, words) => { expect(percentage(value, total)).toBe(words); });

  it('refuses what no sample has', () => {
    expect(textReport('peek', foldedProfile('a 1'), { function: 'z' }))
      .toMatchObject({ ok: false, error: { errorType: 'not_found' } });
  });
});
