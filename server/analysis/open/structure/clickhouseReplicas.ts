/** Reads rows of ClickHouse's system.replicas in the format Vertical: what is read-only, and why. Pure; bounded. */
import { counted, type Named } from '../look/named.ts';

const ROW = /^Row \d{1,7}:[ \t]*$/m;
const FIELD = /^(\w{1,60}(?:\(\))?):[ \t]+(\S.{0,400})$/;
/** A column that only system.replicas has. */
const OF_REPLICAS = /^(?:is_readonly|is_session_expired):[ \t]+[01][ \t]*$/m;
const MAX_ROWS = 500;
const MAX_TOLD = 3;
/** From this length of a queue on, it is reported for a replica that takes writes. */
const LONG_QUEUE = 100;

type Row = ReadonlyMap<string, string>;

const rowsIn = (text: string): Row[] => text.split(new RegExp(ROW.source, 'gm'), MAX_ROWS + 1).slice(1).map((part) =>
  new Map(part.split('\n').flatMap((line): [string, string][] => {
    const [, key, value] = FIELD.exec(line.trimEnd()) ?? [];
    return key === undefined || value === undefined ? [] : [[key, value.trim()]];
  })));

const figure = (row: Row, key: string): number | null => {
  const value = row.get(key);
  return value === undefined || !/^-?\d{1,15}$/.test(value) ? null : Number(value);
};

function nameOf(row: Row): string {
  const table = [row.get('database'), row.get('table')].filter((part) => part !== undefined).join('.');
  const replica = row.get('replica_name') ?? row.get('hostName()');
  return `${table === '' ? 'a table' : table}${replica === undefined ? '' : ` on ${replica}`}`;
}

/** Returns why a replica takes no writes, as far as its row shows it. */
function reasonOf(row: Row): string {
  const error = row.get('zookeeper_exception') ?? row.get('last_queue_update_exception');
  if (error !== undefined) return `, with the exception "${error.replaceAll('"', '\'')}"`;
  if (figure(row, 'is_session_expired') === 1) return ': its session with Keeper or ZooKeeper has expired '
    + '(is_session_expired 1). Look at the load, the disk and the network of Keeper';
  if (figure(row, 'is_session_expired') !== 0) return '';
  const isEmpty = figure(row, 'columns_version') === -1 && (figure(row, 'log_pointer') ?? 0) === 0;
  const path = row.get('zookeeper_path');
  return `, though its session with Keeper has not expired (is_session_expired 0)${isEmpty
    ? ': columns_version -1 and no log pointer say that it read no metadata of the table there, which mostly are gone'
    : ''}. Look in system.zookeeper${path === undefined ? '' : ` for ${path}`}; if its metadata are lost there, run `
    + 'SYSTEM RESTART REPLICA, then SYSTEM RESTORE REPLICA (21.7 or later)';
}

function queueOf(row: Row): string | null {
  const parts = ['queue_size', 'inserts_in_queue', 'merges_in_queue', 'absolute_delay'].flatMap((key) =>
    ((figure(row, key) ?? 0) > 0 ? [`${key} ${row.get(key) ?? ''}`] : []));
  return parts.length === 0 ? null : parts.join(', ');
}

/** Returns what the rows say: the replicas that take no writes, else the longest queue. */
function replicaFacts(text: string): string | null {
  const rows = rowsIn(text);
  const readonly = rows.filter((row) => figure(row, 'is_readonly') === 1);
  if (readonly.length > 0) {
    const told = readonly.slice(0, MAX_TOLD).map((row) => {
      const queue = queueOf(row);
      return `The error "is_readonly: 1" of ${nameOf(row)}: it takes no inserts${reasonOf(row)}.${
        queue === null ? '' : ` Its queue: ${queue}.`}`;
    });
    const more = readonly.length - MAX_TOLD;
    return [...told, ...more > 0 ? [`${more} more are read-only.`] : []].join(' ');
  }
  const [longest] = rows.toSorted((a, b) => (figure(b, 'queue_size') ?? 0) - (figure(a, 'queue_size') ?? 0));
  const queue = longest === undefined ? null : queueOf(longest);
  const isRead = rows.some((row) => row.has('is_readonly'));
  const none = isRead ? ', none of them read-only' : '';
  return longest === undefined ? null : `It has ${counted(rows.length, 'replica')}${none}.${queue === null ? ''
    : ` The longest queue has ${nameOf(longest)}: ${queue}.${(figure(longest, 'queue_size') ?? 0) < LONG_QUEUE ? ''
      : ' See last_exception and num_tries in system.replication_queue.'}`}`;
}

export const CLICKHOUSE_REPLICAS: Named = {
  id: 'clickhouse-replicas', name: 'rows of system.replicas', program: 'ClickHouse',
  pattern: new RegExp(String.raw`${ROW.source}[^]{0,4000}?${OF_REPLICAS.source}`, 'm'), fact: replicaFacts,
  remedy: 'For what happened before, open the log of ClickHouse.',
};
