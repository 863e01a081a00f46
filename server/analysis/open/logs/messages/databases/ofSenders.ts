/** Messages of Promtail, Grafana Agent and Alloy, for the table of known messages. Pure. */
import { WORDS_AFTER, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

const GAVE_UP = 'The sender gave up on a batch, and its lines are lost';
const NOT_TAILED = 'Lines of that file are not read';
const NO_LOAD = 'The configuration has a name that is not known there';

const PROMTAIL: readonly MessageRow[] = [
  ['error creating promtail', 'end', 'Promtail does not start', WORDS_AFTER],
  ['at least one client config should be provided', 'end', 'Promtail does not start without an address to send to',
    'set clients with the URL of Loki'],
  ['unable to find any logs to tail', 'error', 'Promtail is not ready, because it found no file to read', 'compare '
    + '__path__ with the files, the mounts and their permissions'],
];

const LOG_SENDERS: readonly MessageRow[] = [
  ['invalid yaml positions file', 'end', 'The positions file is damaged, often by a full disk or a crash', 'repair its '
    + 'last line, or move it away, which may send lines again'],
  ['failed to make file target manager', 'end', 'The files to read cannot be watched', 'raise '
    + 'fs.inotify.max_user_instances if it says "too many open files"'],
  ['final error sending batch', 'error', GAVE_UP, 'the status and error next to it say why'],
  ['error sending batch, will retry', 'error', 'A batch did not get through, and is sent again', null],
  ['failed to tail file, stat failed', 'error', NOT_TAILED, WORDS_AFTER],
  ['failed to tail file', 'error', NOT_TAILED, WORDS_AFTER],
  ['failed to start tailer', 'error', NOT_TAILED, WORDS_AFTER],
  ['error writing positions file', 'error', 'How far files were read is not saved, so lines may come twice after a '
    + 'restart', 'see that its folder exists and is writable'],
  ['error parsing syslog stream', 'error', 'What comes in is not syslog in the expected format', 'send RFC 5424, or '
    + 'set the format of the sender'],
  ['received error during sdjournal follow', 'error', 'The journal could not be followed, so its lines may be missing',
    'see that its files are mounted and readable, and restart the sender if its lines stay away'],
  ['skipping update of position for a file which does not currently exist', 'state', 'A file that was read is gone, as '
    + 'after a rotation', null],
];

const ALLOY: readonly MessageRow[] = [
  ['could not perform the initial load successfully', 'end', 'It does not start, because its configuration could not '
    + 'be loaded', 'the errors before it name file and line'],
  ['which is below the minimum allowed stability level', 'end', 'A component is less stable than those allowed',
    'start with --stability.level of that component, or do without it'],
  ['cannot find the definition of component name', 'end', 'A component of that name is not known to this version',
    'look for a typing error, or a component that was added later or removed'],
  ['" does not exist or is out of scope', 'error', 'An expression names a component or export that does not exist',
    'compare the name and the label'],
  ['unrecognized attribute name "', 'error', NO_LOAD, 'compare it with the reference of this version'],
  ['unrecognized block name "', 'error', NO_LOAD, 'compare it with the reference of this version'],
  ['failed to connect to peers; bootstrapping a new cluster', 'error', 'It found no other member and began a cluster '
    + 'of its own, so targets may be scraped twice', 'look at the join addresses'],
];

export const OF_SENDERS: readonly MessagesOfProgram[] = [
  ['Promtail', PROMTAIL], ['Promtail, Grafana Agent or Alloy', LOG_SENDERS], ['Grafana Agent or Alloy', ALLOY],
];
