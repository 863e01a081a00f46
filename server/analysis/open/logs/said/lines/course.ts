/** Reports how an error goes over time: in episodes, at multiples of a period, until when. Pure. */
import { formatSeconds } from '../../../../../../core/text/format.ts';
import { isExcerpt } from '../../../../logs/excerpt/leftOut.ts';
import type { TimedLine } from '../../../look/factTools.ts';
import type { Look } from '../../../look/look.ts';
import { comparable, momentOf, type Moment } from './moments.ts';

/** Of a longer text the lines in the middle are not read, which would look like a silence. */
const MAX_LINES = 1000;
const MIN_MOMENTS = 3;
const MIN_IN_EPISODES = 6;
const MIN_PER_EPISODE = 3;
const MAX_LISTED = 4;
/** A silence between episodes is at least this long, and longer than this many usual gaps. */
const MIN_SILENCE_SECONDS = 300;
const SILENCE_GAPS = 8;
/** The part of the gaps that are no silence. */
const USUAL_SHARE = 0.75;
/** Lengths and distances that differ by no more are equal. */
const EQUAL_SHARE = 0.03;
/** An error is over if none comes for as long at the end of the log, and for this many usual gaps. */
const MIN_OVER_SECONDS = 60;
const OVER_GAPS = 2.5;
const MIN_LASTING = 5;
/** In a log of little else, that it goes on says nothing. */
const MAX_AMONG = 0.8;

interface Episode { from: Moment; to: Moment; count: number }

/** The latest moment of a log, the number of its lines that have one, and whether one program wrote them. */
export interface LogEnd { last: Moment; lines: number; isOfOne: boolean }

/** A field with a date, as of kubectl describe or of a header of HTTP. */
const FIELD = /^\s{0,40}[A-Z][A-Za-z -]{1,30}:\s/;

/** Returns the end of a log that is whole; null for others. */
export function logEnd(lines: readonly TimedLine[], look: Look): LogEnd | null {
  if (look.isCut || look.lines.length >= MAX_LINES || isExcerpt(look.text)) return null;
  const times = comparable(lines.map(({ line, stamp }) => (stamp === null && FIELD.test(line) ? null
    : momentOf(line, stamp))));
  const last = times.at(-1);
  return last === undefined ? null : { last, lines: times.length, isOfOne: look.writers.length < 2 };
}

/** Returns how an error with these moments goes, to be added to their first and last one; '' if nothing stands out. */
export function courseOf(moments: readonly (Moment | null)[], end: LogEnd | null): string {
  const times = comparable(moments);
  if (end === null || times.length < MIN_MOMENTS || times[0]?.kind !== end.last.kind) return '';
  const gaps = gapsIn(times);
  const usual = usualGap(gaps);
  const episodes = episodesText(times, usual);
  return `${episodes || multiplesText(gaps)}${endText(times, usual, { ...end, isEpisodic: episodes !== '' })}`;
}

const gapsIn = (times: readonly Moment[]): number[] =>
  times.slice(1).map(({ seconds }, i) => seconds - (times[i]?.seconds ?? seconds));

function usualGap(gaps: readonly number[]): number {
  const sorted = gaps.toSorted((a, b) => a - b);
  return sorted[Math.floor(USUAL_SHARE * (sorted.length - 1))] ?? 0;
}

function episodesIn(times: readonly Moment[], usual: number): Episode[] {
  const silence = Math.max(MIN_SILENCE_SECONDS, SILENCE_GAPS * usual);
  const all: Episode[] = [];
  for (const time of times) {
    const last = all.at(-1);
    if (last === undefined || time.seconds - last.to.seconds > silence) all.push({ from: time, to: time, count: 1 });
    else {
      last.to = time;
      last.count += 1;
    }
  }
  return all;
}

function areEqual(values: readonly number[]): boolean {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return most - least <= Math.max(1, EQUAL_SHARE * most);
}

/** Returns one duration for equal ones, else the shortest and the longest; a period is about the same each time. */
function durations(seconds: readonly number[], isPeriod = false): string {
  const [least, most] = [Math.min(...seconds), Math.max(...seconds)];
  const [from, to] = [least, most].map((one) => formatSeconds(Math.round(one)));
  return (isPeriod ? areEqual(seconds) : most - least <= 1) || from === to ? to ?? '' : `${from ?? ''} to ${to ?? ''}`;
}

