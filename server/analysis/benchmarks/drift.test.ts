import { describe, expect, it } from 'vitest';
import { reportOf, runs } from '../../../testdata/benchmarks/reports.ts';
import { regressions } from './report.ts';

const timeOf = (at: number, run: number): number => (100 + at) * (1 + 0.002 * ((run * 7 + at) % 5));

/** Returns 24 benchmarks of eight runs, scaled by `factor` of each. */
function side(factor: (benchmark: number) => number): string {
  return Array.from({ length: 24 }, (_, at) => runs(
    8, (run) => `Benchmark${String.fromCharCode(65 + at)} 1 ${timeOf(at, run) * factor(at)} ns/op`
  )).join('\n');
}
const compare = (after: (at: number) => number, subtractDrift = false): ReturnType<typeof reportOf> =>
  reportOf([{ name: 'old', text: side(() => 1) }, { name: 'new', text: side(after) }], { subtractDrift });

describe('uniform drift', () => {
  it('is the machine or the build, and what is beyond it is counted', () => {
    const { finding } = compare((at) => (at === 3 ? 0.8 : at === 7 ? 1.5 : 1.12));
    expect(finding.claim).toEqual([{
      text: 'Time: +12 % in 22 of 24 benchmarks, the machine or the build; beyond it: 1 slower (+34 %), '
        + '1 faster (−29 %), no difference shown in 22.',
    }]);
  });

  it('is subtracted where that is asked for, before regressions are judged', () => {
    const raw = compare((at) => (at === 7 ? 1.5 : 1.12));
    const beyond = compare((at) => (at === 7 ? 1.5 : 1.12), true);
    expect([raw, beyond].map((report) => regressions(report, 0).map(({ name }) => name).length)).toEqual([24, 1]);
    expect(beyond.notes[0]).toBe('sec/op of new is divided by 1.1200, its common factor to the base.');
    expect(regressions(beyond, 0)[0]?.deltaText).toBe('+33.93%');
  });

  it.each([
    ['one benchmark changed', (at: number) => (at === 3 ? 2 : 1)],
    ['half of them changed', (at: number) => (at % 2 === 0 ? 1.2 : 1)],
    ['they changed by different factors', (at: number) => 1 + at / 20],
  ])('is not said where %s', (_, factor) => {
    expect(JSON.stringify(compare(factor).finding.claim)).not.toContain('the machine');
  });

  it('is not subtracted where it is within the spread of the benchmarks', () => {
    const { notes } = compare((at) => 1 + 0.02 * Math.sin(at * 2.4), true);
    expect(notes[0]).toBe('sec/op of new has no common factor beyond noise, so none is subtracted.');
  });

  it('needs enough benchmarks, and says so', () => {
    const text = (ns: number): string => runs(6, (run) => `BenchmarkA 1 ${ns + run} ns/op`);
    expect(reportOf([{ name: 'a', text: text(100) }, { name: 'b', text: text(200) }], { subtractDrift: true }))
      .toMatchObject({ verdict: 'worse', notes: [expect.stringContaining('No drift is subtracted')] });
  });
});

describe('sizes of files', () => {
  const sizes = (bytes: number, unit: string): string =>
    ['tsdb', 'api'].map((name) => `Benchmark${name}_total 1 ${bytes} ${unit}`).join('\n');
  it.each(['total-bytes', 'binary-bytes', 'rodata-bytes', 'exe-size', 'bytes'])('in %s are exact', (unit) => {
    expect(reportOf([{ name: 'a', text: sizes(1000, unit) }, { name: 'b', text: sizes(1100, unit) }])).toMatchObject({
      finding: { code: 'bench-sizes' }, units: [{ nearExact: true }],
    });
  });
  it.each(['peak-RSS-bytes', 'heap-bytes', 'read-bytes', 'B/s', 'ns/op'])('are not taken for %s', (unit) => {
    expect(reportOf([{ name: 'a', text: sizes(1000, unit) }, { name: 'b', text: sizes(1100, unit) }]))
      .toMatchObject({ finding: { code: 'bench-one-run' }, units: [{ nearExact: false }] });
  });
});
