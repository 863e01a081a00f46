/** Tests what is said of the values of a tag that has too many. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const of = (...values: string[]): string => recognize(new TextEncoder().encode(values.map((value, i) =>
  `[2026-01-02T03:04:0${i},564][WARN ][logstash.outputs.influxdb] Non recoverable exception while writing to InfluxDB `
  + '{:exception=>#<InfluxDB::Error: {"error":"partial write: max-values-per-tag limit exceeded (1000/1000): '
  + `measurement=\\"hits\\" tag=\\"uri\\" value=\\"${value}\\" dropped=2"}`).join('\n'))).interest ?? '';

describe('new values of a tag', () => {
  it('by a time in the query string', () => {
    const said = of('a.html?t=1767319200123', 'b.html?t=1767319201456', 'a.html?t=1767319202789');
    expect(said).toContain('The tag uri of hits has as many values as it may');
    expect(said).toContain('a time in its query string ("a.html?t=1767319200123"): cut the query string off');
    expect(said).toContain('By the lines, 6 points were dropped; those of known values were stored.');
  });

  it.each([
    ['a UUID in it', ['x/3fa85f64-5717-4562-b3fc-2c963f66afa6', 'x/7fa85f64-5717-4562-b3fc-2c963f66afa7']],
    ['a time in it', ['job-1767319200', 'job-1767319260']], ['a query string', ['a?user=anna', 'a?user=bert']],
  ])('by %s', (what, values) => { expect(of(...values)).toContain(`as it has ${what} (`); });

  it('without such a part keep what the message means', () => {
    expect(of('alpha', 'beta', 'gamma')).toContain('use a field in its place');
  });
});
