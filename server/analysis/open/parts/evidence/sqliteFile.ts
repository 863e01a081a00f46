/** Names the SQLite file of Grafana and its mode beside a lock of it, as Grafana warns of them at its start. Pure. */

const IS_LOCKED = /\bSQLite file was locked\b/;
const WARNED = new RegExp(/\bSQLite database file has broader permissions than it should"? /.source
  + /[^\n]{0,80}?\bpath="?([^\s"]{1,300})"? mode=([\w-]{4,16})/.source);
/** Shares and mounts of other systems show this mode for all of their files. */
const ALL_RIGHTS = /^-?rwxrwxrwx$/;

/** Returns the file whose lock failed, and what its mode may mean; null without both. */
export function sqliteFile(interest: string, text: string): string | null {
  const [, path, mode = ''] = IS_LOCKED.test(interest) ? WARNED.exec(text) ?? [] : [];
  return path === undefined ? null
    : `Its file is ${path}, of mode ${mode}${ALL_RIGHTS.test(mode) ? ', as files on a share or on a mount of another '
      + 'system often are' : ''}: see what is mounted there (findmnt -T), and which processes have it open (lsof).`;
}
