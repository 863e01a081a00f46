import { describe, expect, it } from 'vitest';
import { pathPrefix, prefixOf, withoutPrefix } from './pathPrefix.ts';

describe('the path a proxy puts in front', () => {
  it.each([
    ['https://host/scope/assets/index-abc.js', '/scope'], ['https://host/a/b/assets/embed-abc.js?x', '/a/b'],
    ['http://host:9797/assets/index-abc.js', ''], ['http://host/main.tsx', ''], ['file:///srv/assets/index.js', ''],
  ])('of a script at %s is "%s"', (url, prefix) => { expect(prefixOf(url)).toBe(prefix); });

  it('is none in a test', () => { expect(pathPrefix).toBe(''); });

  it.each([
    ['/scope/gc-cpu', '/gc-cpu'], ['/scope', '/'], ['/scope/', '/'], ['/scoped', '/scoped'], ['/gc-cpu', '/gc-cpu'],
  ])('is taken from %s: %s', (path, own) => { expect(withoutPrefix(path, '/scope')).toBe(own); });
});
