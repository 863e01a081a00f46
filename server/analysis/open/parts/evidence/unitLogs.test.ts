/** Tests the status of a service whose own lines are not in the text. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const of = (...lines: string[]): string => recognize(new TextEncoder().encode(lines.join('\n'))).interest ?? '';
const status = (active: string, ...rest: string[]): string[] => [
  '\u00d7 shopdb.service - Shop', '     Loaded: loaded (/lib/systemd/system/shopdb.service; enabled)',
  `     Active: ${active} since Fri 2026-01-02 10:25:37 CET; 2s ago`, '   Duration: 87ms',
  '    Process: 77 ExecStart=/usr/bin/shopdb --config=${CONF} (code=exited, status=1/FAILURE)',
  '   Main PID: 77 (code=exited, status=1/FAILURE)', '', ...rest,
];
const FAILED = 'failed (Result: exit-code)';
const by = (rest: string): string => `Jan 02 10:25:37 h ${rest}`;
const QUICK = [
  'systemd[1]: shopdb.service: Scheduled restart job, restart counter is at 4.', 'systemd[1]: Stopped Shop.',
  'systemd[1]: shopdb.service: Start request repeated too quickly.',
  'systemd[1]: shopdb.service: Failed with result \'exit-code\'.',
].map(by);

describe('a service of which only systemd writes', () => {
  it('ended too often: how, after how long, that it is not tried again, and where the reason is', () => {
    expect(of(...status(FAILED, ...QUICK))).toBe(
      'systemd: shopdb exited, status 1/FAILURE, 87ms after its start, since Fri 2026-01-02 10:25:37 CET. systemd has '
        + 'restarted it (restart counter 4) and does not try again: it failed too often. The lines of systemd do not '
        + 'say why: see what it logged with journalctl -u shopdb -b --no-pager, or run the command of ExecStart= by '
        + 'hand as its user; when that is fixed, systemctl reset-failed shopdb lets it start again.'
    );
  });

  it('waits for its next start: nothing of a limit', () => {
    const facts = of(...status('activating (auto-restart) (Result: exit-code)'));
    expect(facts).toContain('journalctl -u shopdb -b');
    expect(facts).not.toContain('reset-failed');
  });

  it('ended with a number that has no name', () => {
    expect(of(...status(FAILED).map((line) => line.replaceAll('1/FAILURE', '78'))))
      .toMatch(/^systemd: shopdb exited, status 78, 87ms after its start, .* journalctl -u shopdb -b/);
  });

  it('ended by lines of a journal alone', () => {
    expect(of(by('systemd[1]: Started Shop.'),
      by('systemd[1]: shopdb.service: Main process exited, code=exited, status=1/FAILURE'),
      by('systemd[1]: shopdb.service: Failed with result \'exit-code\'.'))).toContain('journalctl -u shopdb -b');
  });
});

it.each([
  ['with its own lines', status(FAILED, by('shopdb[77]: level=error msg="bind: address in use"'))],
  ['by a status of systemd', status(FAILED).map((line) => line.replaceAll('1/FAILURE', '203/EXEC'))],
  ['by a signal', status(FAILED).map((line) => line.replaceAll('exited, status=1/FAILURE', 'killed, signal=KILL'))],
  ['beside a log of its own', [...status(FAILED), 't=2026-01-02T10:25:36Z level=error msg="no such table"']],
])('nothing of the journal for a service that ended %s', (_, lines) => {
  expect(of(...lines)).not.toContain('do not say why');
});
