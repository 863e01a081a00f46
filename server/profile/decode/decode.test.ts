import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import * as pprof from 'pprof-format';
import { describe, expect, it } from 'vitest';
import { damagedFile, damageSeeds, survive } from '../../../testdata/profiles/damage.ts';
import { foldedProfile } from '../../../testdata/profiles/foldedProfile.ts';
import { profileBytes, unwrap } from '../../../testdata/profiles/oracles.ts';
import { decode, decodeExpanded } from './decode.ts';
import { encode } from './encode.ts';
import { top } from '../query/top.ts';

const MALFORMED = new URL('../../../testdata/profiles/malformed/', import.meta.url);
const files = readdirSync(MALFORMED).filter((file) => file !== 'index.tsv');
/** A byte, a field of the format, or what the file is instead. */
const PLACE = new RegExp([
  'byte', '\\bfield\\b', 'string', 'sample', 'location', 'function', 'mapping', 'varint', 'gzip', 'empty', 'HTML',
  'JSON', 'text', 'holds nothing', 'web page', 'error message',
].join('|'), 'i');

describe('decode', () => {
  it.each(files.filter((file) => file.startsWith('valid-')))('reads the unusual but well-formed %s', async (file) => {
    const { profile, expanded } = unwrap(await decode(profileBytes(`malformed/${file}`)));
    expect(profile.sampleTypes.length).toBeGreaterThan(0);
    expect(createHash('sha256').update(expanded).digest('hex')).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each(
    files.filter((file) => !file.startsWith('valid-'))
  )('refuses the broken %s with one sentence', async (file) => {
    const result = await decode(profileBytes(`malformed/${file}`));
    expect(result).toMatchObject({ ok: false, error: { errorType: 'unprofilable' } });
    if (!result.ok) {
      expect(result.error.message).not.toContain('\n');
      expect(result.error.message).toMatch(PLACE);
      expect(result.error.message.length).toBeGreaterThan(30);
      expect(result.error.message.length).toBeLessThan(250);
    }
  });

  it.each([
    ['the text form of a goroutine profile', 'goroutine profile: total 76\n71 @ 0x47', 'without debug='],
    ['an execution trace', 'go 1.19 trace\0\0\0', 'execution trace'],
    ['gzip inside gzip', gzipSync('x'), 'gzip inside gzip'],
    [
      'the output of go test -bench', 'goos: linux\npkg: x\nBenchmarkHead/series=10-8 \t 100\t 12.5 ns/op\nPASS\n',
      'Benchmarks page',
    ],
    [
      'the output of GNU time',
      '70.30user 4.88system 0:50.69elapsed 148%CPU (0avgtext+0avgdata 3684640maxresident)k\n', 'Benchmarks page',
    ],
    ['the output of a shell’s time', '\nreal\t0m1.230s\nuser\t0m1.000s\nsys\t0m0.100s\n', 'Benchmarks page'],
    [
      'a log', 'ts=2026-11-21T03:00:00Z caller=main.go:1 level=info msg="Starting"\nand more\n',
      'is text, but neither collapsed stacks nor the output of perf script',
    ],
    ['a web page', '  <!DOCTYPE html><html>', 'web page'],
  ])('says what else the file is: %s', async (_what, bytes, words) => {
    const result = await decode(gzipSync(bytes));
    expect(result).toMatchObject(
      { ok: false, error: { errorType: 'unprofilable', message: expect.stringContaining(words) as string } }
    );
  });

  it('counts the limit while expanding, over all members', async () => {
    const member = gzipSync(new Uint8Array(600));
    expect(await decode(Buffer.concat([member, member]), 1000))
      .toMatchObject({ ok: false, error: { errorType: 'too_large' } });
  });

  it('refuses 2,000 damaged profiles in a sentence, or reads them so that all tables agree', async () => {
    const seeds = damageSeeds();
    let accepted = 0;
    for (let number = 0; number < 2000; number++) {
      const { what, bytes } = damagedFile(seeds, number);
      try {
        if (await survive(bytes)) accepted++;
      } catch (error) {
        throw new Error(`case ${number} (${what})`, { cause: error });
      }
    }
    // Damage that is always found, or never, would test nothing.
    expect(accepted).toBeGreaterThan(100);
    expect(accepted).toBeLessThan(1900);
  });

  it('keeps every integer: negative values and the whole range of int64', async () => {
    const negative = unwrap(await decode(profileBytes('malformed/valid-negative-values.pb.gz'))).profile;
    expect([...negative.values]).toEqual([-3, -30_000_000, 1, 10_000_000]);
    const extreme = unwrap(await decode(profileBytes('malformed/valid-extreme-values.pb.gz'))).profile;
    expect(extreme.exactValues?.slice(0, 6))
      .toEqual(BigInt64Array.of(2n ** 63n - 1n, 2n ** 63n - 1n, 1n, 2n ** 63n - 1n, 1n, -(2n ** 63n)));
    // Sums wrap at 64 bits like the reference's: 2 (2^63 - 1) is -2.
    const rows = unwrap(top(extreme, {})).rows;
    expect(rows).toMatchObject([{ function: 'main.main', cum: -2 }, { function: 'main.work', flat: -1, cum: -1 }]);
  });

  it('carries names that hold HTML, script or control characters as plain text', async () => {
    const html = unwrap(await decode(profileBytes('malformed/valid-html-names.pb.gz'))).profile;
    expect(unwrap(top(html, {})).rows.map((row) => row.function)).toEqual([
      '"</script><script>alert(\'x\')</script>{{7*7}}${7*7}', '<img src=x onerror=alert(1)>',
    ]);
    const odd = unwrap(await decode(profileBytes('malformed/valid-odd-names.pb.gz'))).profile;
    expect(unwrap(top(odd, {})).rows.map((row) => row.function))
      .toEqual(['main.\u202eevil\u202c.e\u0301.\u{1f525}', 'main.\0nul\nline\ttab']);
  });

  it('makes one row of names that differ only in bytes that are no text', async () => {
    const { profile } = unwrap(await decode(profileBytes('malformed/valid-not-utf8.pb.gz')));
    expect(unwrap(top(profile, {})).rows)
      .toMatchObject([{ function: 'main.\ufffd\ufffd\ufffd', flat: 40_000_000, cum: 40_000_000 }]);
  });
});

describe('a second decoder and our own encoder agree', () => {
  it.each(
    ['seed-wal/before.cpu.pb.gz', 'goprofiles/before/labels.cpu.pb.gz', 'live/heap.pb.gz', 'foreign/rust.cpu.pb']
  )('%s', async (file) => {
    const { profile, expanded } = unwrap(await decode(profileBytes(file)));
    const other = pprof.Profile.decode(expanded);
    expect(profile.sampleCount).toBe(other.sample.length);
    expect([...profile.values])
      .toEqual(other.sample.flatMap((sample) => sample.value.map((value) => Number(BigInt.asIntN(64, BigInt(value))))));
    expect(profile.frames.length).toBe(other.sample.reduce((sum, sample) => sum + sample.locationId.length, 0));
    expect(profile.labels.text.length).toBe(other.sample.reduce((sum, sample) => sum + sample.label.length, 0));
    const again = unwrap(decodeExpanded(encode(profile)));
    expect(unwrap(top(again, { granularity: 'addresses' })))
      .toEqual(unwrap(top(profile, { granularity: 'addresses' })));
    expect([...again.labels.number]).toEqual([...profile.labels.number]);
    expect(again.durationNanos).toBe(profile.durationNanos);
  });

  it('writes types without name and unit that are read back', () => {
    const nothing = { type: '', unit: '' };
    const profile = foldedProfile('main;run 3', { sampleTypes: [nothing, nothing], periodType: nothing });
    expect(unwrap(decodeExpanded(encode(profile)))).toMatchObject(
      { sampleTypes: [nothing, nothing], periodType: nothing, period: 10_000_000n, values: profile.values }
    );
  });

  it('writes negative and extreme values that are read back', async () => {
    for (const file of ['malformed/valid-extreme-values.pb.gz', 'edge/seed-diff.cpu.pb.gz']) {
      const { profile } = unwrap(await decode(profileBytes(file)));
      const again = unwrap(decodeExpanded(encode(profile)));
      expect(again.values).toEqual(profile.values);
      expect(again.exactValues).toEqual(profile.exactValues);
    }
  });
});
