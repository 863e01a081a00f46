/** Tests what the label sets of a refused series show. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { damagedLabels } from './damagedLabels.ts';

const line = (added: string, last: string): string => {
  const [refused, before] = [JSON.stringify(added), JSON.stringify(last)];
  return 'time=2025-02-03T04:05:06.100Z level=ERROR source=db.go:1100 msg="compaction failed" component=tsdb err='
    + JSON.stringify(`add series: out-of-order series added with label set ${refused}, last label set ${before}`);
};
const SHIFTED = String.raw`{__name__="\ncpu_seconds_tota", "{mod"="\"idle", instance="a:9100", job="dev"}`;

it('the same damaged labels twice', () => {
  const said = damagedLabels([line(SHIFTED, SHIFTED)]);
  expect(said).toContain('have the same labels, and these are damaged');
  expect(said).toContain('the label name "{mod"');
  expect(said).toContain('the target a:9100 (job dev)');
});

it('is reported for a log, in which the metric is no finding', () => {
  expect(recognize(new TextEncoder().encode(line(SHIFTED, SHIFTED))).interest).toContain('bytes of them are shifted');
});

it('the same whole labels twice', () => {
  const whole = '{__name__="up", "http.status"="200", instance="a:9100"}';
  expect(damagedLabels([line(whole, whole)])).toContain('has that series twice');
});

it.each([
  ['two whole label sets', line('{__name__="up", a="1"}', '{__name__="up", a="2"}')],
  ['a line that ends before', line('{__name__="up"}', '').slice(0, 168)],
  ['another line', 'level=error msg="compaction failed" err="no space"'],
])('nothing of %s', (_of, text) => {
  expect(damagedLabels([text])).toBeNull();
});
