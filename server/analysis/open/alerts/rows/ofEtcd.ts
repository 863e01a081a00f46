/** Alerts of the mixin of etcd. Pure. */
import type { AlertRow, AlertsOfProgram } from './alertRow.ts';

const DISK = 'look at the disk of that member: what else writes to it, and how long a write takes';
const QUOTA = 'compact and defragment, and find what writes so many keys';
const BETWEEN = 'look at the network between the members, and at their CPU and disks';

const MEMBERS_DOWN = 'Members of the etcd cluster are down, or cannot be reached by others';
const NO_QUORUM = 'Too few members of etcd are up for a quorum, so it accepts no writes';

const ROWS: readonly AlertRow[] = [
  ['etcdMembersDown', MEMBERS_DOWN, 'see which (etcdctl endpoint status --cluster), then the log of that member'],
  ['etcdInsufficientMembers', NO_QUORUM, 'bring a member back before anything else; see the log of each that is down'],
  ['etcdNoLeader', 'A member of etcd has no leader, so it accepts no writes', 'see whether a quorum of members is up, '
    + 'and whether they reach each other'],
  ['etcdHighNumberOfLeaderChanges', 'The leader of etcd changed often: heartbeats came too late, or members were '
    + 'restarted', BETWEEN],
  ['etcdHighNumberOfFailedGRPCRequests', 'More than 1 % of the requests of one method fail at an etcd member',
    'read the log of that member for its errors'],
  ['etcdGRPCRequestsSlow', 'The 99th percentile of requests of one method at an etcd member exceeds 150 ms', DISK],
  ['etcdMemberCommunicationSlow', 'The 99th percentile of the round trip between two etcd members exceeds 150 ms',
    BETWEEN],
  ['etcdHighNumberOfFailedProposals', 'Proposals of etcd fail: it lost its leader, or requests waited too long',
    'see whether the leader changed, then at the disks of the members'],
  ['etcdHighFsyncDurations', 'The 99th percentile of WAL fsyncs in etcd exceeds 500 ms (advised: below 10 ms)',
    DISK],
  ['etcdHighCommitDurations',
    'The 99th percentile of commits to etcd’s backend exceeds 250 ms (advised: below 25 ms)', DISK],
  ['etcdBackendQuotaLowSpace', 'The database of etcd uses more than 95 % of its quota', QUOTA],
  ['etcdDatabaseQuotaLowSpace', 'The database of etcd uses most of its quota', QUOTA],
  ['etcdExcessiveDatabaseGrowth', 'The database of etcd is forecast to exceed its quota within 4 hours', QUOTA],
  ['etcdDatabaseHighFragmentationRatio', 'Less than half of etcd’s database file is in use',
    'defragment the members, one after another'],
];

export const ALERTS_OF_ETCD: AlertsOfProgram = { program: 'etcd', rows: ROWS };
