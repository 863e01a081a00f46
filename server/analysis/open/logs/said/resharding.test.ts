/** Tests what a skipped change of the shards of remote write tells. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const line = (second: number, text: string): string =>
  `ts=2022-02-10T01:02:${second}.106Z caller=dedupe.go:112 component=remote remote_name=a url=http://c/write ${text}`;

it('tells the change, the seconds by which it is late, and no failure of the receiver', () => {
  const said = of(
    line(42, 'level=warn msg="Skipping resharding, last successful send was beyond threshold" '
      + 'lastSendTimestamp=1644454950 minSendTimestamp=1644454952'), '',
    line(24, 'level=info msg="Currently resharding, skipping."'), '',
    line(12, 'level=info msg="Remote storage resharding" from=1 to=2'),
  );
  expect(said).toContain('It went from 1 to 2 shards at 01:02:12.');
  expect(said).toContain('Its last successful send was at 01:02:30Z, 2 s before the limit.');
  expect(said).toContain('Remote write sends late');
  expect(said).not.toContain('see whether the receiver runs');
});

it('tells no figures that the lines do not have', () => {
  const said = of(line(42, 'level=warn msg="Skipping resharding, last successful send was beyond threshold"'));
  expect(said).toContain('Remote write sends late');
  expect(said).not.toContain('before the limit');
});
