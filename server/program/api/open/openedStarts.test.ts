/** Tests the order in which an opened log tells a crash, the start after it, and compactions of other processes. */
import { expect, it } from 'vitest';
import { statements } from '../../../../core/finding.ts';
import { ok } from '../../../../core/result.ts';
import { recognize } from '../../../analysis/open/recognize.ts';
import { readLog } from '../../../analysis/logs/readLog.ts';
import { isCompactionMessage } from '../../../analysis/panels/compaction/log/compactionLog.ts';
import { analyseCompactionLogs } from '../../../analysis/panels/compaction/log/compactionServers.ts';
import { analyseReplayLog } from '../../../analysis/panels/wal-replay/replayLogAnswer.ts';
import { openedLog, type LogDeps } from './openedLogs.ts';

async function told(...lines: string[]): Promise<string> {
  const bytes = Buffer.from(`${lines.join('\n')}\n`);
  const { interest, remedy, ...what } = recognize(bytes);
  const none = { ok: false, error: { errorType: 'bad_data', message: 'none' } };
  const compactions = analyseCompactionLogs(readLog(bytes, isCompactionMessage), null)?.answer;
  const starts = analyseReplayLog(bytes);
  const deps = {
    logs: {
      get: () => ok({ name: 'a', timeMs: 0, sizeBytes: bytes.length, what, facts: interest, remedy, target: null }),
      bytes: () => Promise.resolve(ok(bytes)),
    },
    data: {
      replayLog: () => Promise.resolve('unreadable' in starts ? none : ok(starts)),
      compactionLog: () => Promise.resolve(compactions === undefined ? none : ok(compactions)),
      queryLog: () => Promise.resolve(none),
    },
  } as unknown as LogDeps;
  const { finding, facts } = await openedLog(deps, 'a');
  return [...statements(finding), ...facts === null || finding.code === 'log-facts' ? [] : [facts]].join(' ');
}

const HOUR_MS = 3_600_000;
/** A line as svlogd stamps it. */
const stamped = (time: string, rest: string): string => `2026-11-20_${time} ${rest}`;
const tsdb = (time: string, rest: string): string =>
  stamped(time, `level=info ts=2026-11-20T${time}Z caller=compact.go:361 component=tsdb ${rest}`);
const begins = (hour: number, time: string): string => tsdb(time, `msg="compact blocks" count=1 mint=${
  Date.UTC(2026, 10, 20, hour) - 3 * HOUR_MS} maxt=${Date.UTC(2026, 10, 20, hour) - HOUR_MS}`);
const gc = (time: string): string => tsdb(time, 'msg="head GC completed" duration=1.5s');

