/**
 * Findings of what goroutines wait for, by the newest dump of the window; a code for each situation, and
 * `goroutines-grow`. See docs/reference/overview.md.
 */
import type { Action, PanelFinding, PanelName, Part } from '../../../../core/contract/contract.ts';
import type { GoroutineEvidence, HeldSituation, SituationName } from '../../../../core/contract/terms/goroutines.ts';
import { finding } from '../../../../core/finding.ts';
import { at, count, parts, quantity, seconds } from '../../../../core/text/parts.ts';

interface Words {
  panel: PanelName;
  one: string;
  many: string;
  /** Object of the wait. */
  awaited: string;
  effect: string;
  action: Action;
}

const RESTART: Action = {
  step: 'Keep the dump for a bug report, then restart the server.', why: 'A lock held for minutes is not released.',
  risk: 'A restart replays the WAL.',
};
const STOP_QUERIES: Action = {
  step: 'Stop the long queries, and set --query.timeout to a few minutes.',
  why: 'Compaction goes on when the last query that overlaps its time range ends.',
  risk: 'Queries that take longer fail.',
};
const onLock = (panel: PanelName, one: string, effect: string, many = `${one.replace(/^an? /, '')}s`): Words => (
  { panel, one, many, awaited: 'a lock', effect, action: RESTART });

const WORDS: Readonly<Record<SituationName, Words>> = {
  'head-compaction-waits': {
    panel: 'compaction', one: 'head compaction', many: 'head compactions', awaited: 'queries to end',
    effect: 'Until it goes on, the head and its memory grow.', action: STOP_QUERIES,
  },
  'ooo-compaction-waits': {
    panel: 'compaction', one: 'a compaction of out-of-order samples', many: 'compactions of out-of-order samples',
    awaited: 'queries to end', effect: 'Until it goes on, the head and its memory grow.', action: STOP_QUERIES,
  },
  'scrape-loop-on-lock': onLock('scrapes', 'a scrape loop', 'The targets of these loops are not scraped.'),
  'scrape-stuck': {
    panel: 'scrapes', one: 'a scrape', many: 'scrapes', awaited: 'one call to return',
    effect: 'The targets of these scrapes get no samples.', action: RESTART,
  },
  'rule-evaluation-on-lock': onLock('scrapes', 'a rule evaluation', 'Rules of its group are not evaluated.'),
  'rule-evaluation-stuck': {
    panel: 'scrapes', one: 'a rule evaluation', many: 'rule evaluations', awaited: 'one call to return',
    effect: 'Rules of its group are not evaluated.', action: RESTART,
  },
  'queries-queue': {
    panel: 'scrapes', one: 'a query', many: 'queries', awaited: 'a free slot',
    effect: 'As many queries run as --query.max-concurrency allows.',
    action: {
      step: 'Find the queries that take long (query_log_file), and the dashboards and rules that ask them.',
      why: 'Queries wait until one that runs has ended.', risk: 'None.',
    },
  },
  'remote-write-full': {
    panel: 'scrapes', one: 'a remote write queue', many: 'remote write queues', awaited: 'room in its shards',
    effect: 'Samples are sent later than they come in.',
    action: {
      step: 'Check the receiver, then raise max_shards or capacity of queue_config.',
      why: 'The reader of the WAL waits while all shards are full.', risk: 'More shards use more memory.',
    },
  },
  'remote-write-stuck': {
    panel: 'scrapes', one: 'a remote write shard', many: 'remote write shards', awaited: 'its receiver',
    effect: 'The shard sends nothing meanwhile.',
    action: {
      step: 'Check the receiver and the network to it.', why: 'A request that lasts longer than remote_timeout hangs.',
      risk: 'None.',
    },
  },
  'compaction-on-lock': onLock('compaction', 'a call of the TSDB', 'Compaction and reloads of blocks wait with it.',
    'calls of the TSDB'),
  'wal-on-lock': onLock('wal-replay', 'a write to the WAL', 'Samples are not stored meanwhile.', 'writes to the WAL'),
  'append-on-lock': onLock('scrapes', 'an append', 'Samples are not stored meanwhile.'),
  'notifier-on-lock': onLock('scrapes', 'a goroutine of the notifier', 'Alerts may not be sent.',
    'goroutines of the notifier'),
  'discovery-on-lock': onLock('scrapes', 'a goroutine of service discovery', 'Targets may be out of date.',
    'goroutines of service discovery'),
  'goroutines-on-lock': onLock('scrapes', 'a goroutine', 'What it does stands still meanwhile.'),
};
const LOSES_DATA: ReadonlySet<SituationName> = new Set<SituationName>([
  'scrape-loop-on-lock', 'scrape-stuck', 'rule-evaluation-on-lock', 'rule-evaluation-stuck', 'wal-on-lock',
  'append-on-lock',
]);
const LONG_MINUTES = 10;

