/** Tests that a step is left out which the writer of a report has taken. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const told = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const REFUSED = ['```', JSON.stringify({
  ts: '2026-01-02T03:04:05.000Z', level: 'error', caller: 'VictoriaMetrics/app/vmagent/remotewrite/client.go:1',
  msg: 'unexpected status code received after sending a block with size 9 bytes to "1:secret-url" during retry #3: '
    + '503; response body="cannot store metrics: the storage is in read-only mode; check '
    + '-storage.minFreeDiskSpaceBytes command-line flag value"; re-sending the block in 4.000 seconds',
}), '```'];
const STEP = 'enlarge that disk or free space, and it continues by itself.';

it('to enlarge a full disk', () => {
  const said = told('The disk was almost full, so we enlarged the volume of the storage yesterday.', '', ...REFUSED);
  expect(said).not.toContain(STEP);
  expect(said).toContain('minFreeDiskSpaceBytes: see by df there how much is free now.');
  expect(said).toContain('so we enlarged the volume of the storage yesterday');
});

it('to enlarge it, where the log has the step of the storage itself', () => {
  const full = '2026-01-02T03:04:05.123Z\twarn\tVictoriaMetrics/lib/storage/storage.go:1\tswitching the storage at '
    + '/data to read-only mode, since it has less than -storage.minFreeDiskSpaceBytes=10000000 of free space: 9000000 '
    + 'bytes left';
  expect(told('```', full, '```')).toContain(STEP);
  expect(told('We have extended the PVC to 100Gi, and it is still read-only.', '', '```', full, '```'))
    .toContain('(9.54 MiB): see by df there how much is free now. The text says: "We have extended the PVC to 100Gi');
});

it.each([
  'Our agent of the second region sends nothing since this morning.',
  'We have not increased the disk of the storage until now.', 'Should I have increased the disk of the storage?',
])('not if the writer did not: %s', (sentence) => { expect(told(sentence, '', ...REFUSED)).toContain(STEP); });

it('to raise the memory limit of a container', () => {
  const KILLED = ['Containers:', '  a:', '    State:          Waiting', '      Reason:       CrashLoopBackOff',
    '    Last State:     Terminated', '      Reason:       OOMKilled', '      Exit Code:    137',
    '    Restart Count:  9', '    Limits:', '      memory:  4Gi'];
  const [before, after] = [[], ['It still ends after we doubled the memory of the container to 4Gi.', '']]
    .map((words) => told(...words, '```', 'Name:         a-0', 'Namespace:    m', ...KILLED, '```'));
  expect(before).toContain('Raise the ');
  expect(after).toContain('Find what takes the memory');
  expect(after).not.toContain('Raise the ');
});

it('to raise a limit that was raised', () => {
  const line = 'level=warn ts=2026-01-02T03:04:05Z caller=client.go:419 component=client host=a msg="error sending '
    + 'batch, will retry" status=429 tenant= error="server returned HTTP status 429 Too Many Requests (429): Ingestion '
    + 'rate limit exceeded for user a (limit: 4194304 bytes/sec) while attempting to ingest \'9\' lines totaling '
    + '\'99\' bytes"';
  expect(told('```', line, '```')).toContain('raise the limit');
  expect(told('I already raised ingestion_rate_mb from 4 to 20 and it stays so.', '', '```', line, '```'))
    .toContain('see whether the process that answers has the ingestion_rate_mb to which it was raised');
  expect(told('We have not raised ingestion_rate_mb until now here.', '', '```', line, '```'))
    .toContain('raise the limit');
});

it('to look for lost samples where none are', () => {
  const line = 'time=2026-01-02T03:04:05Z level=ERROR source=queue_manager.go:1709 msg="we got 2xx status code from '
    + 'the Receiver yet statistics indicate some data was not written; investigation needed" component=remote '
    + 'url=http://a/w';
  expect(told('```', line, '```')).toContain('see whether samples are missing there');
  expect(told('By our dashboards it does not seem that samples are missing.', '', '```', line, '```'))
    .not.toContain('see whether samples are missing there');
});