it('a crash with what it did then, before the start after it and the compaction that is repeated', async () => {
  const said = await told(
    begins(11, '11:00:00.041'), gc('11:00:51.041'), begins(13, '13:00:00.040'), gc('13:00:52.040'),
    begins(15, '15:00:00.042'), gc('15:00:51.542'), begins(17, '17:00:00.040'),
    stamped('17:00:40.902', 'panic: runtime error: invalid memory address or nil pointer dereference'),
    stamped('17:00:40.902', '[signal SIGSEGV: segmentation violation code=0x1 addr=0x10 pc=0x159134a]'),
    stamped('17:00:40.902', ''), stamped('17:00:40.902', 'goroutine 407 [running]:'),
    stamped('17:00:40.902', 'github.com/prometheus/tsdb.(*headReader).Chunk(0xc50daf3e00, 0x8ce9f000168)'),
    stamped('17:00:40.902', '\t/go/src/github.com/prometheus/tsdb/head.go:701 +0x8a'),
    tsdb('17:00:41.119', 'msg="Starting Prometheus" version="(version=2.0.0, branch=HEAD)"'),
    tsdb('17:00:41.121', 'msg="Starting TSDB"'), tsdb('17:03:21.604', 'msg="TSDB started"'),
    tsdb('17:03:21.691', 'msg="Server is ready to receive requests."'), begins(17, '17:04:21.609'), gc('17:05:14.109'),
  );
  expect(said).toMatch(/^It crashed with "panic: runtime error: .{0,120}That was while it compacted blocks, /);
  expect(said).toContain('head.go:701');
  expect(said.indexOf('head.go:701')).toBeLessThan(said.indexOf('The start after the crash took 2m 41s'));
  expect(said).toContain('The head compaction that began at 17:00:00 UTC did not end; the one at 17:04:21 UTC wrote '
    + 'its block, in 51 s.');
  expect(said).not.toContain('The start took');
});

it('a compaction of another process is reported with its name', async () => {
  const line = (time: string, process: number, rest: string): string => `<30>1 2026-11-20T${time}Z host-b prometheus ${
    process} - - level=info ts=2026-11-20T${time}Z caller=a.go:1 component=tsdb ${rest}`;
  const said = await told(
    line('13:00:00.881', 23, `msg="compact blocks" count=1 mint=${Date.UTC(2026, 10, 20, 10)} maxt=${
      Date.UTC(2026, 10, 20, 12)}`),
    line('13:00:52.944', 23, 'msg="head GC completed" duration=61ms'),
    line('13:26:57.272', 41, 'msg="Starting TSDB ..."'),
    line('13:26:57.275', 41, 'err="Opening storage failed open DB in /data: Locked by other process"'),
    line('13:27:41.330', 23, 'msg="head GC completed" duration=61ms'),
  );
  expect(said).toMatch(/^The server gave up|^prometheus\[41\]: The server gave up/);
  expect(said).toContain('prometheus[23]: The head compaction at 13:00:00 UTC took ');
});

it('a short compaction is not reported beside a server that gave up', async () => {
  const said = await told(
    stamped('13:00:02.100', 'level=info ts=2026-11-20T13:00:02.100Z caller=compact.go:1 component=tsdb msg="write '
      + `block" mint=${Date.UTC(2026, 10, 20, 10)} maxt=${Date.UTC(2026, 10, 20, 12)} `
      + 'ulid=01ARZ3NDEKTSV4RRFFQ69G5FAV duration=2s'),
    stamped('13:26:57.272', 'level=info ts=2026-11-20T13:26:57.272Z caller=main.go:1 msg="Starting TSDB ..."'),
    stamped('13:26:57.275', 'level=error ts=2026-11-20T13:26:57.275Z caller=main.go:1 err="opening storage failed: '
      + 'lock DB directory: resource temporarily unavailable"'),
  );
  expect(said).toMatch(/^The server gave up/);
  expect(said).not.toContain('compaction');
});

it('a standstill that is repeated before a short start that went well', async () => {
  const line = (time: string, rest: string): string => `ts=2026-11-20T${time}Z caller=main.go:1 ${rest}`;
  const said = await told(
    line('10:00:00.000', 'level=info msg="Starting Prometheus" version="(version=2.33.1, branch=HEAD)"'),
    line('10:00:00.100', 'level=info msg="Starting TSDB ..."'), line('10:00:02.100', 'level=info msg="TSDB started"'),
    line('10:00:02.110', 'level=info msg="Server is ready to receive web requests."'),
    ...Array.from({ length: 8 }, (_, i) => line(`10:2${i}:00.000`, 'component=remote level=warn msg="Skipping '
      + 'resharding, last successful send was beyond threshold" '
      + 'lastSendTimestamp=1795169100 minSendTimestamp=1795169400')),
  );
  expect(said).toMatch(/^Remote write has had no successful send since 2026-11-20T10:05:00Z, for 22m\. /);
  expect(said).toContain(' The warning "Skipping resharding, last successful send was beyond threshold"');
  expect(said).toContain('The start took 2.11 s.');
  expect(said).not.toContain('Its phases');
});

it('an error and a loss before a start that went well, whatever parts of it the log has', async () => {
  const line = (time: string, rest: string): string => `ts=2026-11-20T${time}Z caller=main.go:1 ${rest}`;
  const start = [
    line('10:00:00.000', 'level=info msg="Starting Prometheus" version="(version=2.45.0, branch=HEAD)"'),
    line('10:00:00.100', 'level=info component=tsdb msg="Replaying on-disk memory mappable chunks if any"'),
    line('10:00:00.400', 'level=info component=tsdb msg="Replaying WAL, this may take a while"'),
    line('10:00:09.400', 'level=info component=tsdb msg="WAL segment loaded" segment=3 maxSegment=3'),
    line('10:00:09.410', 'level=info msg="TSDB started"'),
    line('10:00:09.420', 'level=info msg="Server is ready to receive web requests."'),
  ];
  const errors = [1, 2, 3].map((minute) => line(`10:3${minute}:00.000`, 'level=error component=notifier '
    + 'msg="Error sending alert" err="bad response status 500"'));
  const failed = await told(...start, ...errors);
  expect(failed).toMatch(/^The error "Error sending alert"/);
  expect(failed).toMatch(/ The start took 9\.42 s/);
  const lost = [1, 2].map((minute) => line(`10:4${minute}:00.000`, 'level=warn component="scrape manager" '
    + 'msg="Error on ingesting out-of-order samples" num_dropped=120'));
  expect(await told(...start, ...errors, ...lost)).toMatch(/^It dropped 240 samples from \S+ to \S+ \(4 per second\)/);
});

const START = (hour: number): string[] => {
  const line = (time: string, rest: string): string => `ts=2026-11-20T${hour}:${time}Z caller=main.go:1 ${rest}`;
  return [
    line('00:00.000', 'level=info msg="Starting Prometheus" version="(version=2.45.0, branch=HEAD)"'),
    line('00:00.400', 'level=info component=tsdb msg="Replaying WAL, this may take a while"'),
    line('00:05.400', 'level=info component=tsdb msg="WAL segment loaded" segment=3 maxSegment=3'),
    line('00:05.410', 'level=info msg="TSDB started"'),
    line('00:05.420', 'level=info msg="Server is ready to receive web requests."'),
  ];
};

it('an error before several starts that went well', async () => {
  const stop = (second: number, rest: string): string => `ts=2026-11-20T10:30:0${second}.000Z caller=main.go:1 ${rest}`;
  const said = await told(...START(10), stop(0, 'level=warn msg="Received SIGTERM, exiting gracefully..."'),
    stop(1, 'level=error msg="Failed to flush all samples on shutdown" count=700'),
    stop(2, 'level=info msg="See you next time!"'), ...START(11));
  expect(said).toMatch(/^It logged the error "Failed to flush all samples on shutdown"/);
  expect(said).toMatch(/2 starts in the log: 2 became ready\. The longest took 5\.42 s\.$/);
});

it('what came after a short start, without what its parts took', async () => {
  const said = await told(...START(10), ...[1, 2, 3].map((minute) => `ts=2026-11-20T10:3${minute}:00.000Z `
    + 'caller=scrape.go:1 level=error component="scrape manager" msg="Scrape commit failed" '
    + 'err="write to WAL: log samples: write /data/wal/00000004: no space left on device"'));
  expect(said).toMatch(/^It became ready, and drops samples since 10:31:00 UTC: its disk is full\./);
  expect(said).not.toMatch(/The start took|Its phases/);
});
