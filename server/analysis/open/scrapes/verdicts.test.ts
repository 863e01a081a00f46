import { describe, expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const of = (...lines: string[]): { name: string; interest: string | null } => {
  const { name, interest } = recognize(new TextEncoder().encode(lines.join('\n')));
  return { name, interest };
};

describe('the verdict of an exporter', () => {
  it('comes first, with the exporter by the names of its metrics', () => {
    const { name, interest } = of(
      'pg_up{server="db:5432"} 0', 'pg_exporter_last_scrape_error 1', 'go_info{version="go1.21.0"} 1',
    );
    expect(name).toBe('a scrape of metrics as text (postgres_exporter)');
    expect(interest).toContain('pg_up is 0 (server="db:5432"): the exporter could not reach PostgreSQL, or was refused '
      + 'there. pg_exporter_last_scrape_error is 1: the last collection of the exporter had an error.');
    const probe = of('probe_success 0', 'probe_duration_seconds 5.1');
    expect(probe.name).toBe('a scrape of metrics as text (blackbox_exporter)');
    expect(probe.interest).toContain('probe_success is 0: the probe failed.');
  });

  it('has the status, and the line of a probe that says why in place of its bare failure', () => {
    const line = (level: string, rest: string): string =>
      `time=2025-05-01T10:00:00Z level=${level} source=http.go:9 msg=${rest}`;
    const samples = ['probe_duration_seconds 0.05', 'probe_failed_due_to_regex 0', 'probe_http_status_code 401',
      'probe_success 0'];
    const said = of('Logs for the probe:', line('INFO', '"Making HTTP request" module=m'),
      line('INFO', '"Invalid HTTP response status code" module=m target=https://a status_code=401 '
        + 'valid_status_codes="[200 204]"'),
      line('ERROR', '"Probe failed" module=m duration_seconds=0.05'), '', 'Metrics that would have been returned:',
      ...samples).interest;
    expect(said).toMatch(/^The probe failed because the target answered with HTTP status 401, and the module accepts /);
    expect(said).toContain('only [200 204]: request the URL');
    expect(said).not.toContain('probe_success is 0');
    expect(said).not.toContain('"Probe failed"');
    expect(of('probe_success 0', 'probe_http_status_code 200', 'probe_failed_due_to_regex 1').interest)
      .toContain('HTTP status 200; a regular expression of the module decided so');
    expect(of('probe_success 0', 'probe_http_status_code 0').interest).toContain('and no HTTP answer came');
  });

  it('stands behind a plain line of an error, too', () => {
    expect(of('```', '2024-05-01 10:00:00 ERROR Error opening connection to database: context deadline exceeded', '```',
      '', '```', 'pg_up 0', 'pg_exporter_scrapes_total 12', '```').interest)
      .toMatch(/^Beside it, postgres_exporter logged the error "Error opening connection to database: context /);
  });

  it('stands behind the log in a text that is one block, whose samples have levels, too', () => {
    expect(of(
      '# HELP pg_up Whether it was able to connect.', '# TYPE pg_up gauge', 'pg_up 0',
      '# HELP log_messages_total Messages.', '# TYPE log_messages_total counter', 'log_messages_total{level="error"} 3',
      '# TYPE pg_scrapes_total counter', 'pg_scrapes_total 3', '',
      'ts=2024-05-01T10:00:00Z caller=exporter.go:9 level=error msg="Error opening connection" err="pq: no such role"',
    ).interest).toMatch(/^Beside it, postgres_exporter logged the error "Error opening connection: pq: no such r/);
  });

  it('names the targets whose up is 0', () => {
    expect(of('up{instance="db1:9100",job="node"} 0', 'up{instance="db2:9100",job="node"} 1').interest)
      .toBe('up is 0 for 1 of 2 targets (instance="db1:9100", job="node").');
  });

  it('is not told where all went well', () => {
    expect(of('redis_up 1', 'redis_exporter_last_scrape_error{err=""} 0').interest ?? '').not.toMatch(/redis_up|error/);
    expect(of('probe_success 1', 'probe_duration_seconds 0.1').interest ?? '').not.toContain('probe_success');
  });

  it('stands behind the error that is logged beside the scrape', () => {
    const { name, interest } = of(
      'The exporter says that all is well:', '```', 'time="2024-05-01T10:00:00Z" level=error msg="Error opening '
        + 'connection to database: dial tcp 10.0.0.9:1521: connect: connection refused" source="shop_exporter.go:31"',
      '```', 'but at the same time', '```', 'shop_up 0', 'shop_last_scrape_error 0', 'shop_scrapes_total 12', '```',
    );
    expect(name).toBe('a scrape of metrics as text (shop_exporter)');
    expect(interest).toMatch(/^Beside it, shop_exporter logged the error "Error opening connection to database: dial /);
    expect(interest).toContain('shop_up is 0: the exporter could not reach what it watches, or was refused there. '
      + 'shop_last_scrape_error is 0 all the same, so an alert must watch shop_up.');
  });
});
