/** Tests what it means that remote write sends a batch again that is too old for its receiver. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const interestOf = (...lines: string[]): string =>
  recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const sent = (minute: number, err: string): string => `ts=2026-01-02T03:${10 + minute}:05.000Z caller=dedupe.go:112 `
  + 'component=remote level=warn remote_name=a url=https://a.test/api/v1/write msg="Failed to send batch, retrying" '
  + `err="${err}"`;
const REFUSED = 'Post \\"https://a.test/api/v1/write\\": dial tcp 10.0.0.7:9091: connect: connection refused';
const OLD = 'server returned HTTP status 500 Internal Server Error: too old sample';

it('an outage that is over: what the later answers mean', () => {
  const said = interestOf(...[0, 1, 2].map((i) => sent(i, REFUSED)), ...[3, 4, 5, 6].map((i) => sent(i, OLD)));
  expect(said).toContain('(3 times), and later "server returned HTTP status 500 Internal Server Error: too old sample" '
    + '(4 times). The receiver answers 500 to samples that are older than it takes, so the sender sends the same ');
  expect(said).not.toContain('Nothing listens at that address');
});

it('a receiver that stopped: what its refused connections mean, and not one at the end', () => {
  const later = (count: number): string => interestOf(...[0, 1, 2, 3].map((i) => sent(i, 'server returned HTTP status '
    + '503 Service Unavailable: busy')), ...Array.from({ length: count }, (_, i) => sent(4 + i, REFUSED)));
  expect(later(3)).toMatch(/, and later "Post .* Nothing listens at that address/);
  expect(later(1)).not.toContain('and later');
});

it('the receiver itself', () => {
  expect(interestOf(...[0, 1, 2].map((i) => `ts=2026-01-02T03:${10 + i}:05.000Z caller=write_handler.go:76 level=error `
    + 'component=web msg="Error appending remote write" err="too old sample"'))).toContain('were not stored. It '
    + 'answers 500 to samples that are older than it takes, ');
});
