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
