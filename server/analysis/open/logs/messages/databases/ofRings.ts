/**
 * Messages of the hash ring, of tenants and of queues that Loki, Mimir, Cortex and Tempo share, and of memberlist, for
 * the table of known messages. Pure.
 */
import { rowsOf, SEE_CAUSE, WORDS_AFTER, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';

const RING = 'The ring holds a member that no longer answers, and this instance waits for it';
const FORGET = 'forget that member on the page /ring, or, where there is a setting for it, let the ring forget dead '
  + 'members by itself';
const TOO_FEW = 'The ring has too few healthy members for its replication factor';
const QUERIES_FAIL = 'Queries fail, because the ring has too few healthy members for its replication factor';
const SEE_RING = 'see the ring page for members that are not ACTIVE, and whether their pods or processes run, or why '
  + 'they ended';
const TOO_FEW_ZONES = 'The ring has too few healthy members in zones of their own, as zone awareness is on and each '
  + 'zone counts once';
const SEE_ZONES = 'see the ring page for the zone and the state of each member';
const EMPTY = 'The ring has no members, as before the first one joins or if this instance does not see the others';
const SEE_JOIN = 'see whether the members run, and that join_members names all of them';
const NO_PEERS = 'The instance reached no other member, so it does not see the ring of the others';
const SEE_PORT = 'see join_members, its DNS name, and whether the gossip port (7946) is open between the pods';

const FULL = 'The queue of queries of a tenant is full, and the query was rejected';
const NO_ADDRESS = 'The program found no private IP address of this host for memberlist, and does not start';

const RINGS: readonly MessageRow[] = [
  ['found an existing instance(s) with a problem in the ring', 'hang', RING, FORGET],
  ['past heartbeat timeout', 'hang', RING, FORGET],
  ['no org id', 'error', 'A request named no tenant', 'send the header X-Scope-OrgID'],
  ...rowsOf(['too many unhealthy instances in the ring', 'at least 2 live replicas required, could only find 1',
    'at least 2 live replicas required, could only find 0', 'at least 1 live replicas required, could only find 0',
    'live replicas required, could only find', 'healthy replicas required, could only find'], 'error', TOO_FEW,
    SEE_RING),
  ...rowsOf(['expanding series: too many unhealthy instances in the ring', 'expanding series: at least 2 live replicas',
    'expanding series: at least 1 live replicas', 'expanding series: at least 2 healthy replicas'], 'error',
    QUERIES_FAIL, SEE_RING),
  ['live replicas required across different availability zones', 'error', TOO_FEW_ZONES, SEE_ZONES],
  ...rowsOf(['instancescount <= 0', 'desc = empty ring', 'err="empty ring"'], 'error', EMPTY, SEE_JOIN),
  ['instance not found in the ring', 'error', 'An instance is not in the ring, as before it joins or after it was '
    + 'forgotten', 'see its log for how it joins, and the ring page'],
  ['instance missing in the ring, adding it back', 'slow', 'The instance had been removed from the ring, and registers '
    + 'again', null],
  ['auto-forgetting instance from the ring', 'state', 'The ring forgot a member that had been unhealthy for long',
    null],
  ['ingester not ready: waiting for', 'state', 'The ingester is up, and reports ready after a fixed wait', null],
  ...rowsOf(['new', 'starting', 'running', 'stopping', 'terminated', 'failed'].map((state) =>
    `some services are not running: ${state}: `), 'error', 'Parts of the server have not started yet, or have failed',
    'wait while they are starting; see the page /services and the log for those that failed'),
  ['failed to create memberlist: failed to get final advertise address: no private ip', 'end', NO_ADDRESS,
    'set memberlist.advertise_addr'],
  ['failed to join memberlist cluster', 'error', NO_PEERS, SEE_PORT],
  ['re-joining memberlist cluster failed', 'slow', 'One attempt to reach the other members again failed; there will be '
    + 'more', SEE_PORT],
];

const QUEUES: readonly MessageRow[] = [
  ...rowsOf(['desc = too many outstanding requests', '429 too many outstanding requests',
    '429) too many outstanding requests'], 'error', FULL, 'see whether queriers are busy or missing, then raise the '
    + 'limit of outstanding requests per tenant'),
  ['error notifying scheduler about finished query', 'error', 'A querier could not report the end of a query to the '
    + 'scheduler', WORDS_AFTER],
  ['queriers connected to query-frontend is 0', 'error', 'No querier is connected to the query-frontend, so it runs no '
    + 'queries', 'see whether the queriers run, and the frontend_address they have'],
  ['schedulers this worker is connected to is 0', 'error', 'This part is connected to no query-scheduler, so no '
    + 'queries pass it', 'see whether the schedulers run, and the scheduler_address it has'],
];

const LIMITS: readonly MessageRow[] = [
  ['per-user rules per rule group limit', 'error', 'A rule group was refused, because it has more rules than '
    + 'ruler_max_rules_per_rule_group allows', 'split the group, or raise that limit'],
  ['per-user rule groups limit', 'error', 'A rule group was refused, because the tenant has as many as '
    + 'ruler_max_rule_groups_per_tenant allows', 'join groups, or raise that limit'],
  ['unable to list the ruler users', 'error', 'The ruler could not list its tenants in the rule store, so it does not '
    + 'load new rules', SEE_CAUSE],
  ...rowsOf([': ingestion rate limit (', '= ingestion rate limit (', '"ingestion rate limit ('], 'error', 'A tenant '
    + 'sends more than its ingestion rate limit allows, and a request was rejected', 'send less, or raise the '
    + 'ingestion rate and burst of that tenant'),
  ['the query time range exceeds the limit', 'error', 'A query asked for a longer time than it may',
    'shorten its range, or raise max_query_length'],
];

const MEMBERLIST: readonly MessageRow[] = [
  ['received invalid msgtype (21)', 'error', 'The port of that peer speaks TLS (21 is the type of its alerts), and '
    + 'this member does not', 'see whether it is the port of the gossip, then use TLS on all members or on none'],
  ['received invalid msgtype (72)', 'error', 'The port of that peer answers HTTP (72 is the letter H), so it '
    + 'is not the port of the gossip between members', 'name the peers with the port on which their cluster listens, '
    + 'open for TCP and UDP'],
  ['memberlist: failed to join', 'error', 'A member could not join the cluster by that peer', 'see the error behind '
    + 'it, then whether the port is that of the gossip, and open for TCP and UDP'],
  ['but other probes failed, network may be misconfigured', 'slow', 'Memberlist reached a member directly, but not by '
    + 'its other probes, as while that member or the network is slow', 'see whether that member has CPU to answer, and '
    + 'whether the gossip port (7946) is open between all members'],
  ['udp probes failed, network may be misconfigured', 'error', 'A member answers over TCP and not over UDP', 'let UDP '
    + 'through on the gossip port'],
  ['as failed, suspect timeout reached', 'error', 'A member did not answer its peers in time, and counts as failed',
    'see whether it runs, and the network to it'],
  ['has failed, no acks received', 'slow', 'A member did not answer a probe; if that continues, it counts as failed',
    'see whether it runs, and the network to it'],
  ['refuting a suspect message', 'slow', 'Another member got no answer from this one in time, which now says that it '
    + 'is alive', 'if it repeats, look at CPU throttling, pauses and the network of this host'],
  ['refuting a dead message', 'slow', 'Another member took this one for dead, and it says that it is alive', 'if it '
    + 'repeats, look at CPU throttling, pauses and the network of this host'],
];

export const OF_RINGS: readonly MessagesOfProgram[] = [
  ['Loki, Mimir, Cortex or Tempo', [...RINGS, ...QUEUES]], ['Loki, Mimir or Cortex', LIMITS],
  ['memberlist', MEMBERLIST],
];
