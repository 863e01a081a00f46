/** Tests the causes of refused samples, and the step for a data folder that may not be written. */
import { describe, expect, it } from 'vitest';
import { analyse, only } from '../../../../../testdata/measuredLog.ts';

const line = (second: number, rest: string): string =>
  `ts=${new Date(Date.UTC(2023, 5, 1) + second * 1000).toISOString()} caller=main.go:1 level=info ${rest}`;
const starting = (second: number): string =>
  line(second, 'msg="Starting Prometheus Server" version="(version=2.44.0)"');
const START = starting(0);

describe('a data folder that may not be written', () => {
  it.each([
    ['opening storage failed: lock DB directory: open /srv/tsdb/lock: permission denied', '/srv/tsdb'],
    ['opening storage failed: mkdir /data/chunks_head: permission denied', '/data'],
    ['opening storage failed: create dir: mkdir /var/lib/x: permission denied', '/var/lib/x'],
    ['opening storage failed: lock DB directory: open data/lock: permission denied', 'its data folder'],
  ])('%s', (error, folder) => {
    const { ending } = only([START, line(1, `err="${error}"`)].join('\n'));
    expect(ending).toContain(`The user that runs it may not write in ${folder}: give that folder to it`);
    expect(ending).toContain('fsGroup');
  });

  it('not for another error of the lock', () => {
    const { ending } = only([START, line(1, 'err="opening storage failed: lock DB directory: resource temporarily '
      + 'unavailable"')].join('\n'));
    expect(ending).not.toContain('fsGroup');
  });
});

describe('a name without an address', () => {
  const failed = (second: number, error: string): string => line(second, `err="opening storage failed: ${error}"`);
  const NAME = 'lookup am-old.example on 10.0.0.2:53: no such host';

  it('of one start, or of each: which name, and where it is set', () => {
    expect(only([START, failed(1, NAME)].join('\n')).ending).toContain('The name am-old.example has no address, as the '
      + 'DNS server 10.0.0.2:53 says: correct it in the flag that names it or in the configuration, or add its DNS ');
    const { finding } = analyse([
      START, failed(1, NAME), starting(2), failed(3, `${NAME}: rule command failed`),
    ].join('\n'));
    expect(finding.sentence).toContain('ended before: a name has no address.');
    expect(JSON.stringify(finding.evidence)).toContain('has no address, as the DNS server ');
  });

  it('not if one start ended otherwise', () => {
    const { finding } = analyse([START, failed(1, NAME), starting(2), failed(3, 'unexpected EOF')].join('\n'));
    expect(JSON.stringify(finding.evidence)).not.toContain('has no address');
  });
});

it.each([
  ['not found', 'its storage no longer has their series'], ['out of bounds', 'their times are out of bounds'],
  ['write to WAL: log samples: write /d/wal/7: no space left on device', 'its disk is full'],
  ['something else', 'it cannot write them'],
])('samples refused with %s', (error, reason) => {
  const { finding } = analyse([
    START, line(1, 'msg="Starting TSDB ..."'), line(2, 'msg="TSDB started"'),
    line(3, 'msg="Server is ready to receive web requests."'),
    line(90, `msg="Appending scrape report failed" err="${error}"`),
  ].join('\n'));
  expect(finding.sentence).toBe(`It became ready, and drops samples since 00:01:30 UTC: ${reason}.`);
});

it('a fault names the signal of its lines, or that none is known', () => {
  const crash = (signal: string): string => [
    START, line(1, 'msg="Starting TSDB ..."'), 'unexpected fault address 0x7f16', 'fatal error: fault', signal,
    'goroutine 1 [running]:', 'main.work(0x1)',
  ].join('\n');
  expect(analyse(crash('[signal SIGBUS: bus error code=0x2]')).finding.sentence).toMatch(/: SIGBUS\.$/);
  expect(analyse(crash('[signal SIGSEGV: segmentation violation]')).finding.sentence).toMatch(/: SIGSEGV\.$/);
  expect(analyse(crash('')).finding.sentence).toMatch(/: a memory fault \(SIGBUS or SIGSEGV\)\.$/);
});

describe('a head chunk file that is none', () => {
  const failed = (second: number, error: string): string => line(second, `err="opening storage failed: ${error}"`);
  const zeros = '/srv/tsdb/chunks_head/000007: invalid magic number 0';

  it('names the file alone, and how it starts without it', () => {
    const { finding } = analyse([failed(1, zeros), failed(20, zeros)].join('\n'));
    expect(finding.sentence).toContain('2 ended before: a head chunk file begins with zeros.');
    const evidence = JSON.stringify(finding.evidence);
    expect(evidence).toContain('move chunks_head/000007 out of it');
    expect(evidence).toContain('Keep the folder wal and the blocks');
    expect(only([START, failed(1, zeros)].join('\n')).ending).toContain('move chunks_head/000007 out of it');
  });

  it('not for a damaged WAL or block', () => {
    for (const error of ['/srv/tsdb/wal/000007: invalid magic number 0', 'corrupted block 01HW: invalid magic number'])
      expect(only([START, failed(1, error)].join('\n')).ending).not.toContain('chunks_head');
  });
});
