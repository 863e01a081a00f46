import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const event = (age: string, pid: number, name: string, kib: number): string => `  Warning  OOMKilling  ${age}  `
  + `kernel-monitor, gke-1  Memory cgroup out of memory: Kill process ${pid} (${name}) score 1631 or sacrifice child\n`
  + `Killed process ${pid} (${name}) total-vm:${9 * kib}kB, anon-rss:${kib}kB, file-rss:0kB, shmem-rss:0kB`;

it('several processes are not said to share one control group, and small ones have small units', () => {
  const events = [event('49m', 11, 'prometheus', 8_043_768), event('48m', 13, 'app', 70_000)];
  const facts = recognize(new TextEncoder().encode(['Events:', ...events].join('\n'))).interest ?? '';
  expect(facts).toContain('because a control group of theirs reached its memory limit.');
  expect(facts).toContain('app (pid 13, 68.4 MiB resident)');
});
