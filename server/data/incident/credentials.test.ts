import { describe, expect, it } from 'vitest';
import { withoutCredentials } from './credentials.ts';

describe('what looks like a credential goes', () => {
  const hidden: [what: string, text: string][] = [
    ['user and password of an address', 'Get "http://u:hunter2@prom:9090/x": refused'],
    ['a password with @ in it', 'see postgres://a:p@hunter2@db/x'],
    ['a password with a slash in it', 'see postgres://a:hun/hunter2@db/x'],
    ['a bearer token', 'Authorization: Bearer hunter2abcdef0123456789'],
    ['basic authentication', 'curl -H "Authorization: Basic aHVudGVyMgaHVudGVyMg=="'],
    ['name = value', 'password=hunter2 user=x'],
    ['a value with blanks in quotes', 'password="correct horse hunter2" was set'],
    ['a value whose quote is left open', 'password="hunter2'],
    ['JSON', '{"api_key": "hunter2"}'],
    ['curl with -u', 'curl -u admin:hunter2 http://prom'],
    ['a flag with its value behind a blank', 'thanos --basic-auth-password hunter2 --x 1'],
    ['a flag with a quoted value', "x --http.token 'hunter2 hunter2'"],
    ['a signed address', 'https://s3/b?X-Amz-Signature=hunter2&x=1 and https://blob/c?sv=1&sig=hunter2'],
    [
      'one of our own links',
      'http://s/embed/eyJhbGciOiJIUzI1NiJ9.eyJwYW5lbCI6ImdjLWNwdSJ9.hunter2hunter2hunter2hunter2',
    ],
    ['a key of a cloud', 'AKIAHUNTER2HUNTER2AB'],
    ['a token of a code host', 'pushed with ghp_hunter2hunter2hunter2hunter2'],
    ['a web hook', 'https://hooks.slack.com/services/T00/B00/hunter2'],
    ['a private key', '-----BEGIN RSA PRIVATE KEY-----\nhunter2\n-----END RSA PRIVATE KEY-----'],
    ['a private key that was cut', '-----BEGIN PRIVATE KEY-----\nhunter2'],
  ];
  it.each(hidden)('%s', (_what, text) => {
    const clean = withoutCredentials(text);
    expect(clean).not.toMatch(/hunter2|HUNTER2|aHVudGVy/);
    expect(clean).not.toBe(text);
    expect(withoutCredentials(clean)).toBe(clean);
  });
});

describe('what is none stays', () => {
  it.each([
    'GC took 191 ms', 'http://prom:9090/metrics', 'http://prom:9090/graph?g0.expr=up{job="a"}', 'basic auth',
    'Basic authentication failed', 'bearer of bad news', 'prometheus_tsdb_head_series', '01HZX3K5Y9QJ8W7V6T5S4R3Q2P',
    'quota lowered to 1 core at 16:40',
    'prom@example.org wrote: look at 10:30', 'go1.19.8',
    '127.0.0.1:9090 refused the connection: nothing listens there; is the process running, and is the port right?',
  ])('%s', (text) => { expect(withoutCredentials(text)).toBe(text); });

  it('a quoted value stays quoted, the rest of the text as it was', () => {
    expect(withoutCredentials('{"token": "a b", "n": 1}, then -u a:b'))
      .toBe('{"token": "(redacted)", "n": 1}, then -u (redacted)');
    expect(withoutCredentials('http://a:b@one:1/x,http://c:d@two:2/y')).toBe('http://one:1/x,http://two:2/y');
  });
});
