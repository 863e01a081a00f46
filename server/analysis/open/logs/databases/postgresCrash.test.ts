/** Tests what is told of crashes of PostgreSQL beside the process that ended. */
import { describe, expect, it } from 'vitest';
import { knownFacts } from '../known/knownTexts.ts';
import { recognize, type Recognized } from '../../recognize.ts';

const of = (...lines: string[]): Recognized => recognize(new TextEncoder().encode(lines.join('\n')));
const ended = (how: string, pid = 71): string => `LOG:  server process (PID ${pid}) was terminated by signal ${how}`;
const FULL = 'could not write to file "pg_xlog/xlogtemp.71": No space left on device';

describe('a process that ended itself', () => {
  it('is told with its panic, also in a log without times, and not with what followed', () => {
    const { door, program, interest } = of(
      'ERROR:  could not access status of transaction 0',
      'DETAIL:  Could not write to file "pg_subtrans/0001" at offset 8192: No space left on device.',
      'LOG:  using stale statistics instead of current ones because stats collector is not responding',
      `PANIC:  ${FULL}`, ended('6: Aborted'), 'DETAIL:  Failed process was running: COPY m FROM stdin',
      'LOG:  terminating any other active server processes',
      'WARNING:  terminating connection because of crash of another server process',
    );
    expect({ door, program }).toEqual({ door: 'log', program: 'PostgreSQL' });
    expect(interest).toContain(`It crashed with "PANIC: ${FULL}": a server process was terminated by signal 6: `
      + 'Aborted, while it ran "COPY m FROM stdin". PostgreSQL could not write its WAL');
    expect(interest).toContain('see df and df -i');
    expect(interest).not.toMatch(/restore from a backup|OOM|terminating connection/);
  });

  it('is told without a panic that the text does not have', () => {
    expect(of(`2026-01-02 03:04:05 UTC [3] ${ended('6: Aborted')}`).interest)
      .toBe('It crashed: a server process was terminated by signal 6: Aborted.');
    expect(of(`2026-01-02 03:04:05 UTC [3] PANIC:  ${FULL}`, `2026-01-02 03:04:06 UTC [3] ${ended('9: Killed')}`)
      .interest).toMatch(/^It crashed: a server process was terminated by signal 9/);
  });
});

describe('a fault', () => {
  const fault = (pid: number, where: string): string => `postgres[${pid}]: segfault at 18 ip 00007f0000006661 sp `
    + `00007ffe0000b020 error 4 in ${where}[7f0000000000+80000]`;
  const at = (pid: number): string => `2026-01-02 03:04:05.174 UTC [30] ${ended('11: Segmentation fault', pid)}`;

  it('is told with the extension that the kernel names for that process', () => {
    expect(of('dmesg:', '', fault(71, 'timescaledb-2.14.2.so'), '', 'log:', '', at(71)).interest)
      .toContain('The kernel logged that fault in timescaledb-2.14.2.so (TimescaleDB 2.14.2), on a read at address '
        + '0x18, as through a null pointer: look for a newer version of TimescaleDB, and report it');
  });

  it('in a library of the system names no newer version', () => {
    expect(of(fault(71, 'libc.so.6'), at(71)).interest).toContain('which code called it');
  });

  it('is not told of another process', () => {
    expect(of(fault(72, 'timescaledb-2.14.2.so'), at(71)).interest).not.toContain('The kernel logged that fault');
  });
});

describe('the reason of a failed attempt', () => {
  it.each([
    ['DETAIL:  Could not write to file "pg_subtrans/0001" at offset 8192: No space left on device.', true],
    ['the checkpoint could not fsync file "base/1/2": Input/output error', true],
    ['If it could not write to file "a": no space left on device', false],
    ['It did not say no space left on device', false],
    ['We could not reproduce it: no space left on device', false],
  ])('%s', (line, isTold) => { expect(knownFacts(line) !== null).toBe(isTold); });
});
