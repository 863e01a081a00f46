import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): { program: string | null; interest: string | null } => {
  const { program, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { program, interest };
};
const refused = (second: number, zone: string): string => `ts=2026-01-02T03:04:${second}.5Z caller=dedupe.go:112 `
  + 'agent=prometheus component=remote level=error remote_name=a url=http://m/push msg="non-recoverable error" count=5 '
  + `err="server returned HTTP status 400 Bad Request: failed pushing to ingester ingester-zone-${zone}-0: user=7: the `
  + 'sample has been rejected because another sample with the same timestamp, but a different value, has already been '
  + `ingested (err-mimir-sample-duplicate-timestamp). The affected sample has timestamp 2026-01-02T03:03:${second}.2Z `
  + 'and is from series up{instance=\\"a\\"}"';
const cleaner = 'ts=2026-01-02T03:09:00.5Z caller=cleaner.go:203 level=warn agent=prometheus component=cleaner '
  + 'msg="unable to find segment mtime of WAL" name=/v/.cache err="unable to open WAL: no such file or directory"';

it.each([['in a journal', 'Jan  2 03:04:45 h grafana-agent[77]: '], ['alone', '']])(
  'the refusals of Mimir in the log of an agent are the agent’s, the whole reason once: %s', (_where, before) => {
    const { program, interest } = of(...[refused(10, 'a'), refused(25, 'b'), refused(40, 'a'), cleaner]
      .map((line) => `${before}${line}`));
    expect(program).toBe('Grafana Agent');
    expect(interest).toContain('The error "non-recoverable error" (url=http://m/push; count=15 in 3 lines) is repeated '
      + 'every 15 s (3 times');
    expect(interest).toContain('The cause given is "HTTP 400: the sample has been rejected because another sample with '
      + 'the same timestamp, but a different value, has already been ingested (err-mimir-sample-duplicate-timestamp).');
    expect(interest?.match(/has been rejected/g)).toHaveLength(1);
    expect(interest).toContain('give each labels of its own');
  }
);

it('the refusals of Loki in the log of Promtail are Promtail’s', () => {
  expect(of(
    'level=warn ts=2026-01-02T03:04:05.5Z caller=client.go:430 component=client host=loki:3100 msg="error sending '
      + 'batch, will retry" status=429 error="server returned HTTP status 429 Too Many Requests (429): Ingestion rate '
      + 'limit exceeded for user fake (limit: 4194304 bytes/sec), contact your Loki administrator"',
    'level=error ts=2026-01-02T03:04:09.5Z caller=client.go:430 component=client host=loki:3100 msg="final error '
      + 'sending batch" status=400 error="server returned HTTP status 400 Bad Request (400): entry too far behind, '
      + 'contact your Loki administrator"',
  ).program).toBe('Promtail');
});

it('lines of Mimir beside those of a sender stay Mimir’s', () => {
  expect(of(
    'ts=2026-01-02T03:04:05.5Z caller=push.go:133 level=error user=7 msg="push error" err="failed pushing to ingester '
      + 'ingester-0: the sample has been rejected (err-mimir-sample-duplicate-timestamp)"',
    refused(10, 'a'),
  ).program).toContain('Mimir');
});
