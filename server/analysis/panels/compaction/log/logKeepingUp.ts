/** Judges by its log whether a server keeps up with compactions: failures with their causes, the age of its blocks. */
import type { Action, Part } from '../../../../../core/contract/contract.ts';
import { at, count, parts, seconds } from '../../../../../core/text/parts.ts';
import { findWhatHoldsTheHead, freeTheDisk, moreAddressSpace, upgradeFrom220 } from '../../../advice/steps.ts';
import { goDurationMs } from '../../../logs/goDuration.ts';
import type { LogLine } from '../../../logs/readLog.ts';
import type { TimedCompaction } from '../compactionMerge.ts';
import { judgeKeepingUp, type KeepingUpVerdict } from '../compactionVerdicts.ts';
import type { CompactionLogEvents } from './compactionLog.ts';
import { causesOf, errorOf, failureEvidence, isOfHead, paceOf, type LoggedFailure } from './loggedFailures.ts';
import { failureSteps } from './failureSteps.ts';
import { roundsVerdict, type LogRounds } from './logRounds.ts';
import { pastFullDisk } from './pastFailures.ts';
import { walRepair } from './walRepair.ts';

/** Judges the failures that go on; those of a disk that has room again are over, and only reported. */
export function judgeLog(
  events: CompactionLogEvents, compactions: readonly TimedCompaction[], rounds: LogRounds | null,
  rangeMs: number | null,
): KeepingUpVerdict {
  const past = pastFullDisk(events.failures, compactions);
  if (past === null) return judgeAll(events, compactions, rounds, rangeMs);
  const judged = judgeAll({ ...events, failures: past.later }, compactions, rounds, rangeMs);
  return { ...judged, evidence: [...judged.evidence, past.evidence] };
}

function judgeAll(
  events: CompactionLogEvents, compactions: readonly TimedCompaction[], rounds: LogRounds | null,
  rangeMs: number | null,
): KeepingUpVerdict {
  const { failures } = events;
  const recovered = hasRecovered(events, compactions);
  const judged = judgeKeepingUp({
    // A compaction known only by its start has no duration.
    compactions: compactions.filter(({ endKnown }) => endKnown), rangeMs, failed: failures.length,
    saidSo: events.fallingBehind.length, headRanges: null, recovered, cancelled: events.cancelled.length,
    headFailed: failures.every((failure) => isOfHead(failure) === false) ? false : null,
    hasEnded: hasEnded(events), keepsFiles: isOfFiles(failures),
  });
  const behind = roundsVerdict(rounds);
  if (failures.length > 0)
    return failing(judged, events, { recovered, age: behind?.evidence ?? [], hasTried: hasTried(events, compactions) });
  const said = events.fallingBehind.at(-1);
  if (said !== undefined)
    return { ...judged, evidence: [...judged.evidence, statedOf(said), ...behind?.evidence ?? []] };
  if (behind === null) return judged;
  return {
    verdict: behind.catches ? 'busy' : 'falling-behind', severity: behind.catches ? 'warning' : 'critical',
    code: behind.catches ? 'compaction-busy' : 'compaction-falling-behind', claim: behind.claim,
    evidence: behind.evidence, actions: behind.catches ? [] : [findWhatHoldsTheHead],
  };
}

/** What the head says that freed its memory, and then could not remove its files. */
const CHUNK_FILES = /head truncate failed: truncate chunks/;

const isOfFiles = (failures: readonly LoggedFailure[]): boolean =>
  failures.every(({ line }) => CHUNK_FILES.test(line.fields.err ?? ''));

/** Whether the process ended in order after all failures and starts. */
const hasEnded = ({ endedMs, failures, starts, opened }: CompactionLogEvents): boolean => endedMs !== null
  && [...failures.map(({ line }) => line.timeMs), ...starts, ...opened].every((timeMs) => timeMs <= endedMs);

/** Returns the server's own figures; the range is in ms. */
function statedOf({ fields }: LogLine): Part[] {
  const [tookMs, rangeMs] = [goDurationMs(fields.duration), Number(fields.block_range)];
  return tookMs === null || !(rangeMs > 0) ? []
    : parts`The last one took ${seconds(tookMs / 1000)}, for a block of ${seconds(rangeMs / 1000)}.`;
}

/** Returns whether a later step shows success; a block that is written but cannot be loaded does not. */
function hasRecovered(
  { failures, parts: after }: CompactionLogEvents, compactions: readonly TimedCompaction[]
): boolean {
  const last = failures.at(-1);
  if (last === undefined) return false;
  const { timeMs } = last.line;
  switch (last.of) {
    case 'reload': return after.some(({ startMs }) => startMs > timeMs);
    case 'truncation': return after.some(({ what, startMs }) => what !== 'head-gc' && startMs > timeMs);
    default: {
      const later = compactions.filter((one) => one.endKnown && one.startMs > timeMs);
      // If the head could not be cleared, each try writes a block, and the last one's round may not be over.
      return later.length > (last.afterWrite ? 1 : 0);
    }
  }
}

