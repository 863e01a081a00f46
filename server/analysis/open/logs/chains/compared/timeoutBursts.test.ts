/** Tests that timeouts in bursts of equal length are told from answers that are late. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';
import { burstsOf } from './timeoutBursts.ts';

const START = Date.parse('2026-01-02T02:00:00Z') / 1000;
const every = (from: number, seconds: number, step: number): number[] =>
  Array.from({ length: Math.floor(seconds / step) + 1 }, (_, i) => START + from + i * step);
const at = (seconds: number): string => new Date(seconds * 1000).toISOString();
const collector = (seconds: number): string => `${at(seconds)}\terror\tinternal/queue_sender.go:128\tExporting failed. `
  + 'Dropping data.\t{"kind": "exporter", "data_type": "metrics", "name": "prometheusremotewrite", "error": '
  + '"Permanent error: Permanent error: context deadline exceeded", "dropped_items": 42}';
const remote = (seconds: number): string => `ts=${at(seconds)} caller=dedupe.go:112 component=remote level=warn `
  + 'remote_name=a url=http://r/api/v1/write msg="Failed to send batch, retrying" err="Post '
  + '\\"http://r/api/v1/write\\": context deadline exceeded"';
const of = (lines: readonly string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

describe('timeouts', () => {
  it('in bursts as long as the kernel keeps a dead connection', () => {
    const said = of([...every(0, 924, 12), ...every(9000, 924, 12), ...every(30_000, 924, 12)].map(collector));
    expect(said).toContain('The timeouts come in 3 bursts of equal length (15m 24s each)');
    expect(said).toContain('http2_ping_timeout of the exporter');
    expect(said).not.toContain('where answers come late');
  });

  it('in bursts of another equal length, of another program', () => {
    const said = of([...every(0, 600, 30), ...every(7200, 600, 30)].map(remote));
    expect(said).toContain('The timeouts come in 2 bursts of equal length (10m each)');
    expect(said).toContain('before you raise a timeout');
    expect(said).not.toContain('tcp_retries2');
  });

  it.each([
    ['that go on', every(0, 3000, 30)], ['of unlike lengths', [...every(0, 900, 30), ...every(7200, 300, 30)]],
    ['that are single', [START, START + 4000, START + 8000]],
  ])('%s are none', (_, times) => {
    expect(of(times.map(collector))).toContain('a longer timeout of the exporter helps only where answers come late');
  });
});

it('splits times in any order where none comes for long', () => {
  expect(burstsOf([START + 4000, START, START + 10, NaN])).toEqual([
    { from: START, to: START + 10, lines: 2 }, { from: START + 4000, to: START + 4000, lines: 1 },
  ]);
});
