import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const saidOf = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const refused = (bytes: number): string => 'level=warn ts=2025-03-02T10:00:02.2Z caller=client.go:3 component=client '
  + 'host=loki msg="error sending batch, will retry" status=429 error="server returned HTTP status 429 Too Many '
  + `Requests (429): Ingestion rate limit exceeded for user t1 (limit: 4194304 bytes/sec) while attempting to ingest `
  + `'1' lines totaling '${bytes}' bytes, reduce log volume"`;
const SETTINGS = ['', 'limits_config:', '  ingestion_rate_mb: 8', '  ingestion_burst_size_mb: 6'];

describe('a request and the burst', () => {
  it('never passes if it is larger', () => {
    const said = saidOf(refused(9_000_000), ...SETTINGS, '  ingestion_rate_strategy: global');
    expect(said).toContain('This request has one line of 8.58 MiB, and ingestion_burst_size_mb is 6: a request above '
      + 'the burst never passes');
    expect(said).toContain('else raise ingestion_burst_size_mb to at least 9. The limit in the error is the share of '
      + 'one of 2 distributors of ingestion_rate_mb 8');
  });

  it('may be above the default burst', () => {
    expect(saidOf(refused(9_000_000).replace('limit: 4194304', 'limit: 20971520'))).toContain('This request is '
      + 'smaller than the limit of one second, but above 6, the default of ingestion_burst_size_mb');
    expect(saidOf(refused(9_000_000))).not.toContain('the default of');
  });

  it('says nothing of one that is smaller', () => {
    expect(saidOf(refused(1_000_000), ...SETTINGS)).not.toContain('never passes');
  });

  it('is reported of samples', () => {
    expect(saidOf('level=warn ts=2025-03-02T10:00:02.2Z caller=dedupe.go:112 component=remote remote_name=a '
      + 'msg="Failed to send batch, retrying" err="server returned HTTP status 429 Too Many Requests: ingestion rate '
      + 'limit (25000) exceeded while adding 60000 samples and 0 metadata"', '', 'ingestion_burst_size: 50000'))
      .toContain('This request has 60,000 samples, and ingestion_burst_size is 50,000 samples');
  });
});
