/** Reports how VictoriaMetrics stopped, and that it was started again after that. Pure; bounded. */
import { formatSeconds } from '../../../../../core/text/format.ts';
import { joined } from '../../look/factTools.ts';
import { atTime, secondsBetween, type Entry } from './entries.ts';

const SIGNAL = /^received signal /;
const BEGINS = /^build version: |^starting (?:Victoria|vm|victoria-)\w/;
/** The last line of a stop, which has the time of all of it. */
const WHOLE = /^the \S{2,40} has been stopped in (\d{1,9}\.\d{1,6}) seconds/;
const STOPPED = new RegExp([
  /\b(?:has been|were) (?:successfully )?stopped in (\d{1,9}\.\d{1,6}) seconds/,
  /^successfully closed the storage in (\d{1,9}\.\d{1,6}) seconds/,
].map(({ source }) => source).join('|'));
/** The line of journalctl between two boots of the host. */
const BOOT = /^-- (?:Boot [0-9a-f]{8,32}|Reboot) --$/m;

/** Returns how it was told to stop and how long that took; null without such lines. */
export function stopFact(entries: readonly Entry[]): string | null {
  const signal = entries.findLast(({ message }) => SIGNAL.test(message));
  const long = stopSeconds(entries);
  if (signal === undefined && long === null) return null;
  return joined([
    signal === undefined ? null : `It was told to stop (${signal.message}).`,
    long === null ? null : `It stopped cleanly${long}.`,
  ]);
}

/** Returns the time of a whole stop, else of its last step; null without either. */
function stopSeconds(entries: readonly Entry[]): string | null {
  const whole = entries.flatMap(({ message }) => WHOLE.exec(message)?.[1] ?? []).at(-1);
  if (whole !== undefined) return `, in ${formatSeconds(Number(whole))}`;
  const last = entries.flatMap(({ message }) =>
    STOPPED.exec(message)?.slice(1).find((one) => one !== undefined) ?? []).at(-1);
  return last === undefined ? null : `; the last step took ${formatSeconds(Number(last))}`;
}

/** Returns the last stop and the start after it, in their order; null if the lines end with the stop. */
export function restartFact(entries: readonly Entry[], text: string): string | null {
  const at = entries.findLastIndex(({ message }) => SIGNAL.test(message));
  const stop = entries[at];
  const start = entries.find(({ message }, i) => i > at && BEGINS.test(message));
  if (stop === undefined || start === undefined) return null;
  const long = stopSeconds(entries.slice(at, entries.indexOf(start)));
  const gap = secondsBetween(stop, start);
  return `It was told to stop${atTime(stop)} (${stop.message})${
    long === null ? '' : `, and stopped cleanly${long}`}. It was started again${
    gap === null ? '' : ` ${formatSeconds(gap)} after the signal`}${
    BOOT.test(text) ? ', after a boot of the host' : ''}.`;
}
