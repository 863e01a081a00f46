import { describe, expect, it } from 'vitest';
import { foldedProfile } from '../../../../testdata/profiles/foldedProfile.ts';
import { unwrap } from '../../../../testdata/profiles/oracles.ts';
import { statements } from '../../../../core/finding.ts';
import type { Profile } from '../../decode/profile.ts';
import { pairOf } from '../../query/pair.ts';
import { diffTop } from '../diff.ts';
import { lastPart, renamePairs } from './renamePairs.ts';

const GOROUTINES = [{ type: 'goroutine', unit: 'count' }];
const HEAP = [{ type: 'inuse_objects', unit: 'count' }, { type: 'inuse_space', unit: 'bytes' }];
const WAITS = [{ type: 'contentions', unit: 'count' }, { type: 'delay', unit: 'nanoseconds' }];
const MINUTE = 60e9;

function made(
  types: Profile['sampleTypes'], buildId: string, stacks: readonly (readonly [stack: string, ...values: number[]])[]
): Profile {
  const folded = foldedProfile(stacks.map(([stack]) => `${stack} 1`).join('\n'), {
    sampleTypes: types, period: 1n, periodType: { type: types.at(-1)?.type ?? '', unit: types.at(-1)?.unit ?? '' },
    values: Float64Array.from(stacks.flatMap(([, ...values]) => values)),
  });
  return { ...folded, mappings: [{
    start: 0n, limit: 1n, offset: 0n, file: '/bin/shop', buildId, hasFunctions: true, hasFilenames: true,
    hasLineNumbers: true, hasInlineFrames: true,
  }] };
}

const said = (before: Profile, after: Profile, type: string): string[] => {
  const pair = unwrap(pairOf([{ profile: before }], [{ profile: after }], type, 'none'));
  return statements(unwrap(diffTop(pair, {})).finding);
};

describe('a function with another name in another build', () => {
  const park = 'runtime.chanrecv1;runtime.gopark';
  const goroutines = (buildId: string, name: string, feeds: number): Profile => made(GOROUTINES, buildId, [
    [`${name};${park}`, feeds], [`a.org/shop/api.(*Pool).loop;${park}`, 60],
  ]);

  it('is compared as the same among goroutines', () => {
    const text = said(goroutines('a1', 'a.org/shop/feed.(*Feed).run', 400),
      goroutines('b2', 'a.org/shop/feed/v2.(*Feed).run', 410), 'goroutine');
    expect(text[0]).toBe('The number of goroutines is about the same: 460 before and 470 after.');
    expect(text.join(' ')).toContain('1 function perhaps only renamed, such as a.org/shop/feed.(*Feed).run to '
      + 'a.org/shop/feed/v2.(*Feed).run (400 before and 410 after): compared as the same.');
    expect(text.join(' ')).not.toContain('400 before and 0 after');
  });

  it('is not guessed in one build, nor by a short name alone', () => {
    const one = said(goroutines('a1', 'a.org/shop/feed.(*Feed).run', 400),
      goroutines('a1', 'a.org/shop/feed/v2.(*Feed).run', 410), 'goroutine').join(' ');
    expect(one).toContain('(*Feed).run: 400 before and 0 after.');
    expect(one).not.toContain('renamed');
    expect(said(goroutines('a1', 'a.org/shop/feed.(*Feed).run', 400),
      goroutines('b2', 'a.org/shop/mail.(*Box).run', 410), 'goroutine').join(' ')).not.toContain('renamed');
  });

  it('is not guessed of one function alone if the builds are not known', () => {
    expect(said(goroutines('', 'a.org/shop/feed.(*Feed).run', 400),
      goroutines('', 'a.org/shop/mail.(*Feed).run', 410), 'goroutine').join(' ')).not.toContain('renamed');
  });

  it('is compared as the same in a heap', () => {
    const heap = (buildId: string, name: string, size: number): Profile => made(HEAP, buildId, [
      [`main.main;${name}`, 900, size], ['main.main;a.org/shop.readAll', 900, 2 ** 28],
    ]);
    const text = said(heap('a1', 'a.org/shop/ring.(*Ring).grow', 2 ** 30),
      heap('b2', 'a.org/shop/buffers.(*Ring).grow', 1.5 * 2 ** 30), 'inuse_space');
    expect(text[0]).toBe('Memory in use rose from 1.25 GiB to 1.75 GiB, most in buffers.(*Ring).grow.');
    expect(text.join(' ')).toContain('a.org/shop/ring.(*Ring).grow to a.org/shop/buffers.(*Ring).grow (1 GiB before '
      + 'and 1.5 GiB after): compared as the same.');
    expect(text.join(' ')).toContain('By change: buffers.(*Ring).grow +512 MiB');
  });

  it('is compared as the same among those that hold locks', () => {
    const mutex = (buildId: string, name: string, held: number): Profile => made(WAITS, buildId, [
      [`main.main;${name};sync.(*Mutex).Unlock`, 900, held],
      ['main.main;a.org/shop.(*Index).Swap;sync.(*Mutex).Unlock', 90, MINUTE],
    ]);
    const text = said(mutex('a1', 'a.org/shop/table.(*Table).Get', 9 * MINUTE),
      mutex('b2', 'a.org/shop/rows.(*Table).Get', 8 * MINUTE), 'delay').join(' ');
    expect(text).toContain('By the function that held the locks: rows.(*Table).Get 9m (90 %) before and 8m (88.9 %) '
      + 'after; shop.(*Index).Swap 60 s (10 %) before and 60 s (11.1 %) after.');
    expect(text).toContain('a.org/shop/table.(*Table).Get to a.org/shop/rows.(*Table).Get (from 9m to 8m): compared');
    expect(text.match(/compared as the same/g)).toHaveLength(1);
    expect(text).not.toMatch(/\bgone\b|\bnew with\b/);
  });
});

it('goroutines that wait for a lock, or for the network, are said to', () => {
  const dump = (stuck: number): Profile => made(GOROUTINES, 'a1', [
    ['a.org/shop.(*Names).Intern;sync.(*Mutex).Lock;sync.runtime_SemacquireMutex;runtime.gopark', stuck],
    ['net/http.(*conn).serve;bufio.(*Reader).Peek;internal/poll.runtime_pollWait;runtime.gopark', 150],
  ]);
  const text = said(dump(824), dump(4), 'goroutine').join(' ');
  expect(text).toContain('shop.(*Names).Intern: 824 before and 4 after, waiting for a lock.');
  expect(text).toMatch(/: 150, 97\.4 % of those after, waiting for the network\./);
});

describe('pairs of names', () => {
  const pairs = (from: string, to: string): number => renamePairs([from], [to], {
    nameOf: (name) => name, valueOf: () => 1, isStrict: true,
  }).length;

  it.each([
    ['a.org/x.(*Feed).run', 'a.org/y.(*Feed).run', 1], ['a.org/x.(*Feed).run', 'a.org/x.(*Box).run', 1],
    ['a.org/x.(*Feed).run', 'a.org/y.(*Box).run', 0], ['a.org/x.Compact', 'a.org/y.Compact', 1],
    ['a.org/x.run', 'a.org/y.run', 0], ['a.org/x.decode', 'a.org/x.s2Decode', 1],
  ])('%s and %s', (from, to, number) => { expect(pairs(from, to)).toBe(number); });

  it('take closures by the function around them', () => {
    expect(lastPart('a.org/x.(*Feed).run.func1.2')).toBe('run');
  });
});
