import { describe, expect, it } from 'vitest';
import { mdCode, mdLine, mdLink, mdQuote, mdTable, mdText } from './markdown.ts';

describe('text as Markdown', () => {
  it.each([
    ['HTML', '<img src=x onerror=alert(1)> </b> <!-- x', '\\<img src=x onerror=alert(1)> \\</b> \\<!-- x'],
    ['an entity', 'a &lt; b &#60; c & d', 'a \\&lt; b \\&#60; c & d'],
    ['a link and a picture', '![x](http://evil.example/y)', '!\\[x\\](http:\\/\\/evil.example/y)'],
    [
      'an address that a page would make a link of', 'see https://evil.example and www.evil.example',
      'see https:\\/\\/evil.example and www\\.evil.example',
    ],
    ['code, emphasis, strike, mathematics', '`a` *b* _c_ ~~d~~ $e$', '\\`a\\` \\*b\\* \\_c\\_ \\~\\~d\\~\\~ \\$e\\$'],
    ['a table cell', 'a | b', 'a \\| b'],
    ['several lines', 'a\n\n# b\r\n- c', 'a # b - c'],
    ['a backslash', 'a\\|b', 'a\\\\\\|b'],
    ['what turns the direction of text', 'a\u202eb\u0000c', 'abc'],
    [
      'plain words and figures stay', 'p < 0.001, node_exporter, 5 > 3 (r = 0.7)!',
      'p < 0.001, node_exporter, 5 > 3 (r = 0.7)!',
    ],
  ])('%s', (_case, text, markdown) => {
    expect(mdText(text)).toBe(markdown);
  });

  it.each([
    ['- a', '\\- a'], ['+ a', '\\+ a'], ['# a', '\\# a'], ['> a', '\\> a'], ['===', '\\==='], ['1. a', '1\\. a'],
    ['12) a', '12\\) a'], ['2026 was', '2026 was'],
  ])('a line that begins as %s', (text, markdown) => {
    expect(mdLine(text)).toBe(markdown);
  });

  it.each(
    [['a', '`a`'], ['a`b', '``a`b``'], ['`a``', '``` `a`` ```'], ['a|b\nc', '`a\\|b c`'], ['', '(none)']]
  )('a name %j as code', (name, code) => {
    expect(mdCode(name)).toBe(code);
  });

  it('of several lines is a quotation, each line by itself', () => {
    expect(mdQuote('# one\n\n    two\n```\nthree')).toBe('> \\# one  \n>\n> two  \n> \\`\\`\\`  \n> three  ');
  });

  it('in an address keeps it from ending early', () => {
    expect(mdLink('x', 'http://h/a(b)c d')).toBe('[x](http://h/a%28b%29c%20d)');
  });

  it('makes tables of one width', () => {
    expect(mdTable(['a', 'b'], [['1', '2']], [1])).toBe('| a | b |\n| --- | --: |\n| 1 | 2 |');
  });
});
