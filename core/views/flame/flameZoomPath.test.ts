import { describe, expect, it } from 'vitest';
import { formatZoom, parseZoom } from './flameZoomPath.ts';

describe('zoom path', () => {
  it.each<[string, string[], string]>([
    ['none', [], ''],
    ['names as folded stacks have them', ['main.main', 'tsdb.(*Head).Init'], 'main.main;tsdb.(*Head).Init'],
    ['a name with the sign that parts them', ['a;b', 'c\\d'], 'a\\;b;c\\\\d'],
    ['frames without a name', ['', 'a', ''], '\\0;a;\\0'],
  ])('%s comes back from an address', (_, path, text) => {
    expect(formatZoom(path)).toBe(text);
    expect(parseZoom(text)).toEqual(path);
  });
  it(
    'that an address cannot hold is dropped',
    () => expect(formatZoom(Array<string>(300).fill('github.com/example/tsdb.(*Type).method'))).toBe('')
  );
  it.each(
    [null, '', '\\', 'x'.repeat(9_000)]
  )('reads anything: %s', (text) => expect(Array.isArray(parseZoom(text))).toBe(true));
});
