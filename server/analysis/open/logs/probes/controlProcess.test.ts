import { expect, it } from 'vitest';
import { controlProcess } from './controlProcess.ts';

const line = (second: number, rest: string): string => `Mar 04 05:06:0${second} host-a ${rest}`;
const CONTROL = 'systemd[1]: tsd.service: Control process exited, code=exited, status=1/FAILURE';
const LINES = [
  line(0, 'tsd-wait[70]: not up after 1 s'), line(1, 'tsd-wait[70]: not up after 2 s'),
  line(1, 'tsd[71]: level=info msg="opening files"'), line(2, 'tsd-wait[70]: not up after 3 s'), line(2, CONTROL),
  line(3, 'tsd[71]: level=info msg="Signal received, shutting down"'),
  line(3, 'systemd[1]: Failed to start A store of series.'),
  line(4, 'systemd[1]: tsd.service: Scheduled restart job, restart counter is at 4.'),
];

it('a start script that gave up is reported, and not taken for the program', () => {
  const facts = controlProcess(LINES.join('\n')) ?? '';
  expect(facts).toContain('systemd: tsd does not start: a command next to the main process of the unit');
  expect(facts).toContain('ended with status 1/FAILURE (restart counter 4).');
  expect(facts).toContain('That command said last "not up after 3 s", after 3 such lines within 2 s.');
  expect(facts).toContain('The program itself did not fail: systemd then stopped it within its start.');
});

it('is read in a journal with the newest lines first', () => {
  expect(controlProcess(LINES.toReversed().join('\n'))).toBe(controlProcess(LINES.join('\n')));
});

it('nothing is said where the main process failed, or no command did', () => {
  const main = line(5, 'systemd[1]: tsd.service: Main process exited, code=exited, status=2/INVALIDARGUMENT');
  expect(controlProcess([...LINES, main].join('\n'))).toBeNull();
  expect(controlProcess(main)).toBeNull();
  expect(controlProcess(line(2, CONTROL.replace('1/FAILURE', '0/SUCCESS')))).toBeNull();
});
