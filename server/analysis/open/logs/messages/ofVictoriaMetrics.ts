/** Messages of VictoriaMetrics, for the table of known messages. Pure. */
import type { MessageRow, MessagesOfProgram } from './messageRow.ts';

const READ_ONLY = 'vmstorage takes no new rows, because its disk is almost full';
const FREE_SPACE = 'free space, and it goes on by itself';

const VICTORIAMETRICS: readonly MessageRow[] = [
  ['cannot acquire lock on file', 'end', 'Another process holds the lock of the data folder', null],
  ['switching the storage', 'full', READ_ONLY, FREE_SPACE],
  ['the storage is in read-only mode', 'full', READ_ONLY, FREE_SPACE],
  ['exceeds -promscrape.maxscrapesize', 'error', 'The answer of a target was larger than allowed, and none of it was '
    + 'stored', 'raise that flag, or look at what the target exposes'],
  ['since -search.maxconcurrentrequests', 'error', 'More queries came at once than it can take', 'add CPUs, or ask for '
    + 'less at once'],
  ['-storage.maxhourlyseries', 'error', 'The limit of new series in an hour is reached, and others are dropped', null],
  ['-storage.maxdailyseries', 'error', 'The limit of new series in a day is reached, and others are dropped', null],
];

export const OF_VICTORIAMETRICS: readonly MessagesOfProgram[] = [['VictoriaMetrics', VICTORIAMETRICS]];
