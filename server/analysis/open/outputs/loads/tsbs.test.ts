/** Tests outputs of TSBS: the database of its command, metrics and rows. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): { format: string; name: string; interest: string | null } => {
  const { format, name, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { format, name, interest };
};

it('a load names its database, its metrics and its rows', () => {
  expect(of(
    '$ tsbs_load_questdb --file /tmp/data --workers 4',
    'time,per. metric/s,metric total,overall metric/s,per. row/s,row total,overall row/s',
    '1767323045,1000000.00,1.0E+07,1000000.00,100000.00,1.0E+06,100000.00', '', 'Summary:',
    'loaded 103680000 metrics in 93.600sec with 4 workers (mean rate 1107692.31 metrics/sec)',
    'loaded 10368000 rows in 93.600sec with 4 workers (mean rate 110769.23 rows/sec)',
  )).toEqual({
    format: 'tsbs-load', name: 'the output of a load of TSBS',
    interest: 'It ran tsbs_load_questdb, which loads QuestDB. It loaded 103,680,000 metrics in 93.600 s, 1,107,692 per '
      + 'second (110,769 rows/s).',
  });
});

it('rows alone are told as rows', () => {
  expect(of('loaded 10368 rows in 9.6sec with 1 worker (mean rate 1080.0 rows/sec)').interest)
    .toBe('It loaded 10,368 rows in 9.6 s, 1,080 per second.');
});

it('queries name their database where the command is not in the text', () => {
  expect(of('Run complete after 100 queries with 8 workers (Overall query rate 0.31 queries/sec):',
    'TimescaleDB max of all CPU metrics, random    1 hosts, random 8h0m0s by 1h:').interest)
    .toBe('It asks TimescaleDB. 0.31 queries per second.');
});

it('queries name their database', () => {
  expect(of('$ cat q.gz | gunzip | tsbs_run_queries_influx --workers=8',
    'Run complete after 1000 queries with 8 workers (Overall query rate 0.31 queries/sec):').interest)
    .toMatch(/^It ran tsbs_run_queries_influx, which asks InfluxDB or another database with its protocol\. 0\.31 q/);
});

it('a load that falls after an even start names the bend', () => {
  const load = (...rates: number[]): string | null => of(
    'time,per. metric/s,metric total,overall metric/s,per. row/s,row total,overall row/s',
    ...rates.map((rate, i) => `17673230${10 + i},${rate}.00,${i + 1}.0E+07,3000000.00,1.00,1.0E+06,1.00`),
  ).interest;
  expect(load(4_000_000, 4_100_000, 3_900_000, 4_000_000, 3_000_000, 2_000_000, 1_500_000)).toContain('Until '
    + '1767323013 (3 s after the first row), when 40,000,000 metrics were loaded, it is at least 90 % of its '
    + 'start, and less in every interval after that; the overall rate of the last row, 3,000,000, is a mean over the '
    + 'fall.');
  expect(load(4_000_000, 3_000_000, 2_500_000, 2_000_000, 1_500_000, 1_400_000)).not.toContain('of its start');
  expect(load(4_000_000, 4_000_000, 4_000_000, 2_000_000, 4_000_000, 1_500_000, 1_400_000, 1_300_000))
    .not.toContain('of its start');
});

it('intervals in which nothing was loaded are reported before the mean', () => {
  const rows = [900, 905, 0, 0, 910, 900].map((rate, i) => `17673230${10 * (i + 1)},${rate}.00,1.0E+04,500.00`);
  expect(of('time,per. metric/s,metric total,overall metric/s', ...rows).interest).toBe('In 2 of the 6 intervals '
    + 'nearly nothing was loaded (from 1767323030 to 1767323040, 20 s after the first row): something stood still, the '
    + 'server or the loader. The rate is otherwise steady at 900 metrics per second. See what the server did at that '
    + 'time: its log, its disk (iostat), and whether it refused writes.');
});
