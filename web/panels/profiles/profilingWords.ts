/** Texts on automatic profiles and all captures. */
import type { Capture, CaptureCause, ProfileInfo, Profiling } from '../../../core/contract/contract.ts';
import { formatBytes, formatClock, formatDateTime, formatSeconds } from '../../../core/text/format.ts';
import { formatDuration } from '../../../core/text/timeText.ts';
import type { Zone } from '../../../core/text/zone.ts';
import { kindOf } from './captureForm.ts';

/** Returns its current activity; if off, what it would do and cost. */
export function stateWords({ state, pause, nextTime, costSentence }: Profiling, zone: Zone): string {
  switch (state) {
    case 'off': return costSentence;
    case 'running': return 'Taking a profile now.';
    case 'paused': return [
      pause?.sentence ?? 'Paused.',
      pause?.untilTime === null || pause?.untilTime === undefined ? null
        : `It tries again at ${formatClock(pause.untilTime, zone)}.`,
    ].filter((part) => part !== null).join(' ');
    case 'waiting': return nextTime === null ? 'Scheduled with the next scrape.'
      : `Next profile at ${formatClock(nextTime, zone)}.`;
  }
}

/** Returns `124 captured profiles, 8.1 MiB of 60 MiB, 3 merged by the hour, 1 pinned`. */
export function keptWords({ kept: { profiles, bytes, budgetBytes, hours, pinned } }: Profiling): string {
  return [
    `${profiles} captured ${profiles === 1 ? 'profile' : 'profiles'}`,
    `${formatBytes(bytes)} of ${formatBytes(budgetBytes)}`,
    ...(hours > 0 ? [`${hours} merged by the hour`] : []),
    ...(pinned.length > 0 ? [`${pinned.length} pinned`] : []),
  ].join(', ');
}

/** Returns how long continuous profiles are kept. */
export function keepingWords({ kept: { rollUpSeconds } }: Profiling): string {
  return `Continuous profiles older than ${formatDuration(rollUpSeconds)} are merged by the hour; beyond the budget `
    + 'the oldest are removed. Those that a note or an embed names are kept as they are.';
}

/** Returns the origin of a stored profile: `prom-eu-1, continuous`, `upload`. */
export function sourceWords({ source }: Pick<ProfileInfo, 'source'>): string {
  switch (source.how) {
    case 'upload':
    case 'demo': return source.target === undefined ? source.how : `${source.how}, ${source.target}`;
    case 'merged': return `${source.target}, merged by the hour`;
    case 'capture': return source.reason === undefined ? source.target : `${source.target}, ${HOW[source.reason.how]}`;
  }
}

const HOW: Readonly<Record<Capture['reason']['how'], string>> = {
  person: 'on request', continuous: 'continuous', triggered: 'rule', booked: 'booked', replay: 'WAL replay',
  baseline: 'quiet baseline',
};

/** Returns why it was taken: `rule: CPU was above 1.8 cores for 3 s`, `on request by 10.0.0.7`. */
export function whyWords({ reason, client }: Pick<Capture, 'reason' | 'client'>): string {
  const words = ({ how, sentence }: CaptureCause): string => {
    // The sentence of a baseline is complete by itself.
    if (sentence !== null) return how === 'baseline' ? sentence : `${HOW[how]}: ${sentence}`;
    return client === null ? HOW[how] : `${HOW[how]} by ${client}`;
  };
  return [reason, ...reason.also ?? []].map(words).join('; also ');
}

/** Returns `done, 41 KiB`, `failed: …`, `waiting`. `isStored`: whether its profile still exists. */
export function resultWords({ state, cancelled, sizeBytes, error }: Capture, isStored: boolean): string {
  switch (state) {
    case 'done': return !isStored ? 'done, removed since'
      : sizeBytes === null ? 'done' : `done, ${formatBytes(sizeBytes)}`;
    case 'failed': return cancelled === true ? 'cancelled' : `failed: ${error ?? 'no reason was given'}`;
    case 'waiting':
    case 'running': return state;
  }
}

export function kindText({ kind, seconds }: Pick<Capture, 'kind' | 'seconds'>): string {
  const { label } = kindOf(kind);
  return seconds > 0 ? `${label}, ${formatSeconds(seconds)}` : label;
}

/** Returns the start time, without the date on a narrow page. */
export function timeText({ startTime }: Capture, zone: Zone, isNarrow: boolean): string {
  return startTime === null ? '' : (isNarrow ? formatClock : formatDateTime)(startTime, zone);
}
