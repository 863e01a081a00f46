import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseConfigText } from '../configFile.ts';

const folder = mkdtempSync(join(tmpdir(), 'tsdbscope-headers-'));
afterAll(() => { rmSync(folder, { recursive: true }); });
writeFileSync(join(folder, 'tenant'), 'from-a-file\n');
writeFileSync(join(folder, 'two-lines'), 'a\nb\n');

const read = (text: string) => parseConfigText(join(folder, 'f.yml'), text);
const own = (header: string) =>
  read(`targets:\n- url: http://a:1\n  http_headers:\n    ${header}\n`).targets[0]?.headers;

describe('http_headers', () => {
  it('are a text, or values, secrets and files as in Prometheus; secret by their origin or name', () => {
    expect(own('X-Scope-OrgID: team-a')).toEqual([{ name: 'X-Scope-OrgID', values: ['team-a'], isSecret: false }]);
    expect(own('X-Scope-OrgID: 12')).toEqual([{ name: 'X-Scope-OrgID', values: ['12'], isSecret: false }]);
    expect(own('X-A: {values: [b, c]}')).toEqual([{ name: 'X-A', values: ['b', 'c'], isSecret: false }]);
    expect(own('X-A: {secrets: [b], values: [c], files: [tenant]}'))
      .toEqual([{ name: 'X-A', values: ['c', 'b', 'from-a-file'], isSecret: true }]);
    expect(own('X-Api-Key: abc')).toEqual([{ name: 'X-Api-Key', values: ['abc'], isSecret: true }]);
  });

  it('of a target come before the defaults, whatever their letters; storage has its own', () => {
    const { targets } = read([
      'http_headers: {X-Scope-OrgID: all, X-Other: o}', 'storage: {query_url: http://q:1, http_headers: {X-Q: q}}',
      'targets:', '- url: http://a:1', '- url: http://b:1', '  http_headers: {x-scope-orgid: b}',
    ].join('\n'));
    const pairs = targets.map(({ headers = [] }) => headers.map(({ name, values }) => `${name}=${values.join()}`));
    expect(pairs).toEqual([['X-Scope-OrgID=all', 'X-Other=o'], ['x-scope-orgid=b', 'X-Other=o']]);
    expect(targets[0]?.queryUrl)
      .toEqual({ url: 'http://q:1', headers: [{ name: 'X-Q', values: ['q'], isSecret: false }] });
  });

  it.each([
    ['a name with a space', '"X A": b', /f\.yml:4: targets\[0\]\.http_headers\.X A: is no name of a header/],
    ['no name', '"": b', /is no name of a header/],
    ['Host', 'host: b', /host: is set by tsdbscope/],
    ['Content-Length', 'Content-Length: 4', /is set by tsdbscope/],
    ['a header of the connection', 'Transfer-Encoding: chunked', /is set by tsdbscope/],
    ['what the encoding rests on', 'Accept-Encoding: br', /is set by tsdbscope/],
    ['Authorization', 'Authorization: Bearer a', /is set with authorization or basic_auth/],
    ['one in other letters', 'X-A: b\n    x-a: c', /f\.yml:5: .*x-a: appears twice, in other letters/],
    ['a line break', 'X-A: "b\\r\\nX-B: c"', /X-A: is no value of a header/],
    ['a space at the end', 'X-A: "b "', /X-A: is no value of a header/],
    ['letters beyond ASCII', 'X-A: \u00e9', /X-A: is no value of a header/],
    ['a list', 'X-A: [b]', /X-A: must be a single value/],
    ['nothing', 'X-A:', /X-A: is empty/],
    ['no values', 'X-A: {}', /X-A: has no value/],
    ['an unknown key', 'X-A: {value: b}', /X-A\.value: unknown key/],
    ['a file of two lines', 'X-A: {files: [two-lines]}', /X-A\.files: is no value of a header/],
    ['a file that is not there', 'X-A: {files: [none]}', /X-A\.files: the file "none" cannot be read \(ENOENT\)/],
  ])('refuses %s', (_name, header, message) => {
    expect(() => own(header)).toThrow(message);
  });

  it('are not repeated in the sentence, since they may be secret', () => {
    expect(() => own('X-A: {secrets: ["hunter2 "]}')).toThrow(/^(?!.*hunter2)/);
  });
});
