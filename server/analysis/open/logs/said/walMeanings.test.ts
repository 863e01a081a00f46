/** Tests errors that are explained by the paths and amounts in them. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { isMeaning, meaningOf } from './meanings.ts';

const missing = 'repair corrupted WAL: cannot handle error: open WAL segment: 0: open';
const limited = 'Ingestion rate limit exceeded for user fake (limit: 41943040 bytes/sec) while attempting to ingest';

describe('what an error with a path or an amount means', () => {
  it.each([
    [`opening storage failed: ${missing} /p/wal/00000000: no such file or directory`, /move the whole folder wal/],
    [`error creating WAL: ${missing} /tmp/agent/wal/00000000: no such file or directory`, /temporary files/],
    [`error creating WAL: ${missing} /var/tmp/agent/a/wal/00000000: no such file or d`, /temporary files/],
    ['repair corrupted WAL: rename /d/wal/00666 /d/wal/00666.repair: no such file or directory', /see whether wbl/],
    ['open /data/01F6J0P4KBBWVJD2M8B1PE7C5E/meta.json: no such file or directory',
      /^The block 01F6J0P4KBBWVJD2M8B1PE7C5E has no meta.json/],
    ['corruption in segment /loki/tsdb-shipper-active/wal/s3_a/1712203235/00000004 at 65536: last record is torn\n'
      + 'error recovering from TSDB WAL', /save the segment 00000004, move it out of that folder and start again/],
    ['open block: /data/01F6J0P4KBBWVJD2M8B1PE7C5E/chunks: checksum mismatch', /look at that disk, and at how the/],
    ['downloading index: checksum mismatch', /after a transfer, get it again\.$/],
    [`HTTP status 429: ${limited} '1' lines totaling '9350335' bytes, reduce log volume`,
      /^The tenant fake may send 40 MiB\/s, and this request had one line of 8.92 MiB: look at what writes lines/],
    [`${limited} 4000 lines totaling 1048576 bytes`, /had 4,000 lines of 1 MiB in all: raise the limit, or send less/],
  ])('%s', (error, meaning) => {
    expect(meaningOf(error)).toMatch(meaning);
    expect(isMeaning(meaningOf(error) ?? '')).toBe(true);
  });

  it.each([
    'open /tmp/a/config.yml: no such file or directory', 'error creating WAL: open /data/wal/0: permission denied',
  ])('not %s', (error) => { expect(meaningOf(error) ?? '').not.toMatch(/temporary files|folder wal|wbl/); });
});

describe('a cause that two errors share', () => {
  const of = (...lines: string[]): string =>
    recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

  it('is told once', () => {
    const cause = `error creating WAL: ${missing} /data/agent/wal/00000000: no such file or directory`;
    const said = of(
      'ts=2026-03-24T00:33:09Z caller=manager.go:253 level=error agent=prometheus msg="instance stopped abnormally" '
        + `err="failed to initialize instance: ${cause}"`,
      `ts=2026-03-24T00:33:16Z caller=instance.go:276 level=error agent=prometheus msg="failed to initialize instance" `
        + `err="${cause}"`,
    );
    expect(said.match(/The cause given is/g)).toHaveLength(1);
    expect(said).not.toContain('Also');
  });

  it('stays beside another message, which is named', () => {
    const said = of(
      'ts=2026-03-24T00:33:09Z caller=manager.go:253 level=error msg="a was lost" err="x: open /data/b: no such file"',
      'ts=2026-03-24T00:33:16Z caller=manager.go:255 level=error msg="c was lost" err="y: open /data/b: no such file"',
    );
    expect(said).toContain('Also: "c was lost", with the same cause.');
  });
});

it('a stop of the start comes before an error of the run before', () => {
  const said = recognize(new TextEncoder().encode([
    'ts=2026-01-02T03:04:05Z caller=db.go:609 component=tsdb msg="compaction failed" err="reload blocks: damaged"',
    `ts=2026-01-02T03:05:05Z caller=main.go:740 err="opening storage failed: ${missing} /p/wal/00: no such file"`,
  ].join('\n'))).interest ?? '';
  expect(said).toMatch(/^It logged the error "opening storage failed: .*move the whole folder wal/);
  expect(said).toContain('Also: "compaction failed".');
});
