/** Tests what to run after the status of a service that ended. */
import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { statusSteps } from './statusSteps.ts';

const status = (signal: string, ...log: string[]): string => recognize(new TextEncoder().encode([
  '● shopdb.service - Shop', '   Loaded: loaded (/etc/systemd/system/shopdb.service; enabled)',
  '   Active: failed (Result: signal) since Fri 2026-01-02 10:25:37 UTC; 2h ago',
  ` Main PID: 77 (code=killed, signal=${signal})`, '', ...log,
].join('\n'))).interest ?? '';

it('a kill of which the text does not say who did it', () => {
  expect(status('KILL')).toContain('systemd: shopdb killed, signal KILL, since Fri 2026-01-02 10:25:37 UTC. SIGKILL '
    + 'comes from the OOM killer of the kernel');
  expect(status('SEGV')).not.toContain('SIGKILL');
  expect(status('KILL', 'Jan 02 10:25:36 h kernel: Out of memory: Killed process 77 (shopdb) total-vm:900kB, anon-rss:'
    + '800kB')).not.toContain('SIGKILL comes');
});

it('a kill of which systemd says that it was for memory', () => {
  const facts = recognize(new TextEncoder().encode([
    '● shopdb.service - Shop', '   Active: failed (Result: oom-kill) since Fri 2026-01-02 10:25:37 UTC; 2h ago',
    ' Main PID: 77 (code=killed, signal=KILL)',
  ].join('\n'))).interest ?? '';
  expect(facts).toContain('The OOM killer of the kernel ended it, as systemd says (Result: oom-kill)');
  expect(facts).not.toContain('from a person');
});

it('errors that the screen cut', () => {
  const line = { line: 'ts=2026-01-02T10:25:36Z level=error err="mkdir /data/a.tmp-for-', stamp: null, isCut: true };
  expect(statusSteps('systemd: shopdb exited, status 1, since today.', [line], false))
    .toBe('Its errors are cut at the edge of the screen: journalctl -u shopdb -l --no-pager shows them whole.');
  expect(statusSteps('systemd: shopdb exited, status 1, since today.', [{ ...line, isCut: false }], false)).toBeNull();
  expect(statusSteps(null, [line], false)).toBeNull();
});
