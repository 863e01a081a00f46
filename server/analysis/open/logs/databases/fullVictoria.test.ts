import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const line = (time: string, level: string, msg: string): string =>
  `Mar 04 ${time} host-a vmstorage[70]: ${JSON.stringify({
    severity: level, caller: 'VictoriaMetrics/lib/fs/fs.go:1', message: msg,
  })}`;
const LINES = [
  line('01:00:00', 'warn', 'switching the storage at /data to read-only mode, since it has less than '
    + '-storage.minFreeDiskSpaceBytes=10000000 of free space: 9000000 bytes left'),
  line('03:00:00', 'panic', 'FATAL: cannot write 99 bytes to /data/big/1.bin: write /data/big/1.bin: no space left on '
    + 'device'),
  'Mar 04 03:00:09 host-a systemd[1]: vmstorage.service: Main process exited, code=exited, status=255/EXCEPTION',
  'Mar 04 03:00:09 host-a systemd[1]: vmstorage.service: Scheduled restart job, restart counter is at 5.',
  line('03:00:10', 'info', 'opening storage at "/data" with -retentionPeriod=6'),
];
const said = (lines: readonly string[]): string =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

it.each([['oldest', LINES], ['newest', LINES.toReversed()]])(
  'a storage that was read-only and still ended on a full disk, with the %s line first', (_, lines) => {
    const facts = said(lines);
    expect(facts).toMatch(/^It ended because its disk is full: "FATAL: cannot write 99 bytes/);
    expect(facts).toContain('(restart counter 5)');
    expect(facts).toContain('read-only 2h before the last, with 8.58 MiB left, which did not prevent it');
    expect(facts).toContain('is too small for them');
    expect(facts).toContain('began to open its storage again, and the lines do not show that it did.');
    expect(facts).not.toContain('continues by itself');
  }
);

it('one that is only read-only continues by itself', () => {
  expect(said(LINES.slice(0, 1))).toContain('continues by itself');
});
