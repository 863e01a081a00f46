/** Conditions of the TSDB, of queries, and of the process. */
import type { Severity } from '../../../../core/contract/contract.ts';
import { count, parts, percent } from '../../../../core/text/parts.ts';
import type { Role } from '../../../data/metrics/roleNames.ts';
import {
  findQueries, readCompactionErrors, readLastLog, readTruncationErrors, removeOldCheckpoints,
} from '../../advice/steps.ts';
import { community, HOUR, mixin, MINUTE, type AlertCondition } from './condition.ts';
import {
  above, and, avgOverTime, avgUp, below, changes, dividedBy, equals, increase, instant, maxOverTime, or,
} from './expression.ts';
import { NO_ANSWER } from './otherAlerts.ts';

const M5 = 5 * MINUTE;
const starts = (seconds: number): ReturnType<typeof changes> => changes('processStartSeconds', seconds);

interface Failure {
  code: string;
  role: Role;
  /** Alert of the community rules; `critical`. */
  alert: string;
  holds: string;
  held: string;
  costs: string;
  action: AlertCondition['action'];
  saidBy?: readonly string[];
  /** Alert of the mixin, over three hours; if set, the community's alert needs failures for half an hour. */
  mixinAlert?: [name: string, severity: Extract<Severity, 'warning' | 'critical'>];
}

function failure({ code, role, alert, mixinAlert, ...words }: Failure): AlertCondition {
  return {
    code, panel: 'compaction',
    alerts: [
      ...(mixinAlert === undefined ? []
        : [mixin(mixinAlert[0], mixinAlert[1], 4 * HOUR, above(increase(role, 3 * HOUR), 0))]),
      mixinAlert === undefined ? community(alert, 'critical', 0, above(increase(role, MINUTE), 0))
        : community(alert, 'critical', 30 * MINUTE, above(increase(role, 10 * MINUTE), 0)),
    ],
    measured: (value, { source }) => parts`${count(Math.max(1, Math.round(value)), 'failure')} in ${
      source === 'mixin' ? '3 hours' : mixinAlert === undefined ? 'one minute' : '10 minutes'}.`,
    ...words,
  };
}

export const TSDB_CONDITIONS: readonly AlertCondition[] = [
  failure({
    code: 'block-reloads-failing', role: 'tsdbReloadFailures', alert: 'PrometheusTsdbReloadFailures',
    mixinAlert: ['PrometheusTSDBReloadsFailing', 'warning'],
    holds: 'Reloads of blocks have failed', held: 'Reloads of blocks failed',
    costs: 'New blocks are not queried, and old ones are not deleted: the disk fills.',
    action: {
      step: 'Read its log for “reloadBlocks”; a block that cannot be opened is named there.',
      why: 'A damaged or incomplete block, or a full disk, makes every reload fail.',
      risk: 'Inspecting is safe. Do not delete blocks while it runs.',
    },
  }),
  failure({
    code: 'compactions-failing', role: 'compactionsFailed', alert: 'PrometheusTsdbCompactionsFailed',
    mixinAlert: ['PrometheusTSDBCompactionsFailing', 'warning'],
    holds: 'Compactions have failed', held: 'Compactions failed',
    costs: 'The head and the WAL keep growing until one succeeds.',
    action: readCompactionErrors, saidBy: ['compaction-failing', 'wal-not-truncated'],
  }),
  failure({
    code: 'checkpoints-failing', role: 'checkpointsFailed', alert: 'PrometheusTsdbCheckpointCreationFailures',
    holds: 'WAL checkpoints have failed', held: 'WAL checkpoints failed',
    costs: 'Segments are dropped only after a checkpoint succeeds.',
    action: readTruncationErrors, saidBy: ['checkpoint-failed', 'wal-not-truncated'],
  }),
  failure({
    code: 'checkpoint-deletions-failing', role: 'checkpointDeletionsFailed',
    alert: 'PrometheusTsdbCheckpointDeletionFailures',
    holds: 'Deletions of old checkpoints have failed', held: 'Deletions of old checkpoints failed',
    costs: 'Old checkpoints use disk until they are gone.',
    action: removeOldCheckpoints, saidBy: ['checkpoint-deletion-failed'],
  }),
  failure({
    code: 'head-truncations-failing', role: 'headTruncationsFailed', alert: 'PrometheusTsdbHeadTruncationsFailed',
    holds: 'Head truncations have failed', held: 'Head truncations failed',
    costs: 'The head keeps series and chunks that are in blocks already: memory grows.',
    action: readTruncationErrors, saidBy: ['wal-not-truncated'],
  }),
  failure({
    code: 'wal-truncations-failing', role: 'walTruncationsFailed', alert: 'PrometheusTsdbWalTruncationsFailed',
    holds: 'WAL truncations have failed', held: 'WAL truncations failed',
    costs: 'The WAL keeps segments that no start needs, and a start reads them.',
    action: readTruncationErrors, saidBy: ['wal-truncation-failed', 'wal-not-truncated'],
  }),
  failure({
    code: 'wal-corruptions', role: 'walCorruptions', alert: 'PrometheusTsdbWalCorruptions',
    holds: 'Damage in the WAL has been found', held: 'Damage in the WAL was found',
    costs: 'A repair drops every sample behind the damage.',
    action: {
      step: 'Check the disk and the file system for errors, and read the log for “WAL”.',
      why: 'Damage comes from a full disk, a crash of the machine or a faulty disk, and may come again.',
      risk: 'Inspecting is safe.',
    },
  }),
  {
    code: 'query-load-high', panel: 'gc-cpu',
    alerts: [
      mixin(
        'PrometheusHighQueryLoad', 'warning', 15 * MINUTE,
        above(dividedBy(avgOverTime('queriesNow', M5), maxOverTime('queriesMax', M5)), 0.8)
      ),
      community(
        'PrometheusHighQueryLoad', 'warning', M5, above(dividedBy(instant('queriesNow'), instant('queriesMax')), 0.8)
      ),
    ],
    holds: 'Queries have used over 80 % of the concurrency limit',
    held: 'Queries used over 80 % of the concurrency limit',
    measured: (value, { source }) => (source === 'mixin' ? parts`On average ${percent(value)} of the slots are taken.`
      : parts`${percent(value)} of the slots are taken.`),
    costs: 'Beyond the limit (--query.max-concurrency) queries and rules wait for each other.',
    action: findQueries,
  },
  {
    code: 'server-down', panel: 'scrapes',
    alerts: [mixin('PrometheusHAGroupDown', 'critical', M5, below(avgUp(M5), 0.5))],
    holds: 'Most scrapes of the server have failed', held: 'Most scrapes of the server failed',
    costs: 'A server that does not answer evaluates no alert.',
    action: readLastLog,
    saidBy: NO_ANSWER,
  },
  {
    code: 'crash-looping', panel: 'wal-replay',
    alerts: [
      mixin(
        'PrometheusHAGroupCrashlooping', 'critical', M5,
        or(and(equals(instant('tsdbCleanStart'), 0), above(starts(HOUR), 1)), above(starts(30 * MINUTE), 4))
      ),
      community('PrometheusTooManyRestarts', 'warning', 0, above(starts(15 * MINUTE), 2)),
    ],
    holds: 'The server has restarted again and again', held: 'The server restarted again and again',
    costs: 'Each start replays the WAL, and no rule is evaluated meanwhile.',
    action: readLastLog, saidBy: ['restart-loop', 'start-died'],
  },
];
