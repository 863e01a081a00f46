import { describe, expect, it } from 'vitest';
import { isDrawn } from './graphPicture.ts';

describe('what of a call graph is drawn', () => {
  it.each([
    ['a curve', 'path', 'd', 'M1.5,2 C3,4 5.25,6 7e-3,8', true],
    ['a colour', 'rect', 'fill', '#dde6ed', true],
    ['a place', 'g', 'transform', 'translate(12 70.8)', true],
    ['no colour from elsewhere', 'rect', 'fill', 'url(http://x/#a)', false],
    ['no handler', 'rect', 'onclick', 'alert(1)', false],
    ['no style', 'text', 'style', 'background:url(//x)', false],
    ['no link', 'a', 'href', 'javascript:alert(1)', false],
    ['no image', 'image', 'href', 'x', false],
    ['no script', 'script', 'src', 'x', false],
    ['no use of another document', 'use', 'href', '//x#y', false],
    ['no frame for HTML', 'foreignObject', 'width', '1', false],
    ['no name that every object has', 'constructor', 'name', 'x', false],
    ['nor as an attribute', 'rect', 'constructor', 'x', false],
  ])('%s', (_, element, attribute, value, expected) => expect(isDrawn(element, attribute, value)).toBe(expected));
});
