/** What replays from samples and from logs share: their words and their rate. */
import type { Finding, Replay, ReplayPhase, Severity } from '../api/contract.ts';
import { countText, durationText } from './wording.ts';

/** A start that keeps the server away for longer is worth a look. */
const LONG_SECONDS = 600;

const WORDS: Partial<Record<ReplayPhase['name'], string>> = {
  opening: 'opening blocks', snapshot: 'the head snapshot', 'mmapped-chunks': 'm-mapped chunks', checkpoint: 'the checkpoint', finishing: 'finishing',
};

type Measured = Pick<Replay, 'outcome' | 'ending' | 'start' | 'phases' | 'totalSeconds' | 'reportedSeconds' | 'version' | 'startSeen'>;

/** One or two sentences on a replay by itself. */
export function replaySentence(replay: Measured): Finding {
  const parts = replay.phases.flatMap(({ name, durationSeconds, segments }) => {
    if (name === 'segments' || name === 'wbl') return segments === null && durationSeconds === 0 ? [] : [`${countText(segments ?? 0, name === 'wbl' ? 'out-of-order segment' : 'segment')} in ${durationText(durationSeconds)}`];
    const word = WORDS[name];
    return word === undefined || durationSeconds < 0.1 ? [] : [`${durationText(durationSeconds)} ${word}`];
  });
  const what = replay.version === '' ? 'The start' : `The start of ${replay.version}`;
  const detail = parts.length === 0 ? '' : `: ${parts.join(', ')}`;
  const stated = replay.reportedSeconds === null || replay.reportedSeconds < 1 ? '' : ` The server states ${durationText(replay.reportedSeconds)} for the replay.`;
  const sentence = replay.totalSeconds === null
    ? `${replay.ending}${parts.length === 0 ? '' : ` Seen: ${parts.join(', ')}.`}${stated}`
    : `${what} took ${durationText(replay.totalSeconds)}${detail}.${stated}`;
  return { severity: severityOf(replay), sentence, time: replay.start };
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
