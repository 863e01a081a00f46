/** Tests what an opened log says of a service that is down, and that it says once what its finding has already. */
import { expect, it } from 'vitest';
import { finding, statements } from '../../../../core/finding.ts';
import { ok } from '../../../../core/result.ts';
import { parts } from '../../../../core/text/parts.ts';
import { recognize } from '../../../analysis/open/recognize.ts';
import { readLog } from '../../../analysis/logs/readLog.ts';
import { isCompactionMessage } from '../../../analysis/panels/compaction/log/compactionLog.ts';
import { analyseCompactionLog } from '../../../analysis/panels/compaction/log/compactionLogTimeline.ts';
import { openedLog, type LogDeps } from './openedLogs.ts';

const FULL = 'preallocate: no space left on device, in group 0@13 of the bucket';
const halted = finding({
  code: 'compactor-halted', severity: 'critical', claim: parts`The Thanos compactor has halted: the disk is full.`,
  evidence: [parts`It said: compact blocks: ${FULL}.`],
});

async function factsBeside(facts: string): Promise<string | null> {
  const none = { ok: false, error: { errorType: 'bad_data', message: 'none' } };
  const deps = {
    logs: { get: () => ok({ name: '', timeMs: 0, sizeBytes: 1, what: {}, facts, remedy: null, target: null }),
      bytes: async () => Promise.resolve(ok(new Uint8Array())) },
    data: {
      replayLog: async () => Promise.resolve(none), queryLog: async () => Promise.resolve(none),
      compactionLog: async () => Promise.resolve(ok({ finding: halted, blocks: [] })),
    },
  } as unknown as LogDeps;
  return (await openedLog(deps, 'a')).facts;
}

it('the line that only says that a compaction failed, with the cause that the finding quotes', async () => {
  expect(await factsBeside(`It logged the error "critical error detected; halting" at 2026-01-02T03:04:05Z. The cause `
    + `given is "compaction: ${FULL}".`)).toBeNull();
  expect(await factsBeside('The error "compaction failed" occurs 2 times from 03:04:05 to 03:04:07.')).toBeNull();
});

it('another error, and another cause of such a line, are told', async () => {
  const other = 'It logged the error "shipping failed" at 2026-01-02T03:04:05Z.';
  expect(await factsBeside(other)).toBe(other);
  const cause = 'It logged the error "retriable error" at 2026-01-02T03:04:05Z. The cause given is "another one".';
  expect(await factsBeside(cause)).toBe(cause);
});

/** Returns all sentences of the log, as the page shows them. */
async function told(...lines: string[]): Promise<string> {
  const bytes = Buffer.from(`${lines.join('\n')}\n`);
  const { interest, remedy, ...what } = recognize(bytes);
  const compactions = analyseCompactionLog(readLog(bytes, isCompactionMessage), null)?.answer;
  const none = ok({ replays: [], blocks: [], finding: { code: 'log-without-compactions' } });
  const deps = {
    logs: {
      get: () => ok({ name: 'a', timeMs: 0, sizeBytes: bytes.length, what, facts: interest, remedy, target: null }),
      bytes: () => Promise.resolve(ok(bytes)),
    },
    data: {
      replayLog: () => Promise.resolve(none), queryLog: () => Promise.resolve(ok(null)),
      compactionLog: () => Promise.resolve(compactions === undefined ? none : ok(compactions)),
    },
  } as unknown as LogDeps;
  const { finding, facts } = await openedLog(deps, 'a');
  return [...statements(finding), ...facts === null || finding.code === 'log-facts' ? [] : [facts]].join(' ');
}

const failed = (minute: number): string => `Jan 02 10:1${minute}:01 h prom[77]: ts=2026-01-02T10:1${minute}:01.153Z `
  + 'caller=db.go:1074 level=error component=tsdb msg="compaction failed" '
  + `err="mkdir /data/01ARZ3NDEKTSV4RRFFQ69G5FA${minute}.tmp-for->`;

it('that a service was killed comes before the compactions that failed while it ran', async () => {
  const said = await told('● prom.service - Prometheus', '   Active: failed (Result: signal) since Fri 2026-01-02 '
    + '10:25:37 UTC; 2h ago', ' Main PID: 77 (code=killed, signal=KILL)', '', failed(4), failed(5), failed(6));
  expect(said).toMatch(/^systemd: prom killed, signal KILL, since Fri 2026-01-02 10:25:37 UTC\. /);
  expect(said).toContain('3 compactions failed in this window');
  expect(said).toContain('journalctl -u prom -l --no-pager');
  expect(said).not.toContain('The error "compaction failed"');
});

