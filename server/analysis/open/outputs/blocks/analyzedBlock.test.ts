import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): string | null => recognize(new TextEncoder().encode(lines.join('\n'))).interest;

const BLOCK = ['Block ID: 01HBLOCK', 'Duration: 2h0m0s', 'Total Series: 20000', 'Label names: 31'];
const PAIRS = 'Label pairs most involved in churning:';
const NAMES = 'Label names most involved in churning:';

describe('promtool tsdb analyze', () => {
  it('churn as a share of all series, with the most specific pair that explains it', () => {
    expect(of(
      ...BLOCK, '', PAIRS, '9500 job=kubelet', '9500 env=prod', '6000 namespace=ci', '4500 container=builder',
      '1000 namespace=web', '', NAMES, '10000 __name__', '9990 job', '9990 env', '8600 namespace', '4560 container',
      '4550 pod', '100 le',
    )).toBe('The block has 20,000 series and 31 label names. Its churn is high: series begin late or '
      + 'end early, and what they lack adds up to 10,000 series of the whole length, 50 % of all. 95 % of it'
      + ' is under job=kubelet, env=prod (9,500 each); the most specific pair of it is container=builder with 4,500 '
      + '(45 %), on series that also have the label pod. Narrow what exports container=builder, or drop these series '
      + 'with '
      + 'metric_relabel_configs, then analyze a newer block.');
  });

  it('series of processes have a source', () => {
    const churn = (...labels: string[]): string => of(...BLOCK, PAIRS, '9500 job=agents', `7000 ${labels[0] ?? ''}=.+`,
      NAMES, '10000 __name__', '9900 job', ...labels.map((label) => `7100 ${label}`)) ?? '';
    expect(churn('pattern', 'process_name', 'user')).toContain('labels process_name, user. These labels are of the '
      + 'procstat input of Telegraf, which has series for each process that its pattern matches: match only');
    expect(churn('pattern', 'shop')).not.toContain('These labels are of');
  });

  it('churn without a pair that stands out', () => {
    expect(of(...BLOCK, PAIRS, '3900 job=a', '300 x=y', NAMES, '4000 __name__', '4000 job', '3990 x')).toContain(
      'Its churn: series begin late or end early, and what they lack adds up to 4,000 series of the whole length, 20 % '
        + 'of all. 97.5 % of it is under job=a (3,900). See which of the series');
  });

  it('of a label with many values, by the metric names that have most of it', () => {
    const facts = of(...BLOCK, PAIRS, '9900 job=k', '9890 endpoint=c', '4000 __name__=container_a', '1000 __name__=b',
      '1000 __name__=c', NAMES, '10000 __name__', '10000 job', '9895 id', '', 'Highest cardinality labels:',
      '1200 id', '3 job');
    expect(facts).toContain('99 % of it is under job=k (9,900); endpoint=c (9,890). Nearly all of it has the label id: '
      + 'cAdvisor gives it a value for each control group, so that each container that starts makes new series. By '
      + 'metric name it is most in container_a (4,000); b, c (1,000 each): drop those that are not needed');
  });

  it('low churn, and none', () => {
    expect(of(...BLOCK, PAIRS, '90 job=a', NAMES, '100 __name__')).toMatch(/Its churn is low: .{1,200} of all\.$/);
    expect(of(...BLOCK, PAIRS, '0 job=a', NAMES, '0 __name__')).toBe('The block has 20,000 series and 31 label names.');
  });

  it('low churn by its largest pair, of a block in a bucket', () => {
    const text = ['/bin/thanos tools bucket analyze --id=01HBLOCK', ...BLOCK, PAIRS, '1 job=a', '1 instance=b'];
    expect(recognize(new TextEncoder().encode(text.join('\n')))).toMatchObject({
      name: 'the output of thanos tools bucket analyze',
      interest: 'The block has 20,000 series and 31 label names. Its churn is low: of no label pair does it add up '
        + 'to more than one series of the whole length.',
    });
  });

  it('a single list', () => {
    expect(of(PAIRS, '420 job=a', '80 job=b')).toContain('adds up to at least 420 series of the whole');
    expect(of('Highest cardinality labels:', '900 pod', '20 job')).toBe('The label pod has most values: 900.');
    expect(of('Most common label pairs:', '700 job=a', '20 job=b'))
      .toBe('The label pair job=a is on most series: 700.');
  });
});
