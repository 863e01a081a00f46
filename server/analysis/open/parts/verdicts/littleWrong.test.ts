/** Tests the judgement on logs whose few errors lose next to nothing. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const time = (second: number): string => new Date(Date.parse('2026-01-02T03:00:00Z') + 1000 * second).toISOString();

describe('sends of vmalert', () => {
  const alert = (second: number, level: string, rest: string): string =>
    `${time(second)}\t${level}\tVictoriaMetrics/app/vmalert/remotewrite/remotewrite.go:213\t${rest}`;
  const failed = (second: number, attempt: number): string => alert(second, 'error', `attempt ${attempt} to send `
    + 'request failed: error while sending request to http://vm:8428/api/v1/write: Post "http://vm:8428/w": EOF');
  const done = alert(7200, 'info', 'Rules reloaded successfully from "/etc/rules"');
  const metrics = (rows: number): string[] => ['', '$ curl -s localhost:8880/metrics | grep remotewrite',
    `vmalert_remotewrite_dropped_rows_total ${rows}`, 'vmalert_remotewrite_errors_total 0',
    'vmalert_remotewrite_sent_rows_total 1234'];

  it('that failed at the first attempt only lose nothing', () => {
    expect(of(failed(10, 1), failed(3600, 1), done)).toMatch(/^Little is wrong: 2 sends failed at the first attempt, /);
    expect(of(failed(10, 1), failed(3600, 1), done, ...metrics(0)))
      .toContain(', and vmalert_remotewrite_dropped_rows_total is 0: nothing was lost. The other side, or something');
  });

  it.each([
    ['a second attempt', [failed(10, 1), failed(11, 2), done]],
    ['many of them', [...Array.from({ length: 40 }, (_, i) => failed(10 + 60 * i, 1)), done]],
    ['rows that were dropped', [failed(10, 1), failed(3600, 1), done, ...metrics(5)]],
    ['one that is not retried', [`${failed(10, 1)} (retriable: false)`, done]],
  ])('are not judged so with %s', (_, lines) => { expect(of(...lines)).not.toContain('Little is wrong'); });
});

describe('samples that a restarted sender sends again', () => {
  const refused = (second: number): string => `ts=${time(second)} caller=write_handler.go:57 level=error component=web `
    + 'msg="Out of order sample from remote write" err="out of order sample"';
  const later = `ts=${time(900)} caller=head.go:812 level=info component=tsdb msg="Head GC completed" duration=9ms`;
  const note = '# I restarted the agent at 03:00:10 and again at 03:05.';

  it('are no loss', () => {
    const said = of(note, refused(14), refused(15), refused(304), later);
    expect(said).toMatch(/^Little is wrong: all 3 refused requests came within 5 s after the restarts of the sender /);
    expect(said).toContain('at 03:00:10 and 03:05, and none in the 9m 56s after that.');
    expect(said).not.toMatch(/two senders write|is lost/);
  });

  it.each([
    ['without a restart in the text', [refused(14), refused(15), later]],
    ['long after it', [note, refused(14), refused(200), later]],
    ['at the end of the log', [note, refused(14), refused(304)]],
  ])('are not judged so %s', (_, lines) => { expect(of(...lines)).not.toContain('Little is wrong'); });
});

describe('a sampled log of Mimir', () => {
  const push = (second: number, pod: string): string => `ts=${time(second)} caller=grpc_logging.go:76 level=warn `
    + 'method=/cortex.Ingester/Push duration=1.9ms msg=gRPC err="user=shop: the sample has been rejected because '
    + 'another sample with a more recent timestamp has already been ingested and out-of-order samples are not allowed '
    + '(err-mimir-sample-out-of-order). The affected sample has timestamp 2026-01-02T03:00:00Z and is from series '
    + `kube_pod_info{job=\\"ksm\\", pod=\\"${pod}\\"} (sampled 1/10)"`;

  it('with rare refusals', () => {
    expect(of(push(0, 'a'), push(1, 'b'), push(7200, 'c'))).toMatch(new RegExp('^Little is wrong by these lines: '
      + 'samples were refused at 2 moments in 2h, all of kube_pod_info of the job ksm. The log has one of 10 such '
      + 'errors \\("sampled 1/10"\\), so about 30 were refused;'));
  });

  it('with frequent ones is not judged so', () => {
    expect(of(...Array.from({ length: 40 }, (_, i) => push(100 * i, `p${i}`)))).not.toContain('Little is wrong');
  });
});

describe('objects that the Prometheus Operator skips', () => {
  const skipped = (second: number, name: string): string => `level=warn ts=${time(second)} caller=a.go:125 `
    + 'component=prometheus-controller msg="skipping servicemonitor" error="failed to get basic auth: not there" '
    + `servicemonitor=shop/${name} namespace=shop prometheus=main`;
  const sync = (second: number): string => `level=info ts=${time(second)} caller=operator.go:984 `
    + 'component=prometheus-controller key=shop/main msg="sync prometheus"';

  it('that are one', () => {
    expect(of(sync(0), skipped(1, 'api'), sync(60), skipped(61, 'api'), sync(120), skipped(121, 'api')))
      .toMatch(/^Little is wrong beyond one object: the only one that is skipped is the ServiceMonitor shop\/api, 3/);
  });

  it('that are several', () => {
    expect(of(sync(0), skipped(1, 'api'), skipped(2, 'web'), sync(60), skipped(61, 'api'), skipped(62, 'web')))
      .not.toContain('Little is wrong');
  });
});
