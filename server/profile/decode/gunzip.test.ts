import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { expand } from './gunzip.ts';

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
/** Returns the length in the form of a gzip trailer. */
const lengthWord = (length: number): Buffer => { const word = Buffer.alloc(4); word.writeUInt32LE(length); return word;
  };

describe('bytes as uploaded', () => {
  it.each<[string, Uint8Array, string]>([
    ['plain ones', Buffer.from('profile'), 'profile'],
    ['one gzip member', gzipSync('profile'), 'profile'],
    [
      'several members, which are one file', Buffer.concat([gzipSync('pro'), gzipSync('fi'), gzipSync('le')]),
      'profile',
    ],
    [
      'members of which the last is as long as most files',
      Buffer.concat([gzipSync('p'), gzipSync(`rofile${' '.repeat(94)}`)]), `profile${' '.repeat(94)}`,
    ],
    [
      'members of which the last is longer than all before', Buffer.concat([gzipSync('p'), gzipSync('rofile')]),
      'profile',
    ],
  ])('are expanded: %s', async (_, bytes, expected) => {
    const expanded = await expand(bytes);
    expect(expanded.ok && text(expanded.value)).toBe(expected);
  });

  it.each<[string, Uint8Array, string]>([
    ['a cut-off file', gzipSync('profile').subarray(0, 20), 'unprofilable'],
    ['bytes after the end', Buffer.concat([gzipSync('profile'), Buffer.from('not gzip')]), 'unprofilable'],
    [
      'zero bytes after the end, with what looks like a trailer',
      Buffer.concat([gzipSync('x'.repeat(100)), Buffer.alloc(4), lengthWord(100)]), 'unprofilable',
    ],
    ['more than there may be', gzipSync('x'.repeat(101)), 'too_large'],
    ['more than there may be, without gzip', Buffer.from('x'.repeat(101)), 'too_large'],
    [
      'more than there may be, with a trailer that says less',
      Buffer.concat([gzipSync('x'.repeat(300_000)).subarray(0, -4), lengthWord(5)]), 'too_large',
    ],
  ])('are refused: %s', async (_, bytes, errorType) => {
    expect(await expand(bytes, 100)).toMatchObject({ ok: false, error: { errorType } });
  });

  it('that are cut off say what their first part has, and that it ranks nothing', async () => {
    // Fields 2 are samples; their numbers are random, so that gzip hardly shortens them.
    const sample = (seed: number): number[] => [0x12, 4, 0x0a, 2, (seed * 37) % 128, (seed * 91 + seed % 7) % 128];
    const whole = gzipSync(Buffer.from(Array.from({ length: 4000 }, (_, seed) => sample(seed)).flat()));
    const cut = await expand(whole.subarray(0, Math.floor(whole.length / 2)));
    expect(cut).toMatchObject({ ok: false, error: { errorType: 'unprofilable' } });
    expect(cut.ok ? '' : cut.error.message).toMatch(new RegExp('^the gzip file of [\\d.]+ K?i?B is cut off before its '
      + 'end, as by a time limit shorter than the profile: [\\d.]+ KiB of it expand, with [\\d,]+ samples but no names '
      + 'of functions, so none can be ranked; fetch or upload it again$'));
    const text = await expand(gzipSync('x'.repeat(90)).subarray(0, 15));
    expect(text.ok ? '' : text.error.message).not.toContain('sample');
  });
});
