/** Messages of an etcd that does not start, and of restores, for the table of known messages. Pure. */
import { rowsOf, SEE_CAUSE, WORDS_AFTER, type MessageRow } from '../rows/messageRow.ts';

const NOT_ITS_PEERS = 'The peers in --initial-cluster are not those that the running etcd cluster has';
const COMPARE = 'compare it with etcdctl member list';
const NOT_ADVERTISED = 'The address of this member in --initial-cluster is not its --initial-advertise-peer-urls';
const NO_SNAPSHOT = 'The etcd member lacks the snapshot of its database that its log refers to';
/** Removal and addition change the quorum, so the others must be healthy first. */
export const ADD_OR_RESTORE = 'if the other members are healthy, remove the member, move its folder away, and add '
  + 'it again; if it is the only one, copy the folder, then restore a backup';
const NO_PEER = 'A new member of etcd gets no list of members from the peers in --initial-cluster';
const LOOK_AT_PEERS = 'see whether they run, then look at addresses, certificates and port 2380';
const NO_QUORUM = 'The etcd member cannot register, as without a leader';
const MAJORITY = 'see whether a majority of the members run and reach each other on port 2380';
const LOCKED = 'Another process may hold the lock of the database of etcd, or the disk is slow to open it';
const OTHER_PROCESS = 'see whether another etcd runs on that data folder';
const OLDER = 'This etcd is older than the version that its cluster or data already have';

export const ETCD_STARTS: readonly MessageRow[] = [
  ['has already been bootstrapped', 'end', 'The member starts with an empty folder, but its etcd cluster knows it as '
    + 'one that ran before', 'restore its data folder, or remove the member and add it again with '
    + '--initial-cluster-state existing'],
  ['the member has been permanently removed from the cluster', 'end', 'This member was removed from the etcd cluster, '
    + 'and cannot come back with its old data', 'add it as a new member, with an empty folder'],
  ...rowsOf(['unmatched member while checking peerurls', 'member count is unequal'], 'end', NOT_ITS_PEERS, COMPARE),
  ["couldn't find local name", 'end', 'The name of this etcd member is not in --initial-cluster', 'give '
    + '--name a name from that list'],
  ...rowsOf(['has different advertised urls in the cluster and advertised peer urls list',
    'but missing from --initial-advertise-peer-urls'], 'end', NOT_ADVERTISED, 'make the two equal'),
  ...rowsOf(['cannot fetch cluster info from peer urls', 'could not retrieve cluster information from the given urls'],
    'end', NO_PEER, LOOK_AT_PEERS),
  ...rowsOf(['failed to publish local member to cluster through raft', 'publish error: etcdserver'], 'error', NO_QUORUM,
    MAJORITY),
  ...rowsOf(['recovering backend from snapshot error', 'failed to recover v3 backend from snapshot',
    'failed to find database snapshot file', "snap: snapshot file doesn't exist"], 'damage', NO_SNAPSHOT,
  ADD_OR_RESTORE),
  ...rowsOf(['failed to read wal, cannot be repaired', 'wal: file not found'], 'damage', 'The WAL of an etcd member '
    + 'cannot be read', ADD_OR_RESTORE),
  ...rowsOf(['db file is flocked by another process, or taking too long', 'another etcd process is using'], 'hang',
    LOCKED, OTHER_PROCESS),
  ...rowsOf(['cluster cannot be downgraded', 'invalid downgrade; server version is lower'], 'end', OLDER,
    'start the newer version again'),
  ['is shadowed by corresponding command-line flag', 'end', 'An option of etcd is set both as a flag and in the '
    + 'environment, which it refuses', 'keep one of the two'],
  ['expected ip in url for binding', 'end', 'etcd listens only on IP addresses, not on names', 'write an IP address '
    + 'such as 0.0.0.0 in --listen-client-urls and --listen-peer-urls'],
  ['--advertise-client-urls is required when --listen-client-urls is set explicitly', 'end', 'etcd lacks the address '
    + 'that clients get', 'set --advertise-client-urls too'],
  ['keyfile and certfile are not presented', 'end', 'etcd is to listen with https, but has no certificate and key',
    'set --cert-file and --key-file (for peers --peer-cert-file and --peer-key-file)'],
  ['exist, but the permission is', 'state', 'The data folder of etcd does not have the mode 700', 'chmod 700 it'],
  ...rowsOf(['cannot access data directory: open', 'cannot access data directory: mkdir'], 'end', 'etcd cannot '
    + 'write its data folder', `${SEE_CAUSE}; give the folder to the user of etcd (chown, or fsGroup in a pod) if it `
    + 'is not allowed to'),
  ['detected disallowed custom content in v2store', 'end', 'The data folder of etcd still has keys of the v2 API, '
    + 'which this version does not take', 'start the version before, copy those keys, and move or remove them'],
  ['snapshot missing hash but --skip-hash-check=false', 'error', 'The file has no checksum: it is a copy of the '
    + 'database, and was not made by etcdctl snapshot save', 'only if it is a whole copy, restore with '
    + '--skip-hash-check'],
  ['not empty or could not be read', 'error', 'A restore of etcd takes only a new or empty folder', 'give --data-dir '
    + 'another path'],
  ...rowsOf(['error verifying flags', 'failed to verify flags'], 'end', 'etcd does not accept its options',
    WORDS_AFTER),
];
