/** Tests what a skipped change of the shards of remote write tells. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const line = (second: number, text: string): string =>
  `ts=2022-02-10T01:02:${second}.106Z caller=dedupe.go:112 component=remote remote_name=a url=http://c/write ${text}`;

it('tells the change, since when nothing was sent, and no failure of the receiver', () => {
  const said = of(
    line(42, 'level=warn msg="Skipping resharding, last successful send was beyond threshold" '
      + 'lastSendTimestamp=1644454950 minSendTimestamp=1644454952'), '',
    line(24, 'level=info msg="Currently resharding, skipping."'), '',
    line(12, 'level=info msg="Remote storage resharding" from=1 to=2'),
  );
  expect(said).toContain('It went from 1 to 2 shards at 01:02:12.');
  expect(said).toContain('No send succeeded since 01:02:30Z, 12 s before the latest such line.');
  expect(said).toContain('Remote write had no successful send for too long');
  expect(said).not.toContain('see whether the receiver runs');
});

it('tells no figures that the lines do not have', () => {
  const said = of(line(42, 'level=warn msg="Skipping resharding, last successful send was beyond threshold"'));
  expect(said).toContain('Remote write had no successful send for too long');
  expect(said).not.toContain('No send succeeded since');
});

it('tells all changes in the order of time, and what it wanted', () => {
  const said = of(
    line(42, 'level=warn msg="Skipping resharding, last successful send was beyond threshold" '
      + 'lastSendTimestamp=1644454350 minSendTimestamp=1644454952'),
    line(22, 'level=debug msg=QueueManager.updateShardsLoop lowerBound=2.1 desiredShards=7.58 upperBound=3.9'),
    line(21, 'level=info msg="Remote storage resharding" from=2 to=3'),
    line(12, 'level=info msg="Remote storage resharding" from=1 to=2'),
  );
  expect(said).toContain('It went in 2 changes from 1 to 2, then 3 shards from 01:02:12 on; it wanted up to 7.6.');
  expect(said).toMatch(/^Remote write to http:\/\/c\/write has had no successful send since 2022-02-10T00:52:30Z, /);
  expect(said).toContain('for 10m 12s. What is not sent waits in the WAL');
});

it('tells that sends to the same receiver fail on after the latest such line', () => {
  const skipped = line(42, 'level=warn msg="Skipping resharding, last successful send was beyond threshold" '
    + 'lastSendTimestamp=1644454350 minSendTimestamp=1644454952');
  const failed = skipped.replace(/msg=.*/, 'msg="Failed to send batch, retrying" err="a"')
    .replace(/T01:\d\d/, 'T01:12');
  expect(of(skipped, failed)).toContain(', for 10m 12s at the latest line that says so, and sends still fail at '
    + '2022-02-10T01:12:42Z, 20m 12s after it. ');
  expect(of(skipped, failed.replace('http://c/', 'http://d/'))).toContain('for 10m 12s. What is not sent');
});

const swing = (at: string, from: number, to: number): string => `ts=2022-02-10T01:${at}.106Z caller=dedupe.go:112 `
  + 'component=remote level=info remote_name=a url=http://c/write '
  + `msg="Remote storage resharding" from=${from} to=${to}`;

it('tells a number of shards that goes up and down, which is no quiet log', () => {
  const said = of(
    swing('02:00', 3, 8), swing('03:20', 8, 4), swing('03:30', 4, 8), swing('05:10', 8, 3), swing('05:20', 3, 8),
    swing('07:00', 8, 3),
  );
  expect(said).toContain('goes up and down: 6 changes in 5m from 01:02:00 on, 3 up (3 or 4 to 8) and 3 down. '
    + 'It had 8 for 93 % of that time, and fewer for 10 s at a time.');
  expect(said).not.toContain('No error or warning');
});

it('does not call a number of shards that only grows a swing', () => {
  const said = of(swing('02:00', 1, 2), swing('03:20', 2, 3), swing('03:30', 3, 8));
  expect(said).not.toContain('up and down');
});
