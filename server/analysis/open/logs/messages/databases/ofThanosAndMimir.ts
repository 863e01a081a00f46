/** Messages of Thanos, Mimir and Cortex, for the table of known messages. Pure. */
import type { MessageRow, MessagesOfProgram } from '../rows/messageRow.ts';

const RING = 'The ring holds a member that no longer answers, and this instance waits for it';
const FORGET = 'forget that member on the page /ring, or let the ring forget dead members by itself';

const THANOS: readonly MessageRow[] = [
  ['critical error detected; halting', 'end', 'The compactor stopped for good, so that it does no damage',
    'the error beside the message says which block it is about'],
  ['pre compaction overlap check', 'error', 'Two blocks of one stream cover the same time, so the compactor does not '
    + 'merge them', 'find which process uploads twice'],
  ['no external labels configured on prometheus server', 'end', 'The sidecar does not start without external labels',
    'set external_labels in the configuration of Prometheus'],
  ['compaction needs to be disabled', 'end', 'The sidecar does not upload while Prometheus merges blocks itself',
    'set the smallest and the largest block duration of Prometheus to the same value'],
];

/** Loki, Mimir, Cortex and Tempo share the code of the ring and of tenants. */
const RINGS: readonly MessageRow[] = [
  ['found an existing instance(s) with a problem in the ring', 'hang', RING, FORGET],
  ['past heartbeat timeout', 'hang', RING, FORGET],
  ['no org id', 'error', 'A request named no tenant', 'send the header X-Scope-OrgID'],
];

export const OF_THANOS_AND_MIMIR: readonly MessagesOfProgram[] = [
  ['Thanos', THANOS], ['Loki, Mimir, Cortex or Tempo', RINGS],
];
