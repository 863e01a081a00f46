/** Texts of profiles that are taken automatically, and of all captures. */
import type { Capture, Profiling } from '../../../core/contract/contract.ts';
import { formatBytes, formatClock, formatDateTime, formatSeconds } from '../../../core/text/format.ts';
import type { Zone } from '../../../core/text/zone.ts';
import { kindOf } from './captureForm.ts';

/** What it does now; before it is switched on, what it would do and cost. */
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

/** `124 profiles, 8.1 MiB of 60 MiB`. */
export function keptWords({ kept: { profiles, bytes, budgetBytes } }: Profiling): string {
  return `${profiles} ${profiles === 1 ? 'profile' : 'profiles'}, ${formatBytes(bytes)} of ${formatBytes(budgetBytes)}`;
}

const HOW: Readonly<Record<Capture['reason']['how'], string>> = {
  person: 'on request', continuous: 'continuous', triggered: 'rule', booked: 'booked', replay: 'WAL replay',
  baseline: 'quiet baseline',
};

/** Why it was taken: `rule: CPU was above 1.8 cores for 3 s`, `on request by 10.0.0.7`. */
export function whyWords({ reason: { how, sentence }, client }: Capture): string {
  // That of a baseline says what it is.
  if (sentence !== null) return how === 'baseline' ? sentence : `${HOW[how]}: ${sentence}`;
  return client === null ? HOW[how] : `${HOW[how]} by ${client}`;
}

/** `done, 41 KiB`, `failed: …`, `waiting`. `isStored`: whether its profile is still there. */
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

/** On a narrow page without the day. */
export function timeText({ startTime }: Capture, zone: Zone, isNarrow: boolean): string {
  return startTime === null ? '' : (isNarrow ? formatClock : formatDateTime)(startTime, zone);
}
