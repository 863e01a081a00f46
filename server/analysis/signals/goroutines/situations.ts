/**
 * Situations in which goroutines of a TSDB get stuck, and detection in a dump. A goroutine is in the first that fits.
 * Idle goroutines wait for hours too: a row names functions that only run while there is work. Pure.
 */
import type { Situation, SituationName, WaitingStack } from '../../../../core/contract/terms/goroutines.ts';

interface Row {
  name: SituationName;
  /** Patterns that must each match a function of the stack. */
  functions: readonly RegExp[];
  /** It polls with sleeps, so Go counts no minutes of waiting; it is in the situation whenever it is seen. */
  polls?: true;
  /** Minimum whole minutes of one wait. */
  minMinutes?: number;
}

const LOCK = /^sync\.\(\*(?:RW)?Mutex\)\.R?Lock$/;
/** Locks are held for milliseconds: after two minutes a lock is not released soon. */
const LOCK_MINUTES = 2;
/** Longer than any practical timeout of a scrape, a query or a send. */
const WORK_MINUTES = 10;

const ROWS: readonly Row[] = [
  {
    name: 'head-compaction-waits', polls: true,
    functions: [/tsdb\.\(\*Head\)\.WaitForPendingReadersInTimeRange$/],
  },
  {
    name: 'ooo-compaction-waits', polls: true,
    functions: [/tsdb\.\(\*Head\)\.WaitForPendingReadersForOOOChunksAtOrBefore$/],
  },
  { name: 'scrape-loop-on-lock', functions: [/scrape\.\(\*scrapeLoop\)\./, LOCK], minMinutes: LOCK_MINUTES },
  { name: 'scrape-stuck', functions: [/scrape\.\(\*scrapeLoop\)\.scrapeAndReport/], minMinutes: WORK_MINUTES },
  { name: 'rule-evaluation-on-lock', functions: [/rules\.\(\*Group\)\.[Ee]val/, LOCK], minMinutes: LOCK_MINUTES },
  { name: 'rule-evaluation-stuck', functions: [/rules\.\(\*Group\)\.[Ee]val/], minMinutes: WORK_MINUTES },
  { name: 'queries-queue', functions: [/promql\.\(?\*?ActiveQueryTracker\)?\.Insert$/], minMinutes: 1 },
  {
    name: 'remote-write-full', polls: true,
    functions: [/remote\.\(\*QueueManager\)\.(?:Append|AppendHistograms|AppendFloatHistograms)$/, /^time\.Sleep$/],
  },
  {
    name: 'remote-write-stuck', minMinutes: WORK_MINUTES,
    functions: [/remote\.\(\*shards\)\.(?:sendSamples|sendV2Samples|sendSamplesWithBackoff|sendV2SamplesWithBackoff)/],
  },
  { name: 'compaction-on-lock', functions: [/tsdb\.\(\*DB\)\./, LOCK], minMinutes: LOCK_MINUTES },
  { name: 'wal-on-lock', functions: [/tsdb\/(?:wal|wlog)\.\(\*WA?L\)\./, LOCK], minMinutes: LOCK_MINUTES },
  { name: 'append-on-lock', functions: [/tsdb\.\(\*headAppender\w*\)\./, LOCK], minMinutes: LOCK_MINUTES },
  { name: 'notifier-on-lock', functions: [/notifier\.\(\*\w+\)\./, LOCK], minMinutes: LOCK_MINUTES },
  { name: 'discovery-on-lock', functions: [/discovery\.\(\*Manager\)\./, LOCK], minMinutes: LOCK_MINUTES },
  { name: 'goroutines-on-lock', functions: [LOCK], minMinutes: WORK_MINUTES },
];

export function situationsOf(stacks: readonly WaitingStack[]): Situation[] {
  const found = new Map<SituationName, Situation>();
  for (const stack of stacks) {
    const row = ROWS.find((one) => fits(one, stack));
    if (row === undefined) continue;
    const minutes = row.polls === true ? null : stack.waitMinutes;
    const known = found.get(row.name);
    const isLongest = known === undefined || (minutes ?? 0) > (known.waitMinutes ?? 0);
    found.set(row.name, {
      name: row.name, count: (known?.count ?? 0) + stack.count,
      waitMinutes: isLongest ? minutes : known.waitMinutes, where: isLongest ? whereOf(stack) : known.where,
    });
  }
  return ROWS.flatMap(({ name }) => found.get(name) ?? []);
}

/** Reports whether the row fits; a profile without states shows no waits, except those that poll. */
function fits({ functions, polls, minMinutes = 0 }: Row, { functions: own, waitMinutes }: WaitingStack): boolean {
  return (polls === true || (waitMinutes !== null && waitMinutes >= minMinutes))
    && functions.every((pattern) => own.some((name) => pattern.test(name)));
}

/** Returns the first function with a domain: those of Go's library have no dot before the first slash. */
function whereOf({ functions }: WaitingStack): string {
  return functions.find((name) => /^[\w-]+(?:\.[\w-]+)+\//.test(name)) ?? functions[0] ?? '';
}
