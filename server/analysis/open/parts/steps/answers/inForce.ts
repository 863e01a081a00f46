/** Says in which unit a setting is, from which time a clock is wrong, and since when a container restarts. Pure. */
import { formatSeconds } from '../../../../../../core/text/format.ts';
import { ageSeconds } from '../../../look/factTools.ts';
import type { Answer } from './answer.ts';

/** VictoriaMetrics reads a retention without a unit as months. */
const MONTHS = /(?<=\bretentionPeriod (?:is )?)(\d{1,4})(?=(?:,| and|\.(?: |$)))/;

function months(_: string, facts: string): string | null {
  const value = MONTHS.exec(facts)?.[1];
  return value === undefined ? null : `${value} (${value === '1' ? 'one month' : 'months'}, as it has no unit)`;
}

const CLOCK = String.raw`(?:[A-Z][a-z]{2} )?\d{4}-\d\d-\d\d (\d\d):(\d\d):(\d\d)`;
/** The answer of timedatectl. */
const [LOCAL, UNIVERSAL, RTC] = ['Local', 'Universal', 'RTC'].map((name) =>
  new RegExp(String.raw`^[ \t]{0,30}${name} time: ${CLOCK}`, 'm'));
const IS_UTC = /^[ \t]{0,30}RTC in local TZ: no\b/m;
const MIN_APART = 300;
const DAY = 86_400;

const secondsOf = (pattern: RegExp | undefined, text: string): number | null => {
  const [, hours, minutes, seconds] = pattern?.exec(text) ?? [];
  return hours === undefined ? null : 3600 * Number(hours) + 60 * Number(minutes) + Number(seconds);
};
/** Returns how far a clock is ahead of another one, within half a day. */
const ahead = (of: number, other: number): number => (of - other + DAY + DAY / 2) % DAY - DAY / 2;

function hardwareClock(text: string): string | null {
  const [local, utc, rtc] = [secondsOf(LOCAL, text), secondsOf(UNIVERSAL, text), secondsOf(RTC, text)];
  if (utc === null || rtc === null || !IS_UTC.test(text)) return null;
  const apart = ahead(rtc, utc);
  if (Math.abs(apart) < MIN_APART) return null;
  const isLocal = local !== null && Math.abs(ahead(rtc, local)) < 60;
  return `. By timedatectl, the hardware clock (RTC) is ${formatSeconds(60 * Math.round(Math.abs(apart) / 60))} ${
    apart > 0 ? 'ahead of' : 'behind'} UTC, and it is read as UTC (RTC in local TZ: no)${
    isLocal ? ' though it has the local time' : ''}, so each boot starts with a wrong clock: set it to UTC (hwclock `
    + '--systohc --utc, or the clock of the hypervisor). A restart of Prometheus replays the same WAL, so it does not '
    + 'help.';
}

const RESTARTS = /, with [\d,]{1,9} restarts in ([\ddhms]{2,12}), one every [^.\n]{1,20} on average(?=\.)/;
const BACK_OFF = /\bBackOff\b[^\n]{0,60}\(x\d{1,7} over ((?:\d{1,4}[dhm]){1,3})\)/;

/** Returns the time in which a container backs off, if it is only a part of the age of its pod. */
function backOff(text: string, facts: string): string | null {
  const [age, span] = [RESTARTS.exec(facts)?.[1], BACK_OFF.exec(text)?.[1]];
  return age === undefined || span === undefined || ageSeconds(span) > ageSeconds(age) / 2 ? null
    : `; its events of the back-off span only the last ${span}`;
}

export const IN_FORCE_ANSWERS: readonly Answer[] = [
  [MONTHS, months],
  [/(?<=After=time-sync\.target and systemd-time-wait-sync or chrony-wait)\.(?= |$)/, hardwareClock],
  [/(?<=, with [\d,]{1,9} restarts in [\ddhms]{2,12}), one every [^.\n]{1,20} on average(?=\.)/, backOff],
];
