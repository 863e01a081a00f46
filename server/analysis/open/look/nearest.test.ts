/** Tests which forms the refusal of a text of no known form names. */
import { expect, it } from 'vitest';
import { recognize } from '../recognize.ts';

const remedyOf = (text: string): string | null => recognize(new TextEncoder().encode(text)).remedy;

it.each([
  ['of a server', 'Prometheus was slow all morning.', /^On this subject tsdbscope reads the log of the server, /],
  ['of benchmarks', 'We benchmarked both and liked the new one.',
    /^On this subject tsdbscope reads the output of go test/],
  ['of two subjects', 'The heap profile of Thanos looks odd.',
    /^On this subject tsdbscope reads a profile .*; or the log/],
])('names the forms that are nearest to a text %s', (_, text, remedy) => { expect(remedyOf(text)).toMatch(remedy); });

it('names none where none would help', () => {
  expect(remedyOf('The weather is fine today, and so it stays.')).toBeNull();
  expect(remedyOf('')).toBeNull();
});

it('names what is read of files that are no text', () => {
  expect(recognize(new Uint8Array([1, 2, 3, 0, 5, 6])).remedy).toMatch(/^tsdbscope reads texts, pprof and other /);
});
