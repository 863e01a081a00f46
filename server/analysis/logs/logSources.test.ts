import { expect, it } from 'vitest';
import { LOSSLESS } from '../../../testdata/logs/logEnvelopes.ts';
import { restartLog } from '../../../testdata/logs/replayLogs.ts';
import type { LogLine } from './logLine.ts';
import { readLogLines } from './readLog.ts';

const AT = Date.parse('2026-11-20T16:30:50.500Z');
const line = (message: string, ms = 0): string =>
  `ts=${new Date(AT + ms).toISOString()} caller=main.go:1 level=info msg="${message}" n=${ms}`;

it('two pods of stern are two sources, each with its own lines', () => {
  const text = [
    `prom-1 prometheus ${line('a')}`, `prom-0 prometheus ${line('b', 1)}`, `prom-1 prometheus ${line('c', 2)}`,
    'prom-0 prometheus panic: runtime error: x', `prom-1 prometheus ${line('d', 3)}`,
    `prom-0 prometheus ${line('e', 9)}`,
  ].join('\n');
  const sources = readLogLines(`${text}\n`);
  expect(sources.map(({ name, lines }) => [name, lines.map(({ message }) => message)])).toEqual([
    ['prom-1/prometheus', ['a', 'c', 'd']], ['prom-0/prometheus', ['b', 'panic: runtime error: x', 'e']],
  ]);
});

it('what a terminal cut off is unknown, and what the kernel says of the server is with it', () => {
  const of = (second: number, rest: string): string => `Nov 20 09:30:${second} host-a prometheus[634]: level=info `
    + `ts=2026-11-20T16:30:${second}.101Z msg="${rest}`;
  const width = of(51, 'WAL segment loaded" segment=26').length;
  const text = [
    of(50, 'On-disk memory mappable chunks replay completed" duration=1s'),
    of(51, 'WAL segment loaded" segment=2657 maxSegment=2700'),
    of(52, 'WAL segment loaded" segment=2658 maxSegment=2700'),
    'Nov 20 09:30:53 host-a kernel: Out of memory: Killed process 634 (prometheus)',
  ].map((one) => one.slice(0, width)).join('\n');
  const [source, ...others] = readLogLines(`${text}\n`);
  expect(others).toEqual([]);
  expect(source?.lines.map(({ message, cut, by, timeMs }) => [message, cut, by, timeMs - AT])).toEqual([
    ['On-disk memory mappable chunks replay completed', 'message', '', -399],
    ['WAL segment loaded', 'segment', '', 601],
    ['WAL segment loaded', 'segment', '', 1601],
    ['Out of memory: Killed process 634 (prometheus)', null, 'kernel', 2500],
  ]);
});

it('an export holds a line twice and newest first; one that repeats a moment later stays', () => {
  const rows = [line('again', 5), line('again', 5), line('again', 3), line('first', 0)]
    .map((text) => `"Nov 20, 2026 @ 17:30:50.000","${text.replaceAll('"', '""')}"`);
  const [source] = readLogLines(`"@timestamp",message\n${rows.join('\n')}\n`);
  expect(source?.lines.map(({ message, timeMs }) => [message, timeMs - AT]))
    .toEqual([['first', 0], ['again', 3], ['again', 5]]);
});

it.each(LOSSLESS)('a log in %s is that log', (_envelope, wrap) => {
  const log = `${restartLog.split('\n').slice(0, 40).join('\n')}\n`;
  const linesOf = (file: string | Uint8Array): unknown[] => {
    const sources = readLogLines(file);
    expect(sources).toHaveLength(1);
    return sources.flatMap(({ lines }) => lines).filter(({ plain }) => !plain)
      .map(({ timeMs, level, message, fields }: LogLine) => ({ timeMs, level, message, fields: { ...fields } }));
  };
  expect(linesOf(wrap(log))).toEqual(linesOf(log));
});

it('a crash after lines of one length is not the rest of them', () => {
  const crash = ['unexpected fault address 0x7f15db', 'fatal error: fault', 'goroutine 1 [running]:'];
  const [source] = readLogLines(`${[line('a'), ...crash, line('b'), ...crash].join('\n')}\n`);
  expect(source?.lines.map(({ message }) => message)).toEqual(['a', ...crash, 'b', ...crash]);
});

it('what ends a server is with it, where no envelope says whose it is and there is only one', () => {
  const text = [
    '      Reason:       OOMKilled', `[pod/prom-0/prometheus] ${line('a')}`, 'prom-0 exited with code 137',
    'And this is what I think about it.',
  ].join('\n');
  const [source, ...others] = readLogLines(`${text}\n`);
  expect(others).toEqual([]);
  expect(source?.lines.map(({ message, timeMs }) => [message, timeMs - AT]))
    .toEqual([['Reason:       OOMKilled', 0], ['a', 0], ['prom-0 exited with code 137', 0]]);
});
