/** Every form of `testdata/credentials`: secrets go, ordinary texts stay to the letter. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withoutCredentials } from './credentials.ts';

function linesOf(file: string): string[] {
  const text = readFileSync(new URL(`../../../testdata/credentials/${file}`, import.meta.url), 'utf8');
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.replaceAll('¦', '').replaceAll('\\n', '\n'));
}

const secrets = linesOf('secrets.txt');
const ordinary = linesOf('ordinary.txt');

describe('the corpus of credentials', () => {
  it('has at least 200 forms and 100 ordinary texts', () => {
    expect([secrets.length >= 200, ordinary.length >= 100]).toEqual([true, true]);
  });

  it.each(secrets)('%s', (marked) => {
    const hidden = [...marked.matchAll(/«([^»]*)»?/g)].map(([, secret = '']) => secret);
    const clean = withoutCredentials(marked.replace(/[«»]/g, ''));
    expect(hidden.length).toBeGreaterThan(0);
    for (const secret of hidden) expect(clean).not.toContain(secret);
    // Inside a sentence, a log line, a note with more lines as well; and nothing is taken twice.
    const text = marked.replace(/[«»]/g, '');
    const inside = withoutCredentials(`restarted at 10:15\n${text}\nand it went on`);
    for (const secret of hidden) expect(inside).not.toContain(secret);
    expect(inside).toContain('restarted at 10:15\n');
    expect(inside.endsWith('\nand it went on') || /PRIVATE KEY-----\nhunter2$/.test(text)).toBe(true);
    expect(withoutCredentials(clean)).toBe(clean);
  });
});

/** Each would take minutes where a rule's time grows with the square of the length. */
const HOSTILE = [
  'a', 'a1', 'mysql ', 'mysql -', 'token:', 'password', 'password is ', ' -p', 'authorization: a ', 'cookie:a=', 'x://',
  'x://a:', 'a:b@', '"', '\\"', '<password ', 'name:', '-----BEGIN PRIVATE KEY-----', 'eyJ', 'sk-', '$2y$10$',
  ' -u a -h ', 'AUTH a', ' --token', 'PASSWORD FOR ', 'openssl ', 'https',
  'snmpget -A ', 'echo ', 'sudo -S ', '("token", ', 'auth=("', 'create secret ', '--from-literal ', 'password: ${',
  'cookie: a="', 'community: ', 'recovery codes are 1234 ', '\n- - - ',
];

describe('a hostile text of 64 KiB is read through in time', () => {
  it.each(HOSTILE)('%s', (piece) => {
    expect(withoutCredentials(piece.repeat(65_536 / piece.length)).length).toBeGreaterThan(0);
  });
});

describe('an ordinary text stays', () => {
  it.each(ordinary)('%s', (text) => { expect(withoutCredentials(text)).toBe(text); });
});
