import { describe, expect, it } from 'vitest';
import { readCommand } from '../../../program/cli/arguments.ts';
import { parseConfigText } from '../configFile.ts';

const read = (text: string): ReturnType<typeof parseConfigText>['embed'] => parseConfigText('f.yml', text).embed;

describe('the keys under embed', () => {
  it('are origins as the directive takes them, and an address', () => {
    expect(
      read(
        'embed:\n  frame_ancestors: [https://Wiki.example.org/, "https://*.example.org:8443", http://10.0.0.1:8080, '
          + '"http://[::1]", self, "https:", "*"]\n  external_url: https://scope.example.org/\n'
      )
    ).toEqual({
      frameAncestors: [
        'https://wiki.example.org', 'https://*.example.org:8443', 'http://10.0.0.1:8080', 'http://[::1]', "'self'",
        'https:', '*',
      ],
      externalUrl: 'https://scope.example.org',
    });
    expect(read('embed: {external_url: "https://Host.example/tools/scope/"}\n')?.externalUrl)
      .toBe('https://host.example/tools/scope');
    expect(read('embed: {frame_ancestors: none}\n'.replace('none', '["\'none\'"]')))
      .toEqual({ frameAncestors: ["'none'"] });
  });

  it('are no origin without the keys', () => {
    expect(read('listen: 127.0.0.1:1\n')).toEqual({ frameAncestors: [] });
    expect(readCommand([], {})).toMatchObject({ kind: 'run', config: { embed: { frameAncestors: [] } } });
  });

  it.each([
    [
      'a path', 'https://wiki.example.org/page',
      /^f\.yml:2: embed\.frame_ancestors: "https:\/\/wiki\.example\.org\/page" is not an origin; write e\.g\. /,
    ],
    ['a name without scheme', 'wiki.example.org', /is not an origin/],
    ['another scheme', '"javascript:"', /is not an origin/],
    ['a second directive', 'https://a.example; script-src *', /is not an origin/],
    ['a line break', '"https://a.example\\nX-Header: 1"', /is not an origin/],
    ['two in one', 'https://a.example https://b.example', /is not an origin/],
    ['none with others', 'none, https://a.example', /"none" cannot be combined with others/],
  ])('refuse %s in frame_ancestors', (_name, value, message) => {
    expect(() => read(`embed:\n  frame_ancestors: [${value}]\n`)).toThrow(message);
  });

  it.each([
    'scope.example.org', 'ftp://scope.example.org', 'https://scope.example.org/api',
    'https://scope.example.org/embed/x', 'https://scope.example.org/a b', 'https://user:secret@scope.example.org',
    'https://scope.example.org/?a',
  ])('refuse %s as external_url', (value) => {
    expect(() => read(`embed: {external_url: "${value}"}\n`))
      .toThrow(/embed\.external_url: .* is not an address of tsdbscope/);
  });

  it('refuse a key that there is not', () => {
    expect(() => read('embed: {frame_ancestor: [https://a.example]}\n')).toThrow(/embed\.frame_ancestor: unknown key/);
  });
});
