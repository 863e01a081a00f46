/** Messages of InfluxDB and Telegraf, for the table of known messages. Pure. */
import type { MessageRow, MessagesOfProgram } from './messageRow.ts';

const INFLUXDB: readonly MessageRow[] = [
  ['max-series-per-database limit exceeded', 'error', 'A database has as many series as it may, and new ones are '
    + 'dropped', 'use tags with fewer values, or raise the limit'],
  ['max-values-per-tag limit exceeded', 'error', 'A tag has as many values as it may, and new ones are dropped',
    'use a field in its place, or raise the limit'],
  ['field type conflict: input field', 'error', 'Points were dropped, because a field has another type in its shard',
    'write the field always with one type'],
  ['points beyond retention policy dropped', 'error', 'Points were dropped, because they are older than the retention',
    'look at the clock of the sender'],
  ['max-concurrent-queries limit exceeded', 'error', 'More queries ran at once than allowed', null],
];

export const OF_INFLUXDB: readonly MessagesOfProgram[] = [['InfluxDB', INFLUXDB]];
