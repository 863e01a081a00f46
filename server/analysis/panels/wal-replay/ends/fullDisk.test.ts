/** Tests what is said of a memory fault of a server whose disk was full. */
import { expect, it } from 'vitest';
import { statements } from '../../../../../core/finding.ts';
import { analyse } from '../../../../../testdata/measuredLog.ts';

const line = (second: number, rest: string): string =>
  `ts=${new Date(1e12 + second * 1000).toISOString()} caller=main.go:1 level=info ${rest}`;
const CRASH = [
  'unexpected fault address 0x7f0f3a5d2000', 'fatal error: fault',
  '[signal SIGBUS: bus error code=0x2 addr=0x7f0f3a5d2000 pc=0x4a1c2e]', '', 'goroutine 7 [running]:',
];
const READY = [line(0, 'msg="Starting TSDB ..."'), line(3, 'msg="Server is ready to receive web requests."')];
const FULL = line(60, 'msg="Scrape commit failed" err="write to WAL: log samples: no space left on device"');

it('a SIGBUS of a server whose disk was full is reported with that cause, another one with what it may be', () => {
  const said = (...lines: string[]): string => statements(analyse(lines.join('\n')).finding).join(' ');
  expect(said(...READY, FULL, ...CRASH)).toMatch(/ later: SIGBUS on a full disk\. .*here its disk was full/);
  expect(said(...READY, ...CRASH))
    .toContain('a full disk, a network file system, or a file that something else cut.');
});
