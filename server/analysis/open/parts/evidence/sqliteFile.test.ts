import { expect, it } from 'vitest';
import { recognize } from '../../recognize.ts';

const at = (second: number, rest: string): string => `logger=sqlstore t=2025-03-04T05:06:0${second}.1Z ${rest}`;
const told = (mode: string, error: string): string => recognize(new TextEncoder().encode([
  at(1, 'level=info msg="Connecting to DB" dbtype=sqlite3'),
  at(2, 'level=warn msg="SQLite database file has broader permissions than it should" path=/srv/g/grafana.db '
    + `mode=${mode} expected=-rw-r-----`),
  at(7, 'level=info msg="Unlocking database"'), `Error: ✗ migration failed (id = add column): ${error}`, '',
].join('\n'))).interest ?? '';

it('a migration that found the file of Grafana locked: it does not start, and what the file is', () => {
  const said = told('-rwxrwxrwx', 'database is locked');
  expect(said).toContain('Grafana does not start, because it cannot change its database for this version. A SQLite '
    + 'file was locked by another write or process');
  expect(said).toContain('Its file is /srv/g/grafana.db, of mode -rwxrwxrwx, as files on a share or on a mount of ');
  expect(told('-rw-rw-r--', 'database is locked')).toContain('of mode -rw-rw-r--: see what is mounted there');
});

it('of another error, the file is not named', () => {
  expect(told('-rwxrwxrwx', 'no such column: x')).not.toContain('Its file is');
});
