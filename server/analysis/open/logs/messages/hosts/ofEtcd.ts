/** Messages of etcd while it runs, for the table of known messages. Pure. */
import { rowsOf, SEE_CAUSE, type MessageRow, type MessagesOfProgram } from '../rows/messageRow.ts';
import { ADD_OR_RESTORE, ETCD_STARTS } from './ofEtcdStarts.ts';

const ETCD_DISK = 'The disk of etcd is slow to write its WAL';
const ETCD_SLOW = 'Requests take etcd too long, as with a slow disk or too little CPU';
const ETCD_LATE = 'The leader of etcd was late, as with a slow disk or too little CPU, and may lose its place';
const FASTER_DISK = 'give etcd a fast disk (SSD) that nothing else writes to';
const ETCD_FULL = 'The database of etcd has its largest allowed size, and takes no more writes';
const DEFRAGMENT = 'compact and defragment it (one member after the other), then disarm the alarm';
const OTHER_CLUSTER = 'A member of etcd reaches one of another cluster';
const LOOK_AT_PEERS = 'look at the peers of its configuration, and for an old data folder';
const DIFFERS = 'The members of etcd do not have the same data';
const FIND_MEMBER = 'take a snapshot, find the member that differs (etcdctl endpoint hashkv --cluster), remove it, '
  + 'and add it again with an empty folder';
const UNREACHED = 'A member of etcd does not reach a peer';
const LOOK_AT_PORT = `${SEE_CAUSE}; see whether that peer runs, and look at its port 2380 and the certificates`;
const CLOCKS = 'The clocks of two etcd members differ';
const NOT_ALLOWED = 'etcd refuses the request for lack of rights or of a login';
const DAMAGED_BOLT = 'The database file of the program is damaged';
const NO_HANDSHAKE = 'A connection to etcd ended before its TLS handshake, as with a wrong certificate, or as of a '
  + 'client that only tests the port';

