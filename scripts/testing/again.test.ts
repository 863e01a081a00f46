import { describe, expect, it } from 'vitest';
import { AGAIN, filesToRunAgain, splitFlaky } from './again.mjs';
import { tooOftenFlaky } from './history.mjs';
import { laneResult } from './run.mjs';

interface Line { type: string; [key: string]: unknown }

const failure = (file: string, message = 'AssertionError: not within 30 s'): Line => (
  { type: 'test', file, name: 'a test', result: 'failed', seconds: 1, message }
);
const span = (file: string, seconds = 20): Line => (
  { type: 'file', file, startMs: 1000, endMs: 1000 + seconds * 1000 }
);
const ended = { code: 1, seconds: 30, log: '' };
const result = (lane: string, ...lines: Line[]): ReturnType<typeof laneResult> => laneResult(lane, lines, ended);
const again = (...results: ReturnType<typeof laneResult>[]): ReturnType<typeof filesToRunAgain> => (
  filesToRunAgain(results, AGAIN.gate)
);

describe('what may run again', () => {
  it('is nothing where nothing failed', () => {
    expect(again({ ...laneResult('page', [{ ...failure('a'), result: 'passed' }], { ...ended, code: 0 }) }))
      .toEqual({ files: [], reason: null });
  });

  it('is a file of a server or a page, once for all its failures', () => {
    const real = result('real', failure('a'), failure('a'), span('a'));
    const files = [{ lane: 'real', file: 'a' }, { lane: 'page', file: 'b' }];
    expect(again(real, result('page', failure('b'), span('b')))).toEqual({ files, reason: null });
  });

  it.each<[string, ReturnType<typeof laneResult>, RegExp]>([
    ['a unit test', result('unit', failure('a'), span('a')), /unit tests/],
    ['what differs from an oracle', result('real', failure('a', 'OracleMismatch: 3 is not 4'), span('a')), /oracle/],
    [
      'a file with a fault of the program',
      result('server', failure('a'), span('a'), { type: 'fault', atMs: 5000, what: 'it answered 500' }), /answered 500/,
    ],
    ['a lane that crashed', result('page'), /no test file/],
    ['what takes too long', result('real', failure('a'), span('a', 121)), /121 s/],
    ['a third file', result('page', ...['a', 'b', 'c'].flatMap((file) => [failure(file), span(file)])), /3 files/],
  ])('is never %s', (_, failed, reason) => {
    const { files, reason: said } = again(failed);
    expect(files).toEqual([]);
    expect(said).toMatch(reason);
  });

  it('is a file whose program had its fault in another file', () => {
    const elsewhere = { type: 'fault', atMs: 900, what: 'it answered 500' };
    expect(again(result('server', failure('a'), span('a'), elsewhere)).files).toHaveLength(1);
  });
});

describe('a further run', () => {
  const passed: Line = { ...failure('a'), result: 'passed' };
  const green = laneResult('real', [passed], { ...ended, code: 0 });

  it('makes a failure flaky where each run is green', () => {
    const first = result('real', failure('a'), span('a'));
    expect(splitFlaky(first.failures, [green, green])).toMatchObject({ flaky: [{ file: 'a' }], failed: [] });
  });

  it('leaves it failed where one is red, or ended without its tests', () => {
    const first = result('real', failure('a'), span('a'));
    expect(splitFlaky(first.failures, [green, first]).failed).toEqual(first.failures);
    expect(splitFlaky(first.failures, [result('real')]).failed).toEqual(first.failures);
    expect(splitFlaky(first.failures, [green, result('real')]).failed).toEqual(first.failures);
  });
});

describe('the result of a lane', () => {
  it('is a failure where no test was run', () => {
    expect(laneResult('unit', [], { ...ended, code: 0 }).failures).toMatchObject([{ message: 'no test was run' }]);
  });

  it('is a failure where the lane ended badly without a failed test', () => {
    const lines = [{ ...failure('a'), result: 'passed' }];
    expect(laneResult('unit', lines, { ...ended, code: 7 })).toMatchObject({ passed: 1, failed: 1 });
  });
});

it('a test that was flaky twice in the last twenty runs of the gate is named', () => {
  const run = (command: string, ...flaky: string[]): object => ({ command, flaky });
  expect(tooOftenFlaky([run('gate', 'a', 'b'), run('gate', 'a'), run('all', 'b')])).toEqual(['a']);
  const between = Array.from({ length: 19 }, () => run('gate'));
  expect(tooOftenFlaky([run('gate', 'a'), ...between, run('gate', 'a')])).toEqual([]);
});