/** Returns whether a block was written after the last failure: another try, whose end the log may not show. */
function hasTried({ failures, unreadMs }: CompactionLogEvents, compactions: readonly TimedCompaction[]): boolean {
  const timeMs = failures.at(-1)?.line.timeMs ?? Infinity;
  return (unreadMs ?? -Infinity) > timeMs || compactions.some((one) => one.endKnown && one.endMs > timeMs);
}

/** Returns when the head was last cleared after its block, between or after failures; null if it was not. */
function clearedHead({ failures, runs, parts: after }: CompactionLogEvents): Part[] | null {
  const firstMs = failures[0]?.line.timeMs ?? Infinity;
  const isUncertain = failures.some(({ of }) => of === null || of === 'head' || of === 'truncation');
  const written = isUncertain ? undefined : runs.findLast(({ kind, startMs, endMs }) => kind === 'head'
    && endMs !== null && startMs > firstMs && after.some((one) => one.what === 'head-gc' && one.startMs >= endMs));
  return written?.block === undefined || written.block === null || written.endMs === null ? null
    : parts`The head does not grow meanwhile: its block up to ${at(written.block.maxTimeMs / 1000)} was written at ${
      at(written.endMs / 1000)}, and the head was cleared.`;
}

/** Returns how often the most frequently written block was written; the retry of a failed one writes it again. */
function mostWritten({ runs }: CompactionLogEvents): number {
  const times = new Map<string, number>();
  for (const { kind, block } of runs) {
    if (kind === 'out-of-order' || kind === 'stale-series' || block === null) continue;
    const bounds = `${block.minTimeMs} ${block.maxTimeMs} ${block.level}`;
    times.set(bounds, (times.get(bounds) ?? 0) + 1);
  }
  return Math.max(0, ...times.values());
}

function failing(
  judged: KeepingUpVerdict, events: CompactionLogEvents,
  { recovered, age, hasTried }: { recovered: boolean; age: Part[][]; hasTried: boolean }
): KeepingUpVerdict {
  const { failures, leftOver } = events;
  const causes = causesOf(failures);
  const every = recovered ? null : paceOf(failures, ', one every ');
  const written = mostWritten(events);
  const cleared = clearedHead(events);
  // The blocks of such a compaction were written, and only the WAL is not shortened.
  const isOfWal = failures.every(({ of }) => of === 'truncation');
  const keepsFiles = isOfFiles(failures);
  const failed = keepsFiles ? count(failures.length, 'truncation of the head’s chunk files', FILE_TRUNCATIONS)
    : count(failures.length, isOfWal ? 'WAL truncation' : 'compaction');
  const [first, ...further] = failures;
  const isOneError = isOfWal && first !== undefined && further.every((one) => errorOf(one) === errorOf(first));
  const since = parts`${failed} failed since ${at((failures[0]?.line.timeMs ?? 0) / 1000)}${every}`;
  const isCounted = !recovered && (causes !== '' || (keepsFiles && !hasTried));
  const claim = causes === '' ? isCounted ? parts`${since}.` : recovered || !hasTried ? judged.claim
    : parts`${failed} failed; a block was written after that, and the log does not show the end of that try.`
    : recovered ? parts`${failed} failed, later ones succeeded: ${causes}.`
      : parts`${since}: ${causes}.`;
  return {
    ...judged, claim,
    evidence: [
      ...isOneError && causes !== '' ? [parts`The error: ${errorOf(first)}.`]
        : failureEvidence(failures, isCounted),
      ...failures.some((one) => one.cause === 'address-space' && /\bmmap/.test(errorOf(one))) ? [NO_ROOM] : [],
      ...recovered ? [] : failureSteps(failures),
      ...(isOfWal && !recovered
        ? [WAL_GROWS, ...failures.some(({ cause }) => cause === 'corrupt') ? [walRepair(events)] : []]
        : causes === '' && hasTried && !recovered ? []
          : cleared !== null && !recovered ? [cleared, ...judged.evidence.slice(1)] : judged.evidence),
      written < 2 ? []
        : parts`The same block was written ${count(written, 'time')}: each try does all of its work again.`,
      leftOver === 0 ? []
        : parts`${count(leftOver, 'temporary folder')} could not be removed: each try takes more of the disk.`,
      ...age,
    ],
    actions: [...stepsFor(failures, events), ...judged.actions],
  };
}

const FILE_TRUNCATIONS = 'truncations of the head’s chunk files';

/** Evidence for a failure after the block was written and the head cleared. */
const WAL_GROWS = parts`Blocks are still written; the WAL is not shortened, and a start reads all of it.`;

/** What `mmap` needs. */
const NO_ROOM = parts`Mapping a file takes address space, not free memory, and such an error does not show damage: ${
  'see whether it is a 32-bit process (uname -m), and vm.max_map_count and ulimit -v.'}`;

function stepsFor(failures: readonly LoggedFailure[], { runs }: CompactionLogEvents): Action[] {
  const causes = new Set(failures.map(({ cause }) => cause));
  const isOld = failures.some(({ startedMs }) => startedMs !== null) || runs.some(({ block }) => block?.ulid === '');
  return [
    ...(causes.has('disk-full') ? [freeTheDisk] : []), ...(causes.has('address-space') ? [moreAddressSpace] : []),
    ...(causes.has('overlap') && isOld ? [upgradeFrom220] : []),
  ];
}
