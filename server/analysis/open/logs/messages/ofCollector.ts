/** Messages of the OpenTelemetry Collector, for the table of known messages. Pure. */
import type { MessageRow, MessagesOfProgram } from './messageRow.ts';

const OTEL_RETRY = 'The Collector could not send, and sends the same again';
const OTEL_DROP = 'The Collector dropped data that it could not send';
const OTEL_MEMORY = 'The memory limiter of the Collector refuses data, because its memory is above the limit';

const COLLECTOR: readonly MessageRow[] = [
  ['exporting failed. dropping data', 'error', OTEL_DROP, null],
  ['no more retries left. dropping data', 'error', OTEL_DROP, null],
  ['sending queue is full', 'error', OTEL_DROP, 'see whether the receiver runs; a larger queue only puts it off'],
  ['sending_queue is full', 'error', OTEL_DROP, 'see whether the receiver runs; a larger queue only puts it off'],
  ['exporting failed. will retry the request after interval', 'error', OTEL_RETRY, 'see whether the receiver runs at '
    + 'that address'],
  ['data refused due to high memory usage', 'full', OTEL_MEMORY, null],
  ['memory usage is above soft limit', 'full', OTEL_MEMORY, null],
  ['everything is ready. begin running and processing data', 'state', 'The Collector had started', null],
];

export const OF_COLLECTOR: readonly MessagesOfProgram[] = [['the OpenTelemetry Collector', COLLECTOR]];
