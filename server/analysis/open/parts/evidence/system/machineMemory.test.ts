import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const kill = (name: string, ...more: readonly string[]): string => recognize(new TextEncoder().encode([
  'Jan 02 03:04:04 h1 kernel: cadvisor invoked oom-killer: gfp_mask=0x280da, order=0, oom_score_adj=0',
  'Jan 02 03:04:04 h1 kernel: Free swap  = 120kB', 'Jan 02 03:04:04 h1 kernel: Total swap = 1048572kB',
  `Jan 02 03:04:05 h1 kernel: Out of memory: Kill process 4012 (${name}) score 940 or sacrifice child`,
  `Jan 02 03:04:05 h1 kernel: Killed process 4012 (${name}) total-vm:9242880kB, anon-rss:5242880kB, file-rss:0kB`,
  `Jan 02 03:04:06 h1 systemd: ${name}.service: main process exited, code=killed, status=9/KILL`,
  `Jan 02 03:04:06 h1 systemd: Unit ${name}.service entered failed state.`, ...more,
].join('\n'))).interest ?? '';

it('a kill for want of memory says who only asked, how full the swap was, and the step', () => {
  const facts = kill('prometheus');
  expect(facts).toContain('cadvisor only asked for memory when none was left, which does not make it the cause. Swap '
    + 'was full, too (1 GiB). Its unit is failed, and the text shows no start after that');
  expect(facts).toContain('let prometheus hold less: see its number of series');
  expect(kill('java')).toContain('or let java hold less, and find what took it.');
});

it('a service that was started again is not called failed', () => {
  expect(kill('influxd', 'Jan 02 03:04:20 h1 systemd: influxd.service: Scheduled restart job, restart counter is 1.'))
    .not.toContain('no start after that');
});
