import { describe, expect, it } from 'vitest';
import { readLog } from '../readLog.ts';
import { isBroken } from './gaps.ts';
import { isElision, isExcerpt, isFence, isProse, isQuoting } from './leftOut.ts';

const line = (time: string, msg: string, prefix = ''): string =>
  `${prefix}ts=2026-11-20T${time}Z caller=head.go:1 level=info component=tsdb msg="${msg}"`;
const [A, B, C] = [line('10:00:01', 'a'), line('10:00:02', 'b'), line('10:00:03', 'c')];
const gapsOf = (...lines: string[]): readonly number[] =>
  readLog(new TextEncoder().encode(lines.join('\n')), () => true).gaps;

describe('marks that a person puts into a log', () => {
  it.each([
    '...', '[...]', '\u2026', '  ...  ', '(...)', '<snip>', '[snip]', '--- snip ---', '. . .', ':::', '(many more)',
    '[... 300 lines omitted ...]', '... 12 similar lines', 'prometheus  | ...', '*** output truncated ***',
  ])('stands for lines: %s', (text) => { expect(isElision(text)).toBe(true); });

  it.each([
    'panic: out of luck', '...additional frames elided...', 'goroutine 1 [running]:', '\t/src/x.go:12 +0x1d', '}',
    'Nov 20 10:00:00 h prometheus[1]: it is cut', A, 'bufio.(*Writer).Available(...)', '-- Logs begin at x --',
  ])('does not: %s', (text) => { expect(isElision(text)).toBe(false); });

  it.each(['```', '```text', '~~~', '<details>', '</pre>'])('is a fence: %s', (text) => {
    expect(isFence(text)).toBe(true);
  });

  it.each([
    'And then it hangs for a while:', '## Logs', '**After the restart**', 'Before:', '- Actual log evidence:',
    'When reading the logs, look for lines like:', '\u7136\u540e\u670d\u52a1\u5668\u91cd\u542f\u4e86',
  ])('is a sentence or a heading: %s', (text) => { expect(isProse(text)).toBe(true); });

  it.each([
    'panic: runtime error: invalid memory address or nil pointer dereference', 'runtime stack:', 'Killed', A,
    'goroutine 590 [running]:', 'created by github.com/prometheus/prometheus/tsdb.(*Head).loadWAL', '',
    'Attaching to prometheus_1, node_exporter_1, grafana_1, and loki_1.', 'main.main()',
  ])('is neither: %s', (text) => { expect(isProse(text)).toBe(false); });

  it('a sentence before a line quotes it; a name does not', () => {
    expect(isQuoting('In the log I see this: ')).toBe(true);
    expect(isQuoting('prometheus server ')).toBe(false);
  });
});

describe('gaps of a log', () => {
  it('a whole log has none, nor has one below a command and a sentence, or with one behind it', () => {
    expect(gapsOf(A, B, C)).toEqual([]);
    expect(gapsOf('Here is what it logs at the start:', '$ kubectl logs p', A, B, 'It has been so for two days.'))
      .toEqual([]);
    expect(gapsOf(A, B, 'panic: out of luck', '', 'goroutine 1 [running]:', 'main.main()')).toEqual([]);
  });

  it('elisions, fences, and sentences between lines', () => {
    expect(gapsOf(A, '...', B, C)).toEqual([2]);
    expect(gapsOf('```', A, B, '```')).toEqual([]);
    expect(gapsOf('I see this at each start:', '```', A, B, '```')).toEqual([2, 5]);
    expect(gapsOf('```', A, '```', '```', B, '```')).toEqual([1, 3, 4, 6]);
    expect(gapsOf(A, 'And an hour later, for each pod:', B)).toEqual([2]);
  });

  it('a jump back, but not that of a log with its newest line first, of a late line, or of two sources', () => {
    const late = line('10:00:02.500', 'd');
    expect(gapsOf(A, line('10:09:00', 'x'), B, C)).toEqual([2.5]);
    expect(gapsOf(line('10:09:00', 'x'), C, B, A)).toEqual([]);
    expect(gapsOf(A, B, C, late)).toEqual([]);
    expect(gapsOf(line('10:09:00', 'x', 'a | '), line('10:00:00', 'x', 'b | '), line('10:09:01', 'x', 'a | ')))
      .toEqual([]);
  });

  it('a line that a sentence quotes has one on both sides', () => {
    expect(gapsOf(A, `In the log I see this: ${B}`, C)).toEqual([1.5, 2.5]);
    expect(gapsOf(`I see \`${A}\` first.`, `And then \`${B}\` comes.`)).toEqual([0.5, 1.5, 1.5, 2.5]);
  });

  it('lie between two lines in either order', () => {
    expect([isBroken([4], 3, 5), isBroken([4], 5, 3), isBroken([4], 4, 9), isBroken([4], 1, 4), isBroken([], 1, 9)])
      .toEqual([true, true, false, false, false]);
    expect(isBroken([1, 4, 9], 5, Infinity)).toBe(true);
    expect(isBroken([1, 4], 5, Infinity)).toBe(false);
  });
});

it('a text of which only parts are a log', () => {
  expect(isExcerpt([A, B, C].join('\n'))).toBe(false);
  expect(isExcerpt(['```', A, B, '```'].join('\n'))).toBe(false);
  expect(isExcerpt([A, '\u2026', B].join('\n'))).toBe(true);
  expect(isExcerpt(['```', A, '```', 'And then:', '```', B, '```'].join('\n'))).toBe(true);
});