it('failed compactions of a server that runs lead', async () => {
  const said = await told(failed(4), failed(5), failed(6));
  expect(said).toMatch(/^3 compactions failed in this window/);
  expect(said).not.toContain('systemd: ');
});

it('a halt is told once', async () => {
  const said = await told('level=error ts=2026-01-02T09:14:25.183977714Z caller=compact.go:458 msg="critical error '
    + 'detected; halting" err="compaction: group 0@17: block with not healthy index found '
    + '/var/thanos/compact/0@17/01ARZ3NDEKTSV4RRFFQ69G5FAV; Compaction level 1; Labels: map[a:b]: 3/1200 series '
    + 'have an average of 1.000 out-of-order chunks: 1.000 of these are exact duplicates (in terms of data and time '
    + 'range)"');
  expect(said).toMatch(/^The Thanos compactor has halted at 09:14:25 UTC/);
  expect(said).toContain('--compact.skip-block-with-out-of-order-chunks');
  expect(said).not.toContain('It logged the error');
});

const unsent = (second: number): string => `ts=2026-01-02T10:10:${second}.153Z caller=notifier.go:527 level=error `
  + 'component=notifier alertmanager=http://am-1:9093/api/v2/alerts count=9 msg="Error sending alert" '
  + 'err="Post \\"http://am-1:9093/api/v2/alerts\\": dial tcp 192.0.2.7:9093: i/o timeout"';
const written = (ms: number): string => 'ts=2026-01-02T11:00:05.500Z caller=compact.go:519 level=info component=tsdb '
  + `msg="write block" mint=${Date.UTC(2026, 0, 2, 8)} maxt=${Date.UTC(2026, 0, 2, 10)} `
  + `ulid=01ARZ3NDEKTSV4RRFFQ69G5FAV duration=${ms}ms`;

it('a compaction that went well is not reported beside a fault, unless it took long', async () => {
  expect(await told(unsent(11), unsent(21), written(4100))).not.toMatch(/compaction|block/);
  const long = await told(unsent(11), unsent(21), written(95_000));
  expect(long).toContain('The head compaction at 10:58:30 UTC took 95 s');
});

it('a warning that counts what was lost is reported beside a finding, and no sentence twice', async () => {
  const lost = 'It logged the warning "Error on ingesting it" (num_dropped=70 in 2 lines) at 2026-01-02T03:04:05Z.';
  expect(await factsBeside(lost)).toBe(lost);
  expect(await factsBeside(lost.replace('num_dropped=70 in 2 lines', 'target=a'))).toBeNull();
  expect(await factsBeside('The Thanos compactor has halted: the disk is full. Its disk is another one.'))
    .toBe('Its disk is another one.');
});

it('of a disk that has room again, the general errors and steps are not told', async () => {
  const line = (hour: number, minute: number, rest: string): string =>
    `level=info ts=2026-01-02T0${hour}:${minute}:00.000Z caller=db.go:675 component=tsdb ${rest}`;
  const full = (minute: number): string => line(5, minute, 'msg="compaction failed" err="compact head: persist head '
    + 'block: populate block: write chunks: preallocate: no space left on device"').replace('=info', '=error');
  const wrote = (hour: number): string => line(hour, 30, `msg="write block" mint=${Date.UTC(2026, 0, 2, hour - 3)} `
    + `maxt=${Date.UTC(2026, 0, 2, hour - 1)} ulid=01ARZ3NDEKTSV4RRFFQ69G5FA${hour} duration=30s`);
  const unset = (hour: number): string => line(hour, 31, 'msg="compaction failed" err="reload blocks: head truncate '
    + 'failed: truncate chunks.HeadReadWriter: maxt of the files are not set"').replace('=info', '=error');
  const said = await told(full(11), full(12), full(13), wrote(5), unset(5), wrote(7), unset(7));
  expect(said).toMatch(/^2 truncations of the head’s chunk files failed since 05:31:00 UTC, 2h apart\. /);
  expect(said).toContain('Before that, 3 compactions failed from 05:11:00 UTC to 05:13:00 UTC because the disk was');
  expect(said).not.toContain('free space');
  expect(said).not.toContain('The error "compaction failed"');
});