const ETCD: readonly MessageRow[] = [
  ...rowsOf(['database space exceeded', 'alarm nospace', 'alarm:nospace'], 'full', ETCD_FULL, DEFRAGMENT),
  ['was the raft log corrupted, truncated, or lost', 'end', 'A member of etcd has lost entries of its log, and ends',
    ADD_OR_RESTORE],
  ...rowsOf(['walpb: crc mismatch', 'wal: crc mismatch', 'wal: max entry size limit exceeded'], 'damage',
    'The WAL of an etcd member is damaged', ADD_OR_RESTORE),
  ...rowsOf(['slow fdatasync', 'wal: sync duration of'], 'slow', ETCD_DISK, FASTER_DISK),
  ...rowsOf(['apply request took too long', 'apply entries took too long', 'etcdserver: read-only range request',
    'waiting for readindex response took too long'], 'slow', ETCD_SLOW, null),
  ...rowsOf(['leader failed to send out heartbeat on time', 'failed to send out heartbeat on time',
    'leader is overloaded likely from slow disk', 'etcdserver: server is likely overloaded'], 'slow', ETCD_LATE, null),
  ['etcdserver: request timed out', 'error', 'A request to etcd took too long and was given up',
    'see whether it has a leader (etcdctl endpoint status) and how long its disk takes '
    + '(etcd_disk_wal_fsync_duration_seconds)'],
  ['etcdserver: leader changed', 'error', 'The leader of etcd changed while the request ran, which therefore '
    + 'failed', 'if it repeats, look at the disk, the CPU and the network of the members'],
  ['etcdserver: no leader', 'error', 'A member of etcd had no leader, and could not serve the request', 'see whether a '
    + 'majority of the members run and reach each other'],
  ...rowsOf(['request sent was ignored (cluster id mismatch', 'due to cluster id mismatch',
    'request cluster id mismatch'], 'error', OTHER_CLUSTER, LOOK_AT_PEERS),
  ...rowsOf(['the clock difference against peer', 'prober found high clock drift'], 'error', CLOCKS,
    'synchronize the clocks'),
  ...rowsOf(['etcdserver: corrupt cluster', 'alarm:corrupt', 'alarm corrupt'], 'damage',
    'The alarm CORRUPT is set: members of etcd do not have the same data, and requests are refused', FIND_MEMBER),
  ...rowsOf(['found data inconsistency with peers', 'found different hash values from remote peer'], 'damage', DIFFERS,
    FIND_MEMBER),
  ['is starting a new election at term', 'slow', 'A member of etcd asks for an election, as at its start, or when it '
    + 'hears no leader in time', 'if it repeats, see whether a majority of the members run and reach each other'],
  ...rowsOf(['prober detected unhealthy status', 'health check for peer', 'failed to reach the peer url',
    'cannot get the version of member', 'peer became inactive (message send to peer failed)'], 'error', UNREACHED,
  LOOK_AT_PORT),
  ...rowsOf(['lost the tcp streaming connection with peer', 'lost tcp streaming connection with remote peer'], 'error',
    'The connection of an etcd member to a peer broke', 'see whether that peer runs or was started again'),
  ...rowsOf(['internal raft message since sending buffer is full', 'sending buffer is full (bad/overloaded network)'],
    'slow', 'A member of etcd drops messages to a peer, because they come faster than they are sent, or the peer is '
    + 'down', 'see whether that peer runs and how fast the network is'),
  ['rejected stream from remote peer because it was removed', 'error', 'An etcd member that was removed from the '
    + 'cluster still connects to the others', 'stop it there'],
  ...rowsOf(['embed: rejected connection from', 'rejected connection on client endpoint',
    'rejected connection on peer endpoint'], 'error', NO_HANDSHAKE,
    'see which client has the address in the line, and its certificate'),

  ['etcdserver: unhealthy cluster', 'error', 'etcd refuses to change its members while some of them are not healthy',
    'repair or start the unhealthy members first'],
  ['etcdserver: re-configuration failed due to not enough started members', 'error', 'etcd refuses a change of members '
    + 'that would leave too few started ones', 'start those that etcdctl member list shows as unstarted, or that do '
    + 'not run'],
  ['etcdserver: can only promote a learner member which is in sync with leader', 'error', 'The learner does not have '
    + 'all entries of the leader yet', 'wait, then promote it again'],
  ['etcdserver: rpc not supported for learner', 'error', 'A learner of etcd does not serve this request', 'send it to '
    + 'a voting member, or promote the learner'],
  ['etcdserver: member not found', 'error', 'The etcd cluster has no member with that ID', 'compare it with etcdctl '
    + 'member list'],
  ['etcdserver: peer urls already exists', 'error', 'Another member of etcd has that peer URL already',
    'see etcdctl member list; remove the old member before its address is added again'],
  ['required revision has been compacted', 'error', 'A client of etcd asked for a revision that was compacted', 'let '
    + 'it read the current state again and watch from there, as clients of Kubernetes do'],
  ['required revision is a future revision', 'error', 'A client of etcd asks for a revision that is not there yet, as '
    + 'after a restore from a backup, or from a member that lags',
    'compare the revisions of the members (etcdctl endpoint status), then restart that client'],
  ['etcdserver: request is too large', 'error', 'A request to etcd is larger than its limit (by default 1.5 MiB)',
    'store less in one object; --max-request-bytes raises the limit, with more load for all members'],
  ['etcdserver: too many operations in txn request', 'error', 'A transaction has more operations than etcd allows (by '
    + 'default 128)', 'split it, or raise --max-txn-ops'],
  ['etcdserver: duplicate key given in txn request', 'error', 'A transaction writes one key twice, which etcd refuses',
    'correct the client'],
  ['etcdserver: too many requests', 'slow', 'etcd refuses requests, because it applies them more slowly than they come',
    'look at its disk, its CPU and the clients that ask most'],
  ['etcdserver: requested lease not found', 'error', 'etcd has no such lease, as after it expired or was revoked, '
    + 'which deletes its keys', 'let the client take a new lease'],
  ...rowsOf(['etcdserver: permission denied', 'etcdserver: user name is empty',
    'etcdserver: authentication failed, invalid user id or password'], 'error', NOT_ALLOWED,
  'look at the user, its password and its roles (etcdctl user get)'),
  ['etcdserver: invalid auth token', 'error', 'The member of etcd does not know the token of the client, as after it '
    + 'expired or after a restart of the member', 'let the client log in again'],
  ['etcdserver: revision of auth store is old', 'error', 'The token of a client is older than a change of users or '
    + 'roles in etcd', 'let the client log in again'],
  ['etcdserver: not capable', 'error', 'The version of the etcd cluster is too old for this request', 'see whether all '
    + 'members run the new version'],
  ['etcdserver: server stopped', 'error', 'The etcd member was being stopped',
    'see in its log before that who stopped it, or why it ended'],
  ['etcd cluster is unavailable or misconfigured', 'error', 'The client gets an answer from no member of etcd', 'look '
    + 'at the endpoints and certificates it has, and at etcdctl endpoint health'],
  ['is unhealthy: failed to commit proposal', 'error', 'An etcd member did not answer a test request in time, as when '
    + 'it is not reached, has no leader or a slow disk', 'see etcdctl endpoint status --cluster'],
  ['failed to defragment etcd member', 'error', 'The defragmentation of a member failed, or was not done in time', 'if '
    + 'it timed out, see in the log of the member whether it still runs, then raise --command-timeout'],
  ['starting to defragment the storage backend', 'slow', 'An etcd member defragments its database, and serves no '
    + 'requests until it is done', 'defragment one member after the other'],
  ...rowsOf(['finished scheduled compaction', 'mvcc: store.index: compact'], 'state', 'etcd compacted old revisions',
    null),
  ['ready to serve client requests', 'state', 'etcd had started', null],
  ['serving client traffic insecurely; this is strongly discouraged', 'state', 'etcd serves clients without TLS', null],
];

const BBOLT: readonly MessageRow[] = [
  ...rowsOf(['freepages: failed to get all reachable pages', 'assertion failed: page expected to be:',
    'invalid freelist page:'], 'damage', DAMAGED_BOLT, 'see what program and file it is, and copy it; then restore a '
    + 'backup, or, for a member of etcd, remove it and add it again'),
];

/** Programs besides etcd write this, too. */
const SIGNALS: readonly MessageRow[] = [
  ['received signal; shutting down', 'state', 'A signal asked the program to stop', null],
];

export const OF_ETCD: readonly MessagesOfProgram[] = [
  ['etcd', [...ETCD_STARTS, ...ETCD]], ['a program with a bbolt file', BBOLT], ['', SIGNALS],
];
