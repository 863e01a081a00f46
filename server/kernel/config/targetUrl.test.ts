import { describe, expect, it } from 'vitest';
import { parseTargetUrl } from './targetUrl.ts';

describe('the address of a target', () => {
  it.each([
    'ftp://me:hunter2@h:9090', 'http://me:hunter2@h:9090/?q=1', 'http://me:hunter2@h:99999', '//me:hunter2@h',
    'me:hunter2@h:9090', 'http://me:hun//ter2@h:x', 'http://me:hun@ter2@h:x', 'http://a:%zzhunter2@h:1',
  ])('that is none is told without its password: %s', (text) => {
    expect(() => parseTargetUrl(text, 'command line')).toThrow(/command line/);
    try {
      parseTargetUrl(text, 'command line');
    } catch (error) {
      expect((error as Error).message).not.toMatch(/hun|ter2/);
    }
  });

  it('gives its password away to nobody but the target, with a name or without', () => {
    expect(parseTargetUrl('http://me:hunter2@h:1/metrics', 'x'))
      .toEqual({ url: 'http://h:1', name: 'h:1', username: 'me', password: 'hunter2' });
    expect(parseTargetUrl('http://:hunter2@h:1', 'x'))
      .toEqual({ url: 'http://h:1', name: 'h:1', username: '', password: 'hunter2' });
  });
});
