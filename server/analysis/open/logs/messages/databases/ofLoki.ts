/** Messages of Loki and its senders, for the table of known messages. Pure. */
import type { MessageRow, MessagesOfProgram } from '../rows/messageRow.ts';

const LIMITED = 'A limit of the tenant is reached, and what is above it is rejected';

const LOKI: readonly MessageRow[] = [
  ['entry out of order', 'error', 'Lines older than the newest of their stream were rejected', 'send each stream from '
    + 'one place'],
  ['entry too far behind', 'error', 'Lines were rejected, because they are too old for their stream', 'look at the '
    + 'clocks and at what the sender held back'],
  ['maximum active stream limit exceeded', 'error', LIMITED, 'use labels with fewer values, or raise the limit'],
  ['ingestion rate limit exceeded', 'error', LIMITED, 'send less, or raise the limit'],
  ['max entries limit per query exceeded', 'error', 'A query asked for more lines than it may have', null],
  ['the query time range exceeds the limit', 'error', 'A query asked for a longer time than it may', null],
];

export const OF_LOKI: readonly MessagesOfProgram[] = [['Loki', LOKI]];
