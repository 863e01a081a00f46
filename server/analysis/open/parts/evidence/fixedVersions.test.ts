/** Tests that the version with a fault is reported where the text names it. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { fixedVersions } from './fixedVersions.ts';

const FACTS = 'It has out-of-order chunks.';
const ERROR = 'level=error ts=2026-01-02T03:04:05Z caller=compact.go:499 msg="critical error detected; halting" '
  + 'err="compaction: group 0@6061977523826161203: blocks with out-of-order chunks are dropped from compaction: '
  + '/data/compact/0@6061977523826161203/01HA7QRGQDB0Z4SV0BM2S4687R: 77/9000 series have an average of 1.000 '
  + 'out-of-order chunks: 0.000 of these are exact duplicates (in terms of data and time range)"';

describe('blocks with chunks out of order', () => {
  it('of a version that writes them so', () => {
    const facts = recognize(new TextEncoder().encode(`We run Prometheus v2.47.0 beside the sidecar.\n\n${ERROR}\n`))
      .interest ?? '';
    expect(facts).toContain('01HA7QRGQDB0Z4SV0BM2S4687R: 77/9000 series have an average of 1.000 out-of-order');
    expect(facts).toContain('corrects (prometheus 12874): update the Prometheus that writes the blocks');
  });

  it.each([
    ['another version', 'Prometheus v2.47.01 and Prometheus 2.46.0'], ['another program', 'Thanos 2.47.0'],
    ['its release candidate', 'prometheus:v2.47.0-rc.0'],
  ])('not of %s', (_, text) => { expect(fixedVersions(FACTS, text, 'Thanos compactor')).toBeNull(); });

  it('of an image', () => {
    const image = 'image: quay.io/prometheus/prometheus:v2.47.0';
    expect(fixedVersions(FACTS, image, 'Thanos')).not.toBeNull();
    expect(fixedVersions('its disk is full', image, 'Thanos')).toBeNull();
    expect(fixedVersions(FACTS, image, 'Mimir')).toBeNull();
  });
});