/** Returns the findings. Evidence from before the last of the `restarts` (seconds) belongs to an earlier process. */
export function goroutineFindings(
  evidence: GoroutineEvidence | null, restarts: readonly number[]
): PanelFinding[] {
  const startedMs = 1000 * Math.max(-Infinity, ...restarts);
  if (evidence === null || evidence.timeMs < startedMs) return [];
  const { timeMs, growth, situations, total } = evidence;
  const moment = timeMs / 1000;
  const dump = parts`The goroutine profile of ${at(moment)} has ${count(total, 'goroutine')}.`;
  return [
    ...situations.map((one) => situationFinding(one, { dump, moment, startedMs })),
    ...(growth === null || growth.sinceMs < startedMs ? [] : [{
      ...finding({
        code: 'goroutines-grow', severity: 'warning', moment,
        claim: parts`Goroutines of one function grew from ${quantity(growth.before, 'count')} to ${
          quantity(growth.after, 'count')}.`,
        evidence: [parts`They were created by ${growth.creator}, since ${at(growth.sinceMs / 1000)}.`, dump],
        actions: [{
          step: 'Compare both goroutine profiles, and look where these goroutines wait.',
          why: 'Goroutines that are created faster than they end hold memory.', risk: 'None.',
        }],
      }),
      panel: 'memory' as const, figures: { before: growth.before, after: growth.after },
    }]),
  ];
}

function situationFinding(
  { name, count: goroutines, waitMinutes, seenSinceMs, counted, where }: HeldSituation,
  { dump, moment, startedMs }: { dump: Part[]; moment: number; startedMs: number },
): PanelFinding {
  const { panel, one, many, awaited, effect, action } = WORDS[name];
  // Time in an earlier process is not part of the wait.
  const minutes = seenSinceMs !== null && seenSinceMs < startedMs ? 0 : waitMinutes;
  const isOne = goroutines === 1;
  const who = isOne ? `${one.charAt(0).toUpperCase()}${one.slice(1)}` : count(goroutines, one, many);
  const least = seenSinceMs !== null ? 'at least ' : isOne ? '' : 'up to ';
  const waited = counted?.isOpen === false ? '' : isOne ? 'has ' : 'have ';
  const claim = minutes < 1 && counted === undefined ? parts`${who} ${isOne ? 'waits' : 'wait'} for ${awaited}.`
    : parts`${who} ${waited}waited ${least}${seconds(60 * minutes)} for ${awaited}.`;
  const isLong = minutes >= LONG_MINUTES;
  const isPolled = seenSinceMs !== null || counted !== undefined;
  const severity = isPolled && !isLong ? 'info' : isLong && LOSES_DATA.has(name) ? 'critical' : 'warning';
  return {
    ...finding({
      code: name, severity, moment, claim, actions: [action],
      evidence: [
        parts`${effect}`, parts`The wait is in ${where}.`,
        seenSinceMs === null || minutes < 1 ? []
          : parts`Every goroutine profile since ${at(seenSinceMs / 1000)} shows it.`,
        counted === undefined ? []
          : parts`Its block was counted at ${at(counted.sinceMs / 1000)}, ${
            counted.isOpen ? 'and the head is not truncated since' : 'and the head was truncated after the wait'}.`,
        dump,
      ],
    }),
    panel, figures: { waitMinutes: minutes, goroutines },
  };
}
