import { elementAt } from '../../../../core/elementAt.ts';
import { describe, expect, it } from 'vitest';
import { handMadeWindow } from '../../../../testdata/handMadeWindow.ts';
import { render } from '../../../../core/text/parts.ts';
import { analyseGcCpu } from './gcCpu.ts';
import { pearson } from '../../../../core/statistics/correlation.ts';
import { seededRandom } from '../../../../core/statistics/random.ts';

const START = 1_800_000_000;
const options = { stepMs: null, facts: {}, seed: 1 };

describe.each([
  ['now and then', 0.45], ['so often that most intervals are two scrapes long', 0.8],
])('a target that repeats bodies %s', (_often, share) => {
  /** Cycles come at random, several a second; each takes 20 ms of CPU. Intervals are 1 s or 2 s long. */
  const seconds = 600;
  const random = seededRandom(31);
  const perSecond = Array.from({ length: seconds }, (_, i) => 1 + Math.floor(random() * (i % 60 < 30 ? 3 : 6)));
  const quietCores = perSecond.map(() => 0.2 + 0.05 * random());
  const total = (values: number[]): number[] => {
    let sum = 0;
    return values.map((value) => (sum += value));
  };
  const [cycles, cpu] = [total(perSecond), total(quietCores.map((cores, i) => cores + 0.02 * elementAt(perSecond, i)))];
  const isRepeated = perSecond.map((_, i) => i > 0 && random() < share);
  // No body repeats twice, because the cache lasts for one second.
  const repeatedTicks: number[] = [];
  isRepeated.forEach((is, i) => { if (is && repeatedTicks.at(-1) !== i - 1) repeatedTicks.push(i); });
  const shown = (values: number[]): number[] =>
    values.map((value, i) => (repeatedTicks.includes(i) ? elementAt(values, i - 1) : value));
  const panel = analyseGcCpu(handMadeWindow({
    kind: 'victoriametrics', repeatedTicks,
    roles: {
      cpuSeconds: shown(cpu), gcCycles: shown(cycles), lastGcSeconds: shown(cycles.map((count) => START + count)),
      samplesAppended: shown(cycles.map((count) => 1000 * count)), processStartSeconds: cycles.map(() => START - 1000),
    },
  }), [], options);

  it('correlates cycles per second, not cycles per interval, with CPU', () => {
    const ends = cycles.map((_, i) => i).filter((i) => !repeatedTicks.includes(i));
    const rate = (values: number[]): Float64Array => Float64Array.from(
      ends.slice(1), (end, k) => (elementAt(values, end) - elementAt(values, elementAt(ends, k)))
        / (end - elementAt(ends, k))
    );
    const truth = pearson(rate(cycles), rate(cpu)) ?? NaN;
    expect(truth).toBeGreaterThan(0.8);
    expect(panel.correlation.pearson).toBeCloseTo(truth, 2);
    // Counts each interval, whichever length is more common.
    expect(panel.correlation.sampleSize).toBe(ends.length - 1);
    expect(panel.correlation.pValue).toBeLessThan(0.01);
  });

  it('says how often bodies repeat, and names no lag that they do not resolve', () => {
    const { correlation, links, finding } = panel;
    for (const { bestLagSeconds } of [correlation, ...links.map((link) => link.correlation)])
      expect(bestLagSeconds === null || bestLagSeconds === 0 || Math.abs(bestLagSeconds) > 2).toBe(true);
    const said = finding.evidence.map((one) => render(one)).join(' ');
    expect(said).toMatch(/The target repeats \d\d % of its answers, so the true r may be higher/);
    expect(said).not.toMatch(/strongest at lag [-–−]?[12] s/);
  });

  it('and so with what moves with GC', () => {
    expect(panel.links.find(({ side }) => side === 'ingest')?.correlation.pearson).toBeCloseTo(1, 6);
  });
});
