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

it('tells the share of the machine that the killed process had, and that no other one is large', () => {
  const kill = (pages: number): string => recognize(new TextEncoder().encode([
    'Jan 02 03:04:04 h1 kernel: influxd invoked oom-killer: gfp_mask=0x280da, order=0, oom_score_adj=0',
    `Jan 02 03:04:04 h1 kernel: ${pages} pages RAM`, row(4011, 290, 'bash'), row(4012, 1_310_720, 'influxd'),
    row(4013, 256, 'top'), row(4014, 128, 'sshd'), row(4015, 64, 'su'),
    'Jan 02 03:04:05 h1 kernel: Out of memory: Kill process 4012 (influxd) score 940 or sacrifice child',
    'Jan 02 03:04:05 h1 kernel: Killed process 4012 (influxd) total-vm:9242880kB, anon-rss:5242880kB, file-rss:0kB',
  ].join('\n'))).interest ?? '';
  expect(kill(1_638_400)).toContain('because the memory of the machine ran out: it had 80 % of 6.25 GiB, and no '
    + 'other process listed more than 1.13 MiB.');
  expect(kill(1000)).toContain('because the memory of the machine ran out.');
});
