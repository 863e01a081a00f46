/** What replays from samples and from logs share: their words and their rate. */
import type { Finding, Replay, ReplayPhase, Severity } from '../../../core/contract/contract.ts';
import { countText } from '../../../core/text/wording.ts';
import { formatSeconds } from '../../../core/text/format.ts';

/** A start that keeps the server away for longer is worth a look. */
const LONG_SECONDS = 600;

const WORDS: Partial<Record<ReplayPhase['name'], string>> = {
  opening: 'opening blocks', snapshot: 'the head snapshot', 'mmapped-chunks': 'm-mapped chunks', checkpoint: 'the checkpoint', finishing: 'finishing',
};

/** What a server that found its log damaged has done about it; it says so in its log and, as a number alone, in its metrics. */
export const DAMAGE_NOTE = 'Its log was damaged: it kept what it had read, deleted every segment after that and went on. Samples that stood there and in no chunk on disk yet are lost.';

/** The row of the table that a damaged log adds. */
export const SEGMENTS_LOST = 'Segments given up as damaged';

type Measured = Pick<Replay, 'outcome' | 'ending' | 'start' | 'phases' | 'totalSeconds' | 'reportedSeconds' | 'version' | 'startSeen'>;

/** One or two sentences on a replay by itself, and one more where its log was `damaged`. */
export function replaySentence(replay: Measured, damaged = false): Finding {
  const parts = replay.phases.flatMap(({ name, durationSeconds, segments }) => {
    if (name === 'segments' || name === 'wbl') return segments === null && durationSeconds === 0 ? [] : [`${countText(segments ?? 0, name === 'wbl' ? 'out-of-order segment' : 'segment')} in ${formatSeconds(durationSeconds)}`];
    const word = WORDS[name];
    return word === undefined || durationSeconds < 0.1 ? [] : [`${formatSeconds(durationSeconds)} ${word}`];
  });
  const what = replay.version === '' ? 'The start' : `The start of ${replay.version}`;
  const detail = parts.length === 0 ? '' : `: ${parts.join(', ')}`;
  const stated = replay.reportedSeconds === null || replay.reportedSeconds < 1 ? '' : ` The server states ${formatSeconds(replay.reportedSeconds)} for the replay.`;
  const sentence = replay.totalSeconds === null
    ? `${replay.ending}${parts.length === 0 ? '' : ` Seen: ${parts.join(', ')}.`}${stated}`
    : `${what} took ${formatSeconds(replay.totalSeconds)}${detail}.${stated}`;
  const severity = severityOf(replay);
  return damaged
    ? { severity: severity === 'info' ? 'warning' : severity, sentence: `${sentence} ${DAMAGE_NOTE}`, time: replay.start }
    : { severity, sentence, time: replay.start };
}

function severityOf({ outcome, totalSeconds }: Measured): Severity {
  if (outcome === 'killed' || outcome === 'failed' || outcome === 'stopped') return 'warning';
  if (outcome === 'unknown') return 'unknown';
  return outcome === 'finished' && (totalSeconds ?? 0) > LONG_SECONDS ? 'warning' : 'info';
}

/** Segments a second over the segments whose time is known; null without any. */
export function rateOf(times: Replay['segmentTimes']): number | null {
  const seconds = times.reduce((sum, time) => sum + time.seconds * time.count, 0);
  return seconds > 0 ? times.reduce((sum, { count }) => sum + count, 0) / seconds : null;
}