const listed = (all: readonly string[]): string =>
  (all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`);

/** Returns the text of a moment without the date of the one before. */
function shortText({ text }: Moment, before: Moment | undefined): string {
  const date = before?.text?.slice(0, DATE_CHARS);
  return text === null ? '' : date !== undefined && text.startsWith(date) ? text.slice(DATE_CHARS + 1) : text;
}
const DATE_CHARS = '2026-01-02'.length;

/** Describes moments that come in several episodes; '' for others. */
function episodesText(times: readonly Moment[], usual: number): string {
  const all = times.length < MIN_IN_EPISODES ? [] : episodesIn(times, usual);
  if (all.length < 2 || all.some(({ from, count }) => count < MIN_PER_EPISODE || from.text === null)) return '';
  const lengths = all.map(({ from, to }) => to.seconds - from.seconds);
  const starts = all.slice(1).map(({ from }, i) => from.seconds - (all[i]?.from.seconds ?? NaN));
  const silent = all.slice(1).map(({ from }, i) => from.seconds - (all[i]?.to.seconds ?? NaN));
  const isEven = starts.length > 1 && areEqual(starts);
  const every = isEven ? `, one every ${durations(starts, true)}` : '';
  const begin = all.map(({ from }, i) => shortText(from, all[i - 1]?.from ?? from));
  if (Math.max(...lengths) < 1) return `, in ${all.length} bursts of less than 1 s${every}${
    isEven ? '' : `, ${durations(starts)} apart`}`;
  const isAlike = !durations(lengths).includes(' to ');
  const which = all.length > MAX_LISTED ? '' : isAlike ? `: from ${listed(begin)} on`
    : `: ${listed(all.map(({ from, to, count }, i) =>
      `${begin[i] ?? ''} to ${shortText(to, from)} (${count} times)`))}`;
  const without = isEven ? '' : `, with none for ${
    silent.length > MAX_LISTED ? durations(silent) : listed(silent.map((one) => durations([one])))} between them`;
  return `, in ${all.length} episodes of ${durations(lengths)}${isAlike ? ' each' : ''}${every}${which}${without}`;
}

/** Periods of timers, the longest first; shorter ones are those of scrapes, rules and repeated log lines. */
const PERIODS = [86_400, 3600, 1800, 900, 600, 300] as const;
const PERIOD_SHARE = 0.02;
const MIN_GAPS = 4;

/** Says that all gaps are multiples of one period, and not all the same one; '' for others. */
function multiplesText(gaps: readonly number[]): string {
  if (gaps.length < MIN_GAPS) return '';
  const period = PERIODS.find((one) => gaps.every((gap) =>
    gap > one / 2 && Math.abs(gap - one * Math.round(gap / one)) <= PERIOD_SHARE * one));
  const counts = period === undefined ? [] : gaps.map((gap) => Math.round(gap / period));
  return period === undefined || Math.min(...counts) === Math.max(...counts) ? ''
    : `, each ${formatSeconds(period)} or a multiple of it after the one before, as by a timer`;
}

/** Says that the log goes on without the error, or ends with it; '' where neither is clear. */
function endText(
  times: readonly Moment[], usual: number, { last, lines, isOfOne, isEpisodic }: LogEnd & { isEpisodic: boolean }
): string {
  // The lines of another program say nothing of this one.
  if (!isOfOne) return '';
  const rest = last.seconds - (times.at(-1)?.seconds ?? NaN);
  if (rest >= Math.max(MIN_OVER_SECONDS, OVER_GAPS * usual))
    return `; the log goes on for ${formatSeconds(Math.round(rest))} without it`;
  const span = (times.at(-1)?.seconds ?? NaN) - (times[0]?.seconds ?? NaN);
  // An episode that the end of the log cuts is no whole one.
  const isAmong = times.length >= MIN_LASTING && times.length <= (isEpisodic ? lines - 1 : MAX_AMONG * lines)
    && span >= MIN_OVER_SECONDS;
  return isAmong && rest <= usual ? '; it goes on to the end of the log' : '';
}
