/** Tests errors around a few samples, and the health that a scrape states. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): { format: string; door: string | null; interest: string } => {
  const { format, door, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { format, door, interest: interest ?? '' };
};

const SAMPLES = ['# TYPE rack_info gauge', 'rack_info{row="4",vendor="a"} 1', 'rack_info{row="5",model="b"} 1'];
const ERROR = '* collected metric rack_info label:<name:"model" value:"b" > label:<name:"row" value:"5" > '
  + 'gauge:<value:1 >  has label dimensions inconsistent with previously collected metrics in the same metric family';

const MANY = Array.from({ length: 20 }, (_, i) => `a_total{i="${i}"} 3`);

describe('a few samples beside an error', () => {
  it('are examples: the error is the matter', () => {
    const { format, door, interest } = of('Our script writes:', '', '```', ...SAMPLES, '```', '', 'and curl says:', '',
      '```', 'An error has occurred during metrics gathering:', '', '1 error(s) occurred:', ERROR, '```');
    expect([format, door]).toEqual(['known-messages', null]);
    expect(interest).toContain('It has the error "collected metric rack_info has label dimensions inconsistent with '
      + 'previously collected metrics": samples of rack_info have different label names, and one of them has model, '
      + 'row. The client library in the exporter refuses such samples');
    expect(interest).not.toContain('in place of its metrics');
    expect(interest).toContain('It also has 2 samples, such as of rack_info.');
  });

  it.each([
    ['without an error', ['Our script writes:', '', '```', ...SAMPLES, '```', '', 'Is that right?']],
    ['of many, as a scrape has', ['It logs:', ERROR, '', ...SAMPLES, ...MANY]],
    ['whose HELP names one', ['# HELP a_total Count: an error has occurred while serving metrics', ...SAMPLES]],
  ])('%s are a scrape', (_, lines) => {
    expect(of(...lines)).toMatchObject({ format: 'metrics', door: 'metrics' });
  });
});

describe('a metric whose HELP line says that 1 is healthy', () => {
  const GC = ['# TYPE go_gc_duration_seconds summary', 'go_gc_duration_seconds{quantile="0"} 0',
    'go_gc_duration_seconds{quantile="1"} 0', 'go_gc_duration_seconds_sum 0', 'go_gc_duration_seconds_count 0'];

  it('says so at 0, before a summary that has observed nothing', () => {
    const { interest } = of('# HELP broker_health Health of the broker, 1 is healthy 0 is not',
      '# TYPE broker_health gauge', 'broker_health{node="a"} 0', ...GC);
    expect(interest).toMatch(/^broker_health is 0, and its HELP line says that 1 is healthy: /);
    expect(interest).not.toContain('recent observations');
  });

  it.each([
    ['at 1', '# HELP broker_health Health of the broker, 1 is healthy 0 is not', 'broker_health 1'],
    ['without such words', '# HELP broker_health Whether the state is red', 'broker_health{color="red"} 0'],
  ])('says nothing %s', (_, help, sample) => {
    expect(of(help, '# TYPE broker_health gauge', sample, ...GC).interest).not.toContain('is healthy:');
  });
});
