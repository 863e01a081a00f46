/** Tests that the time between kills is rough where it is of ages in minutes. */
import { expect, it } from 'vitest';
import { recognize } from '../../../recognize.ts';

const kill = (age: string, pid: number): string[] => [
  `  Warning  OOMKilling  ${age}  kernel-monitor, n  Memory cgroup out of memory: Kill process ${pid} (app${pid})`,
  `Killed process ${pid} (app${pid}) total-vm:54937284kB, anon-rss:8388608kB, file-rss:37012kB`,
];
const of = (...ages: string[]): string => recognize(new TextEncoder().encode([
  'Events:', '  Type     Reason      Age   From     Message', ...ages.flatMap((age, i) => kill(age, i + 7)),
].join('\n'))).interest ?? '';

it('short times are, longer ones are not', () => {
  expect(of('49m', '48m')).toContain('They are about 60 s apart.');
  expect(of('49m', '9m')).toContain('They are 40m apart.');
});
