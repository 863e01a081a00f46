/** Tests the next step of an OOM report whose kill is not in the text. */
import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const row = (pid: number, pages: number, name: string): string =>
  `Jan 02 03:04:05 h1 kernel: [ ${pid}]  1000  ${pid} ${pages * 2} ${pages}      90       7             0 ${name}`;

it('names the largest process, where its kill is found, and what to do then', () => {
  const { interest } = recognize(new TextEncoder().encode([
    row(4011, 290, 'bash'), row(4012, 1_310_720, 'influxd'), row(4013, 221, 'top'),
  ].join('\n')));
  expect(interest).toBe('Of the 3 processes in the kernel’s OOM report, influxd (pid 4012) has the most memory: 5.00 '
    + 'GiB resident, in pages of 4 KiB. Which process it killed is not in the text: the line "Killed process" behind '
    + 'the table names it (dmesg -T); if it is influxd, give that more memory, or less to hold in it.');
});
