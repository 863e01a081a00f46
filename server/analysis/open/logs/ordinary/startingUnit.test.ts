/** Tests what is told of a service that systemctl status shows while it starts. */
import { describe, expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';
import { startingUnit } from './startingUnit.ts';

const status = (active: string, ...processes: string[]): string => [
  'Job for tsdb.service failed because a timeout was exceeded.',
  'See "systemctl status tsdb.service" and "journalctl -xe" for details.', '', '# systemctl status tsdb.service',
  '\u25cf tsdb.service - A database of time series',
  '     Loaded: loaded (/lib/systemd/system/tsdb.service; enabled; vendor preset: enabled)',
  `     Active: ${active}`, 'Cntrl PID: 71 (start.sh)', '      Tasks: 9 (limit: 900)',
  '     CGroup: /system.slice/tsdb.service', ...processes,
].join('\n');
const START = 'activating (start) since Wed 2026-01-07 10:15:39 CET; 41s ago';
const SCRIPT = '             \u251c\u250071 /bin/bash -e /usr/lib/tsdb/start.sh';
const SERVER = '             \u251c\u250072 /usr/bin/tsdbd -config /etc/tsdb.conf';
const SLEEP = '             \u2514\u250093 sleep 1';

describe('a service that starts', () => {
  it('is told with what runs, what its start waits for, and the start before it', () => {
    const { interest } = recognize(new TextEncoder().encode(status(START, SCRIPT, SERVER, SLEEP)));
    expect(interest).toContain('systemd is still starting tsdb, since Wed 2026-01-07 10:15:39 CET (41s). tsdbd (72) '
      + 'runs, so it has not crashed. Its start command /usr/lib/tsdb/start.sh (71) has not ended, and sleeps between '
      + 'its attempts. A start before it failed: "Job for tsdb.service failed because a timeout was exceeded.". See '
      + 'journalctl -u tsdb');
    expect(interest).not.toContain('names a failure');
  });

  it('is told without processes that the text does not show', () => {
    expect(startingUnit(status(START).replace(/^Job[^]*?\n\n/, ''))).toBe('systemd is still starting tsdb, since Wed '
      + '2026-01-07 10:15:39 CET (41s). See journalctl -u tsdb for how far it is; if it is only slow, raise '
      + 'TimeoutStartSec= (systemctl edit tsdb).');
  });

  it('of InfluxDB waits for its API', () => {
    expect(startingUnit(status(START, SCRIPT.replace('tsdb/start.sh', 'influxdb/scripts/influxd-systemd-start.sh'))))
      .toContain('whether /health answers');
  });
});

it.each([
  'active (running) since Wed 2026-01-07 10:15:39 CET; 41s ago', 'failed (Result: timeout) since Wed 2026-01-07',
])('is none: %s', (active) => { expect(startingUnit(status(active, SCRIPT, SERVER))).toBeNull(); });
