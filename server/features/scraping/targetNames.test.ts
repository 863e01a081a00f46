import { expect, it } from 'vitest';
import { nameTargets } from './targetNames.ts';

function found(url: string, instance: string, job = 'j'): Found[number] {
  return { url, labels: { instance, job }, scrapeIntervalMs: 1, scrapeTimeoutMs: 1 };
}

type Found = Parameters<typeof nameTargets>[0];

function names(targets: Found, taken: string[] = [], known: Record<string, string> = {}): string[] {
  return nameTargets(targets, { taken: new Set(taken), urlOf: new Map(Object.entries(known)) }).map(({ name }) => name);
}

it('a target has its instance as name, then its job too, then its address', () => {
  const targets = [found('http://a', 'x'), found('http://b', 'x', 'k'), found('http://c', 'x', 'k')];
  expect(names(targets)).toEqual(['x', 'k/x', 'x (http://c)']);
  expect(names([found('http://a', 'x')], ['x'])).toEqual(['j/x']);
});

it('a name that an address had is given to it again, whichever comes first', () => {
  const known = { 'x': 'http://b', 'j/x': 'http://a' };
  expect(names([found('http://a', 'x'), found('http://b', 'x')], [], known)).toEqual(['j/x', 'x']);
  expect(names([found('http://a', 'x')], [], known)).toEqual(['j/x']);
  // The address changed, but not the instance.
  expect(names([found('http://new', 'x')], [], { x: 'http://old' })).toEqual(['x']);
});

it('what could not stand in an address or a log is replaced or removed', () => {
  expect(names([found('http://a', 'x\ny')])).toEqual(['x\uFFFDy']);
  expect(names([found('http://a', '..')])).toEqual(['j/..']);
  const [long = '', other = ''] = names([found('http://a', 'x'.repeat(300)), found('http://b', 'x'.repeat(301))]);
  expect([long.length, other.length, long === other]).toEqual([200, 200, false]);
});
