import { expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const open = (name: string, text: string): ReturnType<typeof recognize> =>
  recognize(new TextEncoder().encode(text), name);

it('a page of a proxy in place of a profile says what it is, and the way past it', () => {
  const { format, program, interest } = open('heap-20s.pb.gz',
    '<html>\r\n<head><title>504 Gateway Time-out</title></head>\r\n<body><h1>504 Gateway Time-out</h1>'
    + '<hr><center>openresty/1.21.4</center></body></html>');
  expect([format, program]).toEqual(['error-answer', 'openresty/1.21.4']);
  expect(interest).toMatch(/^It is "504 Gateway Time-out", and no profile in spite of the name of the file\. /);
  expect(interest).toContain('the name of the file says 20 s, so its time limit is probably no longer than that');
  expect(interest).toContain('for fewer seconds (seconds=10), or raise the time limit');
});

it.each([
  ['m.txt', '<!DOCTYPE html><html><head><title>Error 502 (Bad Gateway)</title></head></html>', '502 Bad Gateway',
    'see whether that runs'],
  ['m.txt', '<html><head><title>403 Forbidden</title></head></html>', '403 Forbidden', 'requires credentials'],
  ['m.txt', 'upstream request timeout', 'upstream request timeout', 'The proxy gave up'],
  ['cpu.pb.gz', '{"message":"The upstream server is timing out"}', 'The upstream server is timing out',
    'The proxy gave up'],
  ['heap.pprof', '{"statusCode": 403, "error": "no access"}', '403 no access', 'requires credentials'],
  ['m.txt', 'no healthy upstream\n', 'no healthy upstream', 'no server behind it'],
])('%s %s', (name, text, status, meaning) => {
  const { format, interest } = open(name, text);
  expect(format).toBe('error-answer');
  expect(interest).toContain(`It is "${status}"`);
  expect(interest).toContain(meaning);
});

it('JSON that is no error of a profile is none', () => {
  expect(open('app.log', '{"message":"The upstream server is timing out"}').format).not.toBe('error-answer');
  expect(open('heap.pprof', '{"message":"all is well"}').format).not.toBe('error-answer');
});

it('other pages are none', () => {
  expect(open('a.html', '<html><head><title>500 ways to cook</title></head></html>').format).toBe('web-page');
  expect(open('a.html', '<html><head><title>/debug/pprof/</title></head></html>').format).toBe('web-page');
});
