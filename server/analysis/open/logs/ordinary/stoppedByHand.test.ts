/** Tests a program that was stopped at its keyboard. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const line = (clock: string, level: string, message: string): string =>
  `level=${level} ts=2020-03-04T${clock}Z caller=main.go:500 msg="${message}"`;
const START = [line('05:06:07.100', 'info', 'Starting Prometheus'), line('05:06:07.200', 'info', 'Starting TSDB ...'),
  line('05:06:07.500', 'info', 'Server is ready to receive web requests.')];
const STOP = line('05:06:09.100', 'warn', 'Received SIGTERM, exiting gracefully...');
const BYE = line('05:06:09.104', 'info', 'See you next time!');
const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';

it.each(['', '    '])('in order, with nothing wrong; indented by "%s"', (indent) => {
  const said = of(...[...START, `^C${STOP}`, BYE].map((one) => `${indent}${one}`));
  expect(said).toContain('It was stopped by hand (Ctrl-C) at 2020-03-04T05:06:09Z, and ended 4 ms later in order');
  expect(said).toContain('nothing is wrong in these lines');
});

it('by the name of the signal', () => {
  expect(of(...START, STOP.replace('SIGTERM, exiting gracefully..."', 'an OS signal, exiting gracefully..." '
    + 'signal=interrupt'), BYE)).toContain('It was stopped by hand (Ctrl-C)');
});

it('an error is not called nothing', () => {
  const said = of(...START, line('05:06:08.100', 'error', 'compaction failed'), `^C${STOP}`, BYE);
  expect(said).toContain('stopped by hand');
  expect(said).not.toContain('nothing is wrong');
});

it('another stop is reported as it is', () => {
  expect(of(...START, STOP, BYE)).not.toContain('by hand');
});
