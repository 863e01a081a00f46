import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const told = (...lines: string[]): string | null =>
  recognize(new TextEncoder().encode(lines.map((line) => `Jan 02 03:04:${line}`).join('\n'))).interest;
const FAULT = 'segfault at 7f00 ip 00000000010200c0 sp 00007f888afe error 4 in';
const ENDED = 'h systemd[1]: app.service: Main process exited, code=killed, status=11/SEGV';
const SCHEDULED = 'h systemd[1]: app.service: Scheduled restart job, restart counter is at';

it('a fault in a thread, the end of its service and its restart are one story', () => {
  expect(told(
    `05 h kernel: [571585.34] query-1[58926]: ${FAULT} appd[6e5000+101f000]`, `06 ${ENDED}`, `07 ${SCHEDULED} 2.`,
    '07 h systemd[1]: Stopped the server.', '08 h systemd[1]: Started the server.',
  )).toBe('appd crashed with SIGSEGV in its thread query-1 (58926), as the kernel logged. systemd: app crashed with '
    + 'signal 11/SEGV. systemd started it again 2 s later (restart counter 2).');
});

it.each([
  ['a library', `05 h kernel: appd[7]: ${FAULT} libc-2.31.so[7f00+1000]`,
    'appd (7) crashed with SIGSEGV in libc-2.31.so'],
  ['its own code', `05 h kernel: appd[7]: ${FAULT} appd[400000+1000]`, 'appd (7) crashed with SIGSEGV in its own code'],
  ['a trap', '05 h kernel: traps: appd[7] general protection fault ip:4a sp:7ffe error:0 in appd[400000+1000]',
    'appd (7) crashed with a general protection fault in its own code'],
])('a fault in %s', (_, line, words) => {
  expect(told(line, `06 ${ENDED}`)).toContain(`${words}, as the kernel logged.`);
});

it('a service that ended again, or that is not restarted any more, is not said to run', () => {
  expect(told(`06 ${ENDED}`, `07 ${SCHEDULED} 4.`, '07 h systemd[1]: Started app.', `08 ${ENDED}`))
    .toMatch(/systemd restarted it before \(restart counter 4\)\.$/);
  expect(told(`06 ${ENDED}`, `07 ${SCHEDULED} 5.`, '07 h systemd[1]: app.service: Start request repeated too quickly.'))
    .toMatch(/systemd has restarted it \(restart counter 5\) and does not try again: it failed too often\.$/);
  expect(told(`06 ${ENDED}`, '07 h systemd[1]: app.service holdoff time over, scheduling restart.',
    '07 h systemd[1]: start request repeated too quickly for app.service'))
    .toMatch(/systemd has restarted it and does not try again: it failed too often\.$/);
});
