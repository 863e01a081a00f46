import { describe, expect, it } from 'vitest';
import { time } from '../../../core/contract/questions/schema.ts';
import { readQuery } from './queryParameters.ts';

function read(start: unknown): number | undefined {
  return readQuery({ start: time() }, { start }).start;
}

describe('a time in a query', () => {
  it.each([
    ['Unix seconds', '1795193267', 1_795_193_267_000],
    ['Unix seconds with a fraction', '1795193267.25', 1_795_193_267_250],
    ['Unix seconds as some programs print them', '1.795193267e+9', 1_795_193_267_000],
    ['RFC 3339 in UTC', '2026-11-20T16:27:38Z', 1_795_192_058_000],
    ['RFC 3339 with an offset and milliseconds', '2026-11-20T18:27:38.250+02:00', 1_795_192_058_250],
    ['an offset whose plus sign was not percent-encoded', '2026-11-20T18:27:38 02:00', 1_795_192_058_000],
    ['a date alone', '2026-11-20', 1_795_132_800_000],
  ])('%s', (_name, text, ms) => {
    expect(read(text)).toBe(ms);
  });

  it.each(
    ['March 7', '2026-11-20T16:27:38', '20/11/2026', 'NaN', 'Infinity', '0x10', '2026-13-40', '99999999999999', '1e99']
  )(
    'refuses %s, which means another moment elsewhere or none', (text) => {
      expect(() => read(text)).toThrow('is not a time; write RFC 3339 or Unix seconds');
    },
  );

  it('says so of milliseconds, which a browser counts in', () => {
    expect(() => read('1795193267000'))
      .toThrow('"start"="1795193267000" is not a time; write RFC 3339 or Unix seconds (these look like milliseconds).');
    expect(() => read('1e99')).toThrow(/Unix seconds\.$/);
  });

  it('is undefined when absent, and may appear only once', () => {
    expect(read(undefined)).toBeUndefined();
    expect(read('')).toBeUndefined();
    expect(() => read(['1', '2'])).toThrow('may appear only once');
  });
});
