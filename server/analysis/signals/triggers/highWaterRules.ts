/** Built-in rules that compare a value with a level. Pure. */
import type { CaptureKind, Unit } from '../../../../core/contract/contract.ts';
import type { DefaultRule, SelectorRule } from '../../../../core/triggers.ts';
import { formatNumber, formatSeconds } from '../../../../core/text/format.ts';
import type { ScrapeFigures, WatchedValue } from '../../../data/metrics/scrapeFigures.ts';
import type { Usual } from './usualValues.ts';

/** Scrape as input of the rules. `timeMs`: its request's time on tsdbscope's clock. */
export interface TriggerReading {
  timeMs: number;
  durationSeconds: number;
  figures: ScrapeFigures;
  /** Values by selector. */
  watched: ReadonlyMap<string, WatchedValue | null>;
  /** Start time of the process that answered; null if unknown. */
  processStartSeconds: number | null;
  /** Configured limit of its container; null if unknown. */
  limitBytes: number | null;
  /** Block range of its TSDB according to its flags; null if unknown or it has no TSDB. */
  blockRangeMs: number | null;
}

export interface HighWaterRule {
  id: string;
  /** Describes what the rule watches, and when it fires. */
  words: string;
  /** Name of its value. */
  what: string;
  unit: Unit;
  kind: CaptureKind;
  /** Length of the capture; 0 for a snapshot. */
  seconds: number;
  /** Takes the last minute's readings, newest last; null if unknown. A rule on low values negates its value. */
  value: (recent: readonly TriggerReading[]) => number | null;
  /** The floor does not depend on usual values, which are then not kept. */
  isFixed?: true;
  /** Returns the value above which it fires; null if not known yet. */
  floor: (usual: Usual | null, reading: TriggerReading) => number | null;
  /** Time for which the value must be above. */
  holdMs: number;
  /** Share above its high-water mark at which it fires again. */
  againRatio: number;
}

const MIB = 2 ** 20;
/**
 * Minimum span of a CPU rate. One second is too coarse (counters step by 10 ms, and half a second of work is no spike);
 * at the usual 1 s interval this is two scrapes.
 */
const CPU_SPAN_MS = 1450;
/** A spike is half over when detected: a profile of 5 s still fits in a spike of 8 s, and has 500 samples per core. */
const SPIKE_SECONDS = 5;
/** Spans two consecutive scrapes at the usual 1 s interval. */
const TWICE_MS = 900;
const NEAR_LIMIT = 0.9;

/** Returns cores over the latest readings at least 1.45 s apart; null across a counter reset. */
function coresOf(recent: readonly TriggerReading[]): number | null {
  const last = recent.at(-1);
  const first = last && recent.findLast(({ timeMs }) => last.timeMs - timeMs >= CPU_SPAN_MS);
  const [to, from] = [last?.figures.cpuSeconds, first?.figures.cpuSeconds];
  if (last === undefined || first === undefined || to === undefined || from === undefined || to < from) return null;
  return (to - from) / ((last.timeMs - first.timeMs) / 1000);
}

function latest(figure: keyof ScrapeFigures): HighWaterRule['value'] {
  return (recent) => recent.at(-1)?.figures[figure] ?? null;
}

type Level = Omit<HighWaterRule, 'id'>;

/** Excludes the rules on compactions and findings, which have no level. */
type LevelRule = Exclude<DefaultRule, 'compaction' | 'next-compaction' | 'finding' | 'stacks' | 'head-wait'>;

export const LEVEL_RULES: Readonly<Record<LevelRule, Level>> = {
  cpu: {
    words: 'CPU is above its high-water mark: above what is usual by a quarter of a core and by half, '
      + 'and above what was captured before.',
    what: 'CPU', unit: 'cores', kind: 'cpu', seconds: SPIKE_SECONDS, value: coresOf, holdMs: 0, againRatio: 0.1,
    floor: (usual) =>
      usual && Math.max(usual.median + 0.25, 1.5 * usual.median, 1.25 * usual.high),
  },
  'memory-limit': {
    words: 'Resident memory is above 90 % of its limit.',
    what: 'Resident memory', unit: 'bytes', kind: 'heap', seconds: 0, value: latest('residentBytes'), holdMs: 0,
    againRatio: 0.03, isFixed: true,
    floor: (_usual, { limitBytes, figures }) => {
      const limit = limitBytes ?? figures.memoryLimitBytes;
      return limit === undefined ? null : NEAR_LIMIT * limit;
    },
  },
  'memory-growth': {
    words: 'Resident memory grew by half, and by 256 MiB, in the last 15 minutes.',
    what: 'Resident memory', unit: 'bytes', kind: 'heap', seconds: 0, value: latest('residentBytes'), holdMs: 0,
    againRatio: 0.25,
    floor: (usual) => usual && Math.max(1.5 * usual.least, usual.least + 256 * MIB),
  },
  goroutines: {
    words: 'Goroutines doubled, and are 100 more than usual, in two scrapes in a row.',
    what: 'Goroutines', unit: 'count', kind: 'goroutine', seconds: 0, value: latest('goroutines'), holdMs: TWICE_MS,
    againRatio: 0.5, floor: (usual) => usual && Math.max(2 * usual.median, usual.median + 100, 1.25 * usual.high),
  },
  'scrape-duration': {
    words: 'Scrapes take 5 times as long as usual, and half a second, two in a row.',
    what: 'Scrape duration', unit: 'seconds', kind: 'goroutine', seconds: 0,
    value: (recent) => recent.at(-1)?.durationSeconds ?? null, holdMs: TWICE_MS, againRatio: 0.5,
    floor: (usual) => usual && Math.max(5 * usual.median, 0.5, 1.25 * usual.high),
  },
  'heap-after-gc': {
    words: 'The heap goal, which follows the heap after each GC, is half above usual, and by 128 MiB.',
    what: 'Heap goal', unit: 'bytes', kind: 'heap', seconds: 0, value: latest('heapGoalBytes'), holdMs: 0,
    againRatio: 0.25, floor: (usual) => usual && Math.max(1.5 * usual.median, usual.median + 128 * MIB),
  },
};

export function selectorRule({ name, selector, above, below, forMs, kind, seconds }: SelectorRule): HighWaterRule {
  const isLow = above === undefined;
  const threshold = above ?? -(below ?? NaN);
  const span = forMs === 0 ? '' : ` for ${formatSeconds(forMs / 1000)}`;
  return {
    id: name, what: selector, unit: 'none', kind, seconds, holdMs: forMs, againRatio: 0.1, isFixed: true,
    words: `${selector} is ${isLow ? 'below' : 'above'} ${formatNumber(Math.abs(threshold))}${span}.`,
    value: (recent) => {
      const watched = recent.at(-1)?.watched.get(selector) ?? null;
      return watched === null ? null : isLow ? -watched.least : watched.most;
    },
    floor: () => threshold,
  };
}
