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

const STORES: readonly MessageRow[] = [
  ['inconsistent ring tokens information', 'error', 'The ring of the store-gateways is not settled, so this one does '
    + 'not load the block', 'look at the ring page, forget stale instances, and see whether all become ACTIVE'],
  ['no store-gateway instance left after checking exclude', 'error', 'No store-gateway that should have the block has '
    + 'loaded it', 'look at the store-gateways: their ring page, restarts, and whether their first sync is done'],
  ['consistency check failed because some blocks were not queried', 'error', 'A query failed, as no store-gateway had '
    + 'some of its blocks loaded', 'look at the store-gateways: their ring page, restarts and first sync'],
];

const RECEIVERS: readonly MessageRow[] = [
  ['replicate: context deadline exceeded', 'error', 'A receiver did not get the answer of another in time, so the '
    + 'request fails and is sent again', 'look at CPU, memory and disk of the receivers, and at their number'],
];

export const OF_THANOS_AND_MIMIR: readonly MessagesOfProgram[] = [
  ['Thanos', [...THANOS, ...RECEIVERS]], ['Mimir or Cortex', STORES], ['Loki, Mimir, Cortex or Tempo', RINGS],
];
