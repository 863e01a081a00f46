/** Words and rate shared by replays from samples and from logs. */
import type { Finding, Replay, ReplayPhase, Severity } from '../../../../core/contract/contract.ts';
import { finding } from '../../../../core/finding.ts';
import { at, count, joined, parts, render, seconds } from '../../../../core/text/parts.ts';
import { damagedLog } from '../../advice/steps.ts';
import type { Ending } from './ends/loggedStart.ts';

/** Downtime from which a start is worth investigating. */
const LONG_SECONDS = 600;

const WORDS: Partial<Record<ReplayPhase['name'], string>> = {
  opening: 'opening blocks', snapshot: 'the head snapshot', 'mmapped-chunks': 'm-mapped chunks',
  checkpoint: 'the checkpoint', 'head-gc': 'head GC', finishing: 'finishing',
};

/** Without a phase of the replay, as before 2.12, whose log has no line of it, the start is one time. */
const SILENT = 'opening blocks and replaying the WAL, which the log does not separate';
const NOT_REPLAYED: ReadonlySet<ReplayPhase['name']> = new Set(['unreachable', 'opening', 'finishing', 'warm-up']);

/** A WAL with as many segments (12.5 GiB) is more than most servers write from one truncation to the next. */
const MANY_SEGMENTS = 100;
const MANY = 'So many segments mean that the WAL was not truncated for long, or that very much is ingested: look for '
  + 'failed compactions or checkpoints before the restart, and let a startup probe allow for the replay.';
/** Note on how a server repairs a damaged WAL; its log describes it, its metrics only count it. */
export const DAMAGE_NOTE = 'Its WAL was damaged: it kept what it had read, deleted every later segment and went on. '
  + 'Samples that were only there, and in no chunk on disk yet, are lost.';

/** Name of the row of the table that a damaged log adds. */
export const SEGMENTS_LOST = 'Segments given up as damaged';

export const endingText = ({ claim, evidence }: Ending): string => render(joined([claim, ...evidence], ' '));

type Measured = Pick<Replay, 'outcome' | 'start' | 'end' | 'phases' | 'totalSeconds' | 'reportedSeconds' | 'version'>;

/**
 * Describes a single replay. Its code is `start-` and the outcome: `start-finished`, `start-killed`, `start-stopped`,
 * `start-failed`, `start-going`, `start-unknown`. `tenant`: whose storage alone is opened; the process starts for all.
 */
export function replaySentence(
  replay: Measured, ending: Ending, { damaged = false, tenant = '' }: { damaged?: boolean; tenant?: string } = {}
): Finding {
  const { outcome, totalSeconds: total, reportedSeconds: reported, version } = replay;
  const isSilent = replay.phases.every(({ name }) => NOT_REPLAYED.has(name))
    && (outcome === 'finished' || !logsReplay(version));
  const phases = replay.phases.flatMap(({ name, durationSeconds, segments, end }) => {
    const took = seconds(durationSeconds);
    if (name === 'segments' || name === 'wbl') {
      const noun = name === 'wbl' ? 'out-of-order segment' : 'WAL segment';
      return durationSeconds === 0 ? []
        : [segments === null ? parts`${took} reading ${noun}s` : parts`${count(segments, noun)} in ${took}`];
    }
    // Without the line that ends it, the last phase has no duration; alone, it says nothing of a start.
    if (name === 'finishing' && (end === null || (total === null && replay.phases.length === 1))) return [];
    const word = isSilent && name === 'opening' ? SILENT : WORDS[name];
    return word === undefined || durationSeconds < 0.1 ? [] : [parts`${took} ${word}`];
  });
  const wal = replay.phases.find(
    ({ name, segments, durationSeconds }) => name === 'segments' && segments !== null && durationSeconds > 0
  );
  const detail = wal === undefined ? null
    : parts`: ${count(wal.segments ?? 0, 'WAL segment')} in ${seconds(wal.durationSeconds)}`;
  const severity = severityOf(replay);
  // Both times have whole seconds in logs of Prometheus 1.
  const whole = total === null || tenant === '' ? total : Math.max(total, reported ?? 0);
  const lasted = whole === 0 ? parts`less than 1 s` : whole === null ? parts`` : seconds(whole);
  const what = tenant === '' ? 'The start' : 'The replay';
  // With a single phase, the claim has it.
  const isTold = total !== null && !damaged && detail !== null && phases.length === 1;
  return finding({
    code: `start-${outcome}`, severity: damaged && severity === 'info' ? 'warning' : severity, moment: replay.start,
    claim: total === null ? ending.claim
      : damaged ? parts`${what} took ${lasted}; its WAL was damaged and samples are lost.`
        : parts`${what} took ${lasted}${detail}.`,
    evidence: [
      damaged ? parts`${DAMAGE_NOTE}` : [],
      ...(total === null ? ending.evidence : []),
      total !== null || outcome !== 'finished' || replay.end === null ? []
        : parts`It became ready at ${at(replay.end)}.`,
      // Without the beginning of the start, or its end, it is the only whole duration.
      reported === null || (total !== null && (reported < 1 || (tenant !== '' && reported >= total))) ? []
        : parts`The server reports ${seconds(reported)} for the replay.`,
      total === null && (reported ?? 0) > LONG_SECONDS && (wal?.segments ?? 0) >= MANY_SEGMENTS
        ? parts`That is long, at ${seconds((wal?.durationSeconds ?? 0) / (wal?.segments ?? 1))} for each segment. ${
          MANY}` : [],
      phases.length === 0 || isTold ? [] : parts`Its phases: ${joined(phases, ', ')}.`,
      version === '' ? [] : parts`Its version is ${version}.`,
    ],
    actions: [...ending.steps ?? [], ...(damaged ? [damagedLog] : [])],
  });
}

/** Returns whether a version logs the parts of its replay, as since 2.12; false for an unknown one. */
function logsReplay(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 2 || (major === 2 && minor >= 12);
}

function severityOf({ outcome, totalSeconds }: Measured): Severity {
  if (outcome === 'killed' || outcome === 'failed' || outcome === 'stopped') return 'warning';
  if (outcome === 'unknown') return 'unknown';
  return outcome === 'finished' && (totalSeconds ?? 0) > LONG_SECONDS ? 'warning' : 'info';
}

/** Returns segments per second over the segments whose time is known; null without any. */
export function rateOf(times: Replay['segmentTimes']): number | null {
  const total = times.reduce((sum, time) => sum + time.seconds * time.count, 0);
  return total > 0 ? times.reduce((sum, time) => sum + time.count, 0) / total : null;
}
