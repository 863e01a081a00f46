import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readSpanId, spanId } from './profileSpan.ts';

it('is read as it was written, whatever the target is called, and holds no comma', () => {
  const times = fc.integer({ min: 0, max: 4e12 }).map((ms) => ms / 1000);
  const names = fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' });
  fc.assert(fc.property(names, times, times, (target, start, end) => {
    fc.pre(encodeURIComponent(target).length <= 600);
    const id = spanId({ target, kind: 'cpu', start, end });
    expect(id).not.toContain(',');
    expect(readSpanId(id)).toEqual({ target, kind: 'cpu', start, end });
  }));
});

it.each([
  '', 'a'.repeat(64), 'span:prom:cpu:1', 'span:%zz:cpu:1:2', 'span:prom:CPU:1:2', 'span:a,b:cpu:1:2', 'span::cpu:1:2',
  'span:prom:cpu:1:2:3', 'span:prom:cpu:-1:2', 'span:prom:cpu:1:1e9',
])('%j is the id of no span', (id) => {
  expect(readSpanId(id)).toBeNull();
});
